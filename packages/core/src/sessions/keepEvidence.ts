/** Keeps what the bank's page looked like when a session failed. */
import { Duration, Effect } from "effect"
import { uuid } from "../ids.ts"
import type { BankSession, SessionContext } from "./BankSession.ts"
import { KeptEvidence } from "./KeptEvidence.ts"
import type { SessionFailure } from "./SessionFailure.ts"

/** What is kept of a failure for the account's owner: a masked picture and an outline, encrypted. Never fails. */
export const keepEvidence = (context: SessionContext, session: BankSession, failure: SessionFailure) =>
  storeEvidence(context, session, failure).pipe(
    Effect.timeout(Duration.seconds(10)),
    Effect.tapError((error) => Effect.logDebug("no evidence of the failure could be kept", error)),
    Effect.ignore
  )

const storeEvidence = Effect.fn("BankSession.storeEvidence")(function* (
  context: SessionContext,
  session: BankSession,
  failure: SessionFailure
) {
  const kept = yield* KeptEvidence
  const { outline, screenshot, url } = yield* session.page.evidence
  const id = yield* uuid
  const { accountId } = context.state
  yield* context.fence.during(
    kept.keep(
      { id, accountId, sessionId: session.id, kind: failure.kind },
      { url, outline, screenshot: Buffer.from(screenshot).toString("base64") }
    )
  )
})
