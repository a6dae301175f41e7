/** What is told to a login whose node does not answer. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Duration, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { TestRunner } from "effect/cluster"
import { TestClock } from "effect/testing"
import { AccountCommands, LoginUnreachable } from "../../src/accounts/AccountCommands.ts"
import { AccountPolicy, defaultAccountPolicy } from "../../src/accounts/AccountPolicy.ts"
import { DueAccounts } from "../../src/accounts/DueAccounts.ts"
import { accountCommandsLayer } from "../../src/actor/accountCommandsLayer.ts"
import { AccountEntity } from "../../src/actor/AccountEntity.ts"
import { AwakeActors } from "../../src/actor/AwakeActors.ts"
import { ActivityLog } from "../../src/events/ActivityLog.ts"
import { accountId, accountRows } from "../support/accountRows.ts"

const silent = AccountEntity.toLayer({
  Attend: () => Effect.never,
  SubmitOtp: () => Effect.never,
  CancelAssistance: () => Effect.never,
  Withdraw: () => Effect.never,
  Picture: () => Effect.never
})

const layer = accountCommandsLayer.pipe(
  Layer.provide([
    accountRows().layer,
    Layer.mock(DueAccounts, { status: () => Effect.succeed(null) }),
    Layer.mock(ActivityLog, {}),
    Layer.succeed(AccountPolicy, defaultAccountPolicy),
    AwakeActors.layer
  ]),
  Layer.provide(Layer.provideMerge(silent, TestRunner.layer))
)

describe("a login whose node does not answer", () => {
  it.effect("is told of as such after 20 s, whatever was to be told to it", () =>
    Effect.gen(function* () {
      const commands = yield* AccountCommands
      const question = "0f3b2c61-7f0e-4d53-8d0c-0d6a1c1f2b98"
      const asked = yield* Effect.forkChild(
        Effect.all(
          [
            Effect.exit(commands.submitOtp(accountId, Redacted.make("123456"))),
            Effect.exit(commands.cancelAssistance(accountId)),
            Effect.exit(commands.withdraw(accountId, question)),
            Effect.exit(Effect.asVoid(commands.picture(accountId, question)))
          ],
          { concurrency: "unbounded" }
        ),
        { startImmediately: true }
      )
      yield* TestClock.adjust(Duration.seconds(20))

      for (const exit of yield* Fiber.join(asked)) {
        const defect = Exit.isFailure(exit) ? Cause.squash(exit.cause) : undefined
        assert.instanceOf(defect, LoginUnreachable)
      }
    }).pipe(Effect.provide(layer))
  )
})
