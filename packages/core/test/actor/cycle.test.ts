import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { ScriptFault } from "../../src/scripts/ScriptRunner.ts"
import { SessionGate } from "../../src/sessions/SessionGate.ts"
import { notDue } from "../support/accountRows.ts"
import { type ActorWorld, actorWorld, isOver, makeActor, other, settle, until } from "../support/actorWorld.ts"

const one = { policy: { bankConcurrency: 1, sessionConcurrency: 1 } }
const mate = { userId: "ana" }

/** What an account's cycle waits for, one after the other, and how the test keeps it from it until the scope closes. */
const waits = {
  "its login": (gate: SessionGate["Service"], scope: Scope.Scope) =>
    Scope.provide(gate.atLogin({ ...other("login"), ...mate }), scope),
  "a browser context": (gate: SessionGate["Service"], scope: Scope.Scope) =>
    Scope.provide(gate.openContext(other()), scope),
  "the bank": (gate: SessionGate["Service"], scope: Scope.Scope) =>
    Effect.asVoid(
      Effect.forkIn(
        gate.atBank("bank-id", other())(() => Effect.never),
        scope,
        { startImmediately: true }
      )
    )
}

/** The actor waits; then the test goes on, and lets it through. */
const whileWaiting = Effect.fnUntraced(function* (world: ActorWorld, what: keyof typeof waits) {
  const gate = yield* SessionGate
  const held = yield* Scope.make()
  yield* waits[what](gate, held)
  yield* settle
  const { actor, attend } = yield* makeActor
  const attending = yield* attend
  yield* settle
  assert.deepStrictEqual(world.seen, [], "nothing of the bank's is touched while the account waits")
  const letThrough = Effect.andThen(Scope.close(held, Exit.void), settle)
  return { actor, attending, gate, letThrough }
})

/** Whoever comes now finds a login, a context and the bank free. */
const assertAllFree = Effect.fnUntraced(function* (gate: SessionGate["Service"]) {
  const guest = { ...other("login", "guest"), userId: "guest" }
  const taking = Effect.scoped(
    Effect.andThen(gate.atLogin(guest), gate.openContext(guest)).pipe(
      Effect.andThen(gate.atBank("bank-id", guest)(() => Effect.void))
    )
  )
  const fiber = yield* Effect.forkChild(taking, { startImmediately: true })
  yield* settle
  assert.isTrue(isOver(fiber), "the login, a context and the bank are free again")
})

const everyWait = Object.keys(waits).filter((what): what is keyof typeof waits => what in waits)

