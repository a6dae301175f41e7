/** The account as an entity of the cluster: which messages its actor answers. All are volatile; the tables are the durability. */
import { Schema } from "effect"
import { Entity } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { AccountStatus, CodeDoesNotFit, NoPendingAssistance } from "./AccountCommands.ts"

export const AccountEntity = Entity.make("Account", [
  /** Something in the tables changed (a job, the settings, the mode, a block): look again. Starts a sleeping actor. */
  Rpc.make("Wake"),
  Rpc.make("SubmitOtp", {
    payload: { code: Schema.RedactedFromValue(Schema.String) },
    error: Schema.Union([NoPendingAssistance, CodeDoesNotFit])
  }),
  Rpc.make("CancelAssistance", { error: NoPendingAssistance }),
  Rpc.make("Status", { success: AccountStatus }),
  Rpc.make("PollOrders"),
  Rpc.make("RunRequest", { payload: { requestId: Schema.String } }),
  /** Movements came in beside the schedule: match them. */
  Rpc.make("MatchTaken", { payload: { scrapeId: Schema.String, complete: Schema.Boolean } })
])
