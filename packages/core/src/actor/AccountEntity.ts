/**
 * The account as an entity of the cluster. Messages are volatile, and none of them is needed for anything to happen: the tables
 * are the durability. What a person does to a login that is under way must reach the process that it runs in.
 */
import { Schema } from "effect"
import { ClusterSchema, Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { CodeAnswer, CodeDoesNotFit, NoPendingAssistance } from "../accounts/AccountCommands.ts"

/** `rested`: nothing is left to do until the account is due again. `lost`: another activation has taken over. */
export const AttendanceEnd = Schema.Literals(["rested", "lost", "gone", "attended"])
export type AttendanceEnd = typeof AttendanceEnd.Type

export const AccountEntity = Entity.make("Account", [
  /** Does what is due, and is answered when the account may rest; its session and its lanes end with it. */
  Rpc.make("Attend", { success: AttendanceEnd }).annotate(ClusterSchema.InterruptOnTermination, true),
  Rpc.make("SubmitOtp", {
    payload: { code: Schema.RedactedFromValue(Schema.String), how: Schema.optionalKey(CodeAnswer) },
    error: Schema.Union([NoPendingAssistance, CodeDoesNotFit])
  }),
  Rpc.make("CancelAssistance", { error: NoPendingAssistance })
])