describe("a cycle of an account", () => {
  it.effect("logs in, reads, logs out, and answers whoever asked for it", () => {
    const { layer, rows, seen, told } = actorWorld({ ...one, rows: notDue })
    rows.state.jobs = ["job"]
    return Effect.gen(function* () {
      const { attend } = yield* makeActor
      assert.strictEqual(yield* Fiber.join(yield* attend), "rested")
      assert.deepStrictEqual(seen, [
        "page opened",
        "resume",
        "login, grant 0",
        "login authenticated",
        "session began",
        "extract",
        "taken in",
        "logout",
        "page closed",
        "session ended: finished"
      ])
      assert.deepStrictEqual(rows.state.answers, ["job done"])
      assert.deepStrictEqual(told, ["session.started", "session.stopped"])
      yield* assertAllFree(yield* SessionGate)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "logs out though the account is to stay logged in, where the script says that it can't use an open session",
    () => {
      const { layer, rows, seen } = actorWorld({ ...one, sessionType: "persistent", sessionTypes: ["one-shot"] })
      return Effect.gen(function* () {
        const { attend } = yield* makeActor
        yield* Fiber.join(yield* attend)
        assert.deepStrictEqual(seen.slice(-3), ["logout", "page closed", "session ended: finished"])
        assert.isAbove(rows.state.rests.at(-1)?.afterMs ?? 0, Duration.toMillis(Duration.minutes(2)))
      }).pipe(Effect.provide(layer))
    }
  )

  for (const resumes of [true, false]) {
    it.effect(
      `tells of a session that stays open at the bank (${resumes ? "which" : "nothing of which"} is found again)`,
      () => {
        const { layer, phases, rows, said, seen } = actorWorld({ ...one, resumes })
        phases.logout = Effect.fail(
          new ScriptFault({ kind: "declared", failure: "layout_changed", message: "no way out" })
        )
        return Effect.gen(function* () {
          const { attend } = yield* makeActor
          yield* Fiber.join(yield* attend)

          assert.deepStrictEqual(said, [
            "A session could not be logged out at the bank (layout_changed: no way out): it stays open there until the bank ends it, and until then the bank may refuse another login, its owner's own too"
          ])
          assert.strictEqual(rows.state.row.failureCount, 0)
          assert.strictEqual(seen.at(-1), "session ended: finished")
        }).pipe(Effect.provide(layer))
      }
    )
  }

  it.effect("blocks the account when the bank refuses its credentials, and tries nothing more", () => {
    const { layer, phases, rows, seen } = actorWorld(one)
    phases.login = Effect.fail(
      new ScriptFault({ kind: "declared", failure: "invalid_credentials", message: "wrong password" })
    )
    return Effect.gen(function* () {
      const { attend } = yield* makeActor
      yield* Fiber.join(yield* attend)
      yield* TestClock.adjust(Duration.hours(2))
      yield* Fiber.join(yield* attend)

      assert.match(rows.state.row.blockedReason ?? "", /wrong password/)
      assert.strictEqual(seen.filter((what) => what.startsWith("login, ")).length, 1)
      yield* assertAllFree(yield* SessionGate)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "begins again in the same session after the database was away during a read, and answers who asked then",
    () => {
      const { layer, phases, rows, seen } = actorWorld({ ...one, rows: notDue })
      rows.state.jobs = ["job"]
      phases.extract = Effect.sync(() => {
        rows.state.databaseIsAway = true
        return {}
      })
      return Effect.gen(function* () {
        const { attend } = yield* makeActor
        const attending = yield* attend
        yield* until(() => rows.state.databaseIsAway, "the read")
        yield* settle
        phases.extract = Effect.succeed({})
        phases.resume = Effect.succeed(true)
        rows.state.databaseIsAway = false
        for (let second = 0; second < 10; second++) yield* Effect.andThen(TestClock.adjust(Duration.seconds(1)), settle)

        assert.strictEqual(yield* Fiber.join(attending), "rested")
        assert.deepStrictEqual(rows.state.answers, ["job done"])
        assert.strictEqual(seen.filter((what) => what.startsWith("login, ")).length, 1)
      }).pipe(Effect.provide(layer))
    }
  )

  const failedReads = {
    layout_changed: { resumes: false, logsOut: true },
    "layout_changed, where the bank's server failed": { resumes: false, logsOut: true, awaitsAnswer: true },
    bank_unavailable: { resumes: false, logsOut: false },
    "layout_changed, of a script that finds the session again": { resumes: true, logsOut: false }
  }
  for (const [what, { logsOut, ...more }] of Object.entries(failedReads)) {
    it.effect(`${logsOut ? "logs out" : "does not log out"} after a read that failed: ${what}`, () => {
      const { layer, phases, rows, seen } = actorWorld({ ...one, rows: notDue, ...more })
      rows.state.jobs = ["job"]
      const failure = what.split(",")[0] ?? ""
      phases.extract = Effect.fail(new ScriptFault({ kind: "declared", failure, message: "no list" }))
      return Effect.gen(function* () {
        const { attend } = yield* makeActor
        yield* Fiber.join(yield* attend)

        const end = ["extract", ...(logsOut ? ["logout"] : []), "page closed", "session ended: failed"]
        assert.deepStrictEqual(seen.slice(-end.length), end)
        yield* assertAllFree(yield* SessionGate)
      }).pipe(Effect.provide(layer))
    })
  }

  const failedLogins = {
    "layout_changed, behind the bank's door": { sendsPassword: true, logsOut: true },
    "bank_unavailable, after the password was sent": { sendsPassword: true, logsOut: true },
    "layout_changed, before the password was sent": { sendsPassword: false, logsOut: false },
    "invalid_credentials, the bank's word": { sendsPassword: true, logsOut: false }
  }
  for (const [what, { logsOut, sendsPassword }] of Object.entries(failedLogins)) {
    it.effect(`${logsOut ? "logs out" : "does not log out"} after a login that failed: ${what}`, () => {
      const { layer, phases, seen } = actorWorld({ ...one, sendsPassword })
      const failure = what.split(",")[0] ?? ""
      phases.login = Effect.fail(new ScriptFault({ kind: "declared", failure, message: "another page" }))
      return Effect.gen(function* () {
        const { attend } = yield* makeActor
        yield* Fiber.join(yield* attend)

        assert.strictEqual(seen.includes("logout"), logsOut)
        assert.strictEqual(seen.at(-1), "page closed")
        yield* assertAllFree(yield* SessionGate)
      }).pipe(Effect.provide(layer))
    })
  }

  it.effect("waits ten seconds for a way out after a login that failed, and no longer", () => {
    const { layer, phases, rows, seen } = actorWorld({ ...one, sendsPassword: true })
    phases.login = Effect.fail(
      new ScriptFault({ kind: "declared", failure: "action_required", message: "another page" })
    )
    phases.logout = Effect.never
    return Effect.gen(function* () {
      const { attend } = yield* makeActor
      const attending = yield* attend
      yield* until(() => seen.includes("logout"), "the way out")
      yield* TestClock.adjust(Duration.seconds(9))
      assert.notInclude(seen, "page closed")
      yield* TestClock.adjust(Duration.seconds(1))
      yield* Fiber.join(attending)

      assert.strictEqual(seen.at(-1), "page closed")
      assert.match(rows.state.row.blockedReason ?? "", /another page/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("leaves at once, and writes nothing, when another activation has taken over", () => {
    const { layer, phases, rows, seen } = actorWorld(one)
    phases.extract = Effect.sync(() => {
      rows.state.epoch += 1n
      return {}
    })
    return Effect.gen(function* () {
      const { attend } = yield* makeActor
      assert.strictEqual(yield* Fiber.join(yield* attend), "lost")
      assert.isNull(rows.state.row.failureKind)
      assert.include(seen, "page closed")
      yield* assertAllFree(yield* SessionGate)
    }).pipe(Effect.provide(layer))
  })

  it.effect(
    "is put off like any other failure when something in it stops without a word, not begun again at once",
    () => {
      const { layer, phases, rows, seen } = actorWorld({ ...one, rows: notDue })
      rows.state.jobs = ["job"]
      phases.extract = Effect.interrupt
      return Effect.gen(function* () {
        const { attend } = yield* makeActor
        const attending = yield* attend
        yield* settle
        yield* settle

        assert.strictEqual(seen.filter((what) => what.startsWith("login, ")).length, 1)
        assert.isTrue(isOver(attending))
        assert.strictEqual(rows.state.row.failureCount, 1)
        assert.strictEqual(rows.state.answers.length, 1)
        yield* assertAllFree(yield* SessionGate)
      }).pipe(Effect.provide(layer))
    }
  )
})

describe("an account that waits for its turn", () => {
  for (const what of everyWait) {
    it.effect(`for ${what}: does not log in once it is paused, and says why to whoever asked`, () => {
      const world = actorWorld({ ...one, rows: notDue })
      world.rows.state.jobs = ["job"]
      return Effect.gen(function* () {
        const { attending, gate, letThrough } = yield* whileWaiting(world, what)
        world.rows.set({ status: "paused" })
        yield* letThrough
        assert.strictEqual(yield* Fiber.join(attending), "rested")
        assert.deepStrictEqual(world.seen, [])
        assert.deepStrictEqual(world.rows.state.answers, ["job skipped: the account is paused"])
        yield* assertAllFree(gate)
      }).pipe(Effect.provide(world.layer))
    })

    it.effect(`for ${what}: logs in with what a restart granted meanwhile`, () => {
      const world = actorWorld(one)
      return Effect.gen(function* () {
        const { attending, gate, letThrough } = yield* whileWaiting(world, what)
        world.rows.set({ loginGrant: 1 })
        yield* letThrough
        assert.strictEqual(yield* Fiber.join(attending), "rested")
        assert.include(world.seen, "login, grant 1")
        yield* assertAllFree(gate)
      }).pipe(Effect.provide(world.layer))
    })

    it.effect(`for ${what}: gives back all that it has when it is stopped`, () => {
      const world = actorWorld(one)
      return Effect.gen(function* () {
        const { attending, gate, letThrough } = yield* whileWaiting(world, what)
        yield* Fiber.interrupt(attending)
        yield* letThrough
        assert.deepStrictEqual(world.seen, [])
        yield* assertAllFree(gate)
      }).pipe(Effect.provide(world.layer))
    })

    it.effect(`for ${what}: gives back all that it has when its permit comes as it is stopped`, () => {
      const world = actorWorld(one)
      return Effect.gen(function* () {
        const { attending, gate, letThrough } = yield* whileWaiting(world, what)
        const stopping = yield* Effect.forkChild(Fiber.interrupt(attending))
        yield* letThrough
        yield* Fiber.join(stopping)
        yield* settle
        yield* assertAllFree(gate)
      }).pipe(Effect.provide(world.layer))
    })
  }

  it.effect(
    "for a browser context, then for its bank: leaves the bank to others until it has the context, however long",
    () => {
      const world = actorWorld(one)
      return Effect.gen(function* () {
        const { attending, gate, letThrough } = yield* whileWaiting(world, "a browser context")
        yield* TestClock.adjust(Duration.hours(1))
        const bank = yield* Scope.make()
        yield* waits["the bank"](gate, bank)
        yield* letThrough
        yield* TestClock.adjust(Duration.hours(1))
        assert.deepStrictEqual(world.seen, [], "the bank was free for another account, who is still there")

        const next = yield* Effect.forkChild(Effect.scoped(gate.openContext(other("third login", "third"))), {
          startImmediately: true
        })
        yield* settle
        assert.isFalse(isOver(next), "its context is kept while it waits for the bank, with its place in that queue")
        yield* Scope.close(bank, Exit.void)
        assert.strictEqual(yield* Fiber.join(attending), "rested")
        assert.include(world.seen, "login, grant 0")
        yield* Fiber.join(next)
        yield* assertAllFree(gate)
      }).pipe(Effect.provide(world.layer))
    }
  )

  it.effect("waits for its own turn where its login has become another one meanwhile", () => {
    const world = actorWorld(one)
    return Effect.gen(function* () {
      const { attending, gate, letThrough } = yield* whileWaiting(world, "its login")
      const otherLogin = yield* Scope.make()
      yield* Scope.provide(gate.atLogin({ ...other("new login"), ...mate }), otherLogin)
      world.rows.set({ loginId: "new login" })
      yield* letThrough
      assert.deepStrictEqual(world.seen, [])
      yield* Scope.close(otherLogin, Exit.void)
      assert.strictEqual(yield* Fiber.join(attending), "rested")
      assert.include(world.seen, "login, grant 0")
    }).pipe(Effect.provide(world.layer))
  })

  it.effect("goes before scheduled reads once somebody asks for it, in every queue that it comes to after", () => {
    const world = actorWorld({ policy: { bankConcurrency: 1, sessionConcurrency: 1 } })
    return Effect.gen(function* () {
      const gate = yield* SessionGate
      const context = yield* Scope.make()
      yield* Scope.provide(gate.openContext({ ...other(), userId: "ana" }), context)
      const { actor, letThrough } = yield* whileWaiting(world, "its login")
      const order: Array<string> = []
      const scheduled = { ...other("third login", "scheduled"), userId: "ana" }
      yield* Effect.forkChild(
        Effect.scoped(
          Effect.andThen(
            gate.openContext(scheduled),
            Effect.sync(() => order.push("scheduled"))
          )
        ),
        { startImmediately: true }
      )
      world.rows.state.jobs = ["job"]
      world.rows.set({})
      assert.strictEqual(yield* actor.Attend(), "attended")
      yield* settle
      yield* letThrough
      yield* until(() => world.seen.length === 0, "nothing yet")
      world.phases.login = Effect.sync(() => {
        order.push("asked")
        return "authenticated"
      })
      yield* Scope.close(context, Exit.void)
      yield* until(() => order.length === 2, "both")
      assert.deepStrictEqual(order, ["asked", "scheduled"])
    }).pipe(Effect.provide(world.layer))
  })
})
