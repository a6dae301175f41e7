/**
 * The account as an entity of the cluster. Its messages are volatile; durable state is in the tables, so that a lost
 * message loses nothing. A message is needed only to reach the process in which a login is under way: to hand it a code, to
 * cancel its question, or to see the picture that it asks about.
 */
import { Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { CodeAnswer, CodeDoesNotFit, NoPendingAssistance } from "../accounts/AccountCommands.ts"

/** `rested`: nothing is left to do until the account is due again. `lost`: another activation has taken over. */
export const AttendanceEnd = Schema.Literals(["rested", "lost", "gone", "attended"])
export type AttendanceEnd = typeof AttendanceEnd.Type

const processHeader = "counterfoil-process"

/** What a dispatcher says of itself when it wants an account attended to. */
export const fromProcess = (processId: string) => ({ headers: { [processHeader]: processId } })

/**
 * While an account moves, its former node may still ask. An attendance that waited for that node would end with it, in the middle
 * of a login, when nothing but the other node stops.
 */
export const isFromElsewhere = (headers: Readonly<Record<string, string | undefined>>, processId: string): boolean =>
  (headers[processHeader] ?? processId) !== processId

export const AccountEntity = Entity.make("Account", [
  /** Does what is due. It is answered when the account may rest; the actor's session and lanes end with it. */
  Rpc.make("Attend", { success: AttendanceEnd }).annotate(ClusterSchema.InterruptOnTermination, true),
  Rpc.make("SubmitOtp", {
    payload: { code: Schema.RedactedFromValue(Schema.String), how: Schema.optionalKey(CodeAnswer) },
    error: Schema.Union([NoPendingAssistance, CodeDoesNotFit])
  }),
  Rpc.make("CancelAssistance", { error: NoPendingAssistance }),
  Rpc.make("Withdraw", { payload: { assistanceId: Schema.String }, error: NoPendingAssistance }),
  Rpc.make("Picture", {
    payload: { assistanceId: Schema.String },
    success: Schema.Uint8ArrayFromBase64,
    error: NoPendingAssistance
  })
])
