import { BankPermits } from "@counterfoil/core"
import { BankPermitsSql, Database } from "@counterfoil/store"
import { TestDatabase } from "@counterfoil/testing"
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Deferred, Duration, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { SqlClient } from "effect/sql"
import { randomUUID } from "node:crypto"
import { seedAccount } from "../seed.ts"
import { beat } from "../waiting.ts"

const somebody = randomUUID()

/** At most. */
const betweenTries = Duration.millis(400)

const wantedAfter = Duration.minutes(10)

/** A process of its own, as far as the database can tell. */
const startNode = Effect.fnUntraced(function* (name: string) {
  const { url } = yield* TestDatabase
  const scope = yield* Scope.make()
  yield* Effect.addFinalizer(() => Scope.close(scope, Exit.void))
  const context = yield* Layer.buildWithScope(
    Layer.fresh(BankPermitsSql.layer({ lease: Duration.seconds(15) })).pipe(
      Layer.provide(Layer.fresh(Database.layer({ url, maxConnections: 2, applicationName: name })))
    ),
    scope
  )
  const shared = Context.get(context, BankPermits)
  assert.isNotNull(shared)
  const takeFor = (bankId: string, permits: number, users: ReadonlyArray<string>) =>
    Effect.map(
      shared?.take(bankId, permits)(() => users) ?? Effect.die("there are no permits"),
      (permit) => permit ?? { userId: "", giveBack: Effect.void }
    )
  const take = (bankId: string, permits: number) =>
    Effect.map(takeFor(bankId, permits, [somebody]), ({ giveBack }) => giveBack)
  const takeLogin = (loginId: string) =>
    Effect.map(
      shared?.takeLogin(loginId, wantedAfter)(() => [somebody]) ?? Effect.die("there are no permits"),
      (permit) => (permit === null ? Effect.void : permit.giveBack)
    )
  const isWanted = (loginId: string) => shared?.isWanted(loginId) ?? Effect.die("there are no permits")
  return { take, takeFor, takeLogin, isWanted, leave: Scope.close(scope, Exit.void) }
})

/** Ends the node's connections, and waits until they are gone, as a kill of the process, its freezing or a lost network do. */
const cut = (name: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity where application_name = ${name}`
  )

layer(TestDatabase.layer, { excludeTestServices: true })("a bank's permits", (it) => {
  it.effect("are never more for all nodes than for one node, and everybody who waits gets one", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const nodes = [yield* startNode("many a"), yield* startNode("many b")]
      const bankId = randomUUID()
      const inside = { now: 0, most: 0 }
      const full = yield* Deferred.make<void>()
      const visit = (node: (typeof nodes)[number]) =>
        Effect.gen(function* () {
          const giveBack = yield* node.take(bankId, 3)
          inside.now += 1
          inside.most = Math.max(inside.most, inside.now)
          if (inside.now === 3) yield* Deferred.succeed(full, undefined)
          yield* Deferred.await(full)
          yield* sql`select pg_sleep(0.01)`
          inside.now -= 1
          yield* giveBack
        })

      const visitors = nodes.flatMap((node) => Array.from({ length: 12 }, () => visit(node)))
      yield* Effect.all(visitors, { concurrency: "unbounded" })

      assert.deepStrictEqual(inside, { now: 0, most: 3 })
    })
  )

  it.effect("of one bank are no other's", () =>
    Effect.gen(function* () {
      const { take } = yield* startNode("two banks")

      yield* Effect.asVoid(take(randomUUID(), 1))
      yield* Effect.asVoid(take(randomUUID(), 1))
    })
  )

  it.effect("come to other nodes even if one node always wants them", () =>
    Effect.gen(function* () {
      const bankId = randomUUID()
      const greedy = yield* startNode("greedy")
      const other = yield* startNode("modest")
      yield* Effect.forkScoped(Effect.forever(Effect.flatten(greedy.take(bankId, 1))))

      yield* Effect.asVoid(other.take(bankId, 1))
    })
  )

  it.effect("of a node that is gone are free, and it takes others when it is back", () =>
    Effect.gen(function* () {
      const bankId = randomUUID()
      const lost = yield* startNode("lost")
      const other = yield* startNode("other")
      const giveBack = yield* lost.take(bankId, 1)
      const waiting = yield* Effect.forkChild(other.take(bankId, 1))

      // Again and again: it would take its own again.
      const theirs = yield* Effect.raceFirst(Fiber.join(waiting), Effect.forever(Effect.andThen(cut("lost"), beat)))
      // Not its own any more: giving it back takes nothing from the other node.
      yield* giveBack
      const again = yield* Effect.forkChild(lost.take(bankId, 1))
      yield* theirs
      yield* Effect.asVoid(Fiber.join(again))
    })
  )

  it.effect("of a node that lost the database for a moment are still its own", () =>
    Effect.gen(function* () {
      const bankId = randomUUID()
      const node = yield* startNode("back again")
      const other = yield* startNode("beside it")
      const giveBack = yield* node.take(bankId, 1)

      yield* cut("back again")
      // It is back.
      yield* Effect.asVoid(node.take(randomUUID(), 1))
      const waiting = yield* Effect.forkChild(other.take(bankId, 1), { startImmediately: true })
      // One try after the other: by then it has tried.
      yield* Effect.asVoid(other.take(randomUUID(), 1))
      assert.isUndefined(waiting.pollUnsafe())
      yield* giveBack
      yield* Effect.asVoid(Fiber.join(waiting))
    })
  )

  it.effect("that another node has taken meanwhile are the first node's again, once they are given back", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const bankId = randomUUID()
      const node = yield* startNode("taken again")
      const other = yield* startNode("taken meanwhile")
      const giveBack = yield* node.take(bankId, 1)
      const waiting = yield* Effect.forkChild(other.take(bankId, 1))
      const theirs = yield* Effect.raceFirst(
        Fiber.join(waiting),
        Effect.forever(Effect.andThen(cut("taken again"), beat))
      )

      // It is back, and has found it taken.
      yield* Effect.flatten(node.take(randomUUID(), 1))
      yield* theirs
      const locks = sql`select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name = 'taken again'`
      // The permit, and the user's turn.
      yield* Effect.repeat(Effect.andThen(beat, locks), { until: (rows) => rows.length === 2 })
      const next = yield* Effect.forkChild(other.take(bankId, 1), { startImmediately: true })
      yield* Effect.asVoid(other.take(randomUUID(), 1))
      assert.isUndefined(next.pollUnsafe())
      yield* giveBack
      yield* Effect.asVoid(Fiber.join(next))
    })
  )

  it.effect("for a login stay with the node whose connection alone was lost, whoever waits for it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const loginId = randomUUID()
      const node = yield* startNode("in its session")
      const other = yield* startNode("of the same login")
      /** One try after the other: by then what waits there has tried, and has given back what it had. */
      const hasTried = Effect.repeat(Effect.flatten(other.take(randomUUID(), 1)), { times: 2 })
      const giveBack = yield* node.takeLogin(loginId)
      const clock = yield* TestClock.make()
      const waiting = yield* Effect.forkChild(Effect.provideService(other.takeLogin(loginId), Clock.Clock, clock), {
        startImmediately: true
      })
      yield* hasTried

      yield* cut("in its session")
      yield* clock.adjust(betweenTries)
      yield* hasTried
      assert.isUndefined(waiting.pollUnsafe())
      const locks = sql`select from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and granted and application_name = 'in its session'`
      yield* Effect.repeat(Effect.andThen(beat, locks), { until: (rows) => rows.length === 2 })
      yield* clock.adjust(Duration.seconds(2))
      yield* hasTried
      assert.isUndefined(waiting.pollUnsafe())

      yield* giveBack
      const going = Effect.forever(Effect.andThen(clock.adjust(Duration.seconds(2)), hasTried))
      yield* Effect.asVoid(Effect.raceFirst(Fiber.join(waiting), going))
    })
  )

  it.effect("for a login come to other nodes even if one node always wants them", () =>
    Effect.gen(function* () {
      const loginId = randomUUID()
      const greedy = yield* startNode("many accounts of a login")
      const other = yield* startNode("one account of it")
      const clock = yield* TestClock.make()
      const taking = (node: typeof greedy) =>
        Effect.forkChild(Effect.provideService(node.takeLogin(loginId), Clock.Clock, clock), {
          startImmediately: true
        })
      const hasTried = Effect.repeat(Effect.flatten(other.take(randomUUID(), 1)), { times: 2 })
      // By the usual clock: until its node is connected it waits.
      let giveBack = yield* greedy.takeLogin(loginId)
      const waiting = yield* taking(other)
      yield* hasTried

      const going = Effect.forever(Effect.andThen(clock.adjust(Duration.millis(100)), hasTried))
      let first = "greedy"
      for (let turn = 0; turn < 9 && first === "greedy"; turn++) {
        yield* Effect.provideService(giveBack, Clock.Clock, clock)
        const next = yield* taking(greedy)
        // Its permits are asked for one after the other.
        yield* Effect.repeat(Effect.flatten(greedy.take(randomUUID(), 1)), { times: 2 })
        first = yield* Effect.raceAllFirst([
          Effect.as(Fiber.join(waiting), "other"),
          Effect.as(Fiber.join(next), "greedy"),
          going
        ])
        if (first === "greedy") giveBack = yield* Fiber.join(next)
      }

      assert.strictEqual(first, "other")
    })
  )

  it.effect("for a login are seen to be wanted by a node that has waited for long, until it has them", () =>
    Effect.gen(function* () {
      const loginId = randomUUID()
      const holder = yield* startNode("reads all day")
      const other = yield* startNode("waits all day")
      const clock = yield* TestClock.make()
      const onClock = Effect.provideService(Clock.Clock, clock)
      const hasTried = Effect.repeat(Effect.flatten(other.take(randomUUID(), 1)), { times: 2 })
      const giveBack = yield* holder.takeLogin(loginId)
      const waiting = yield* Effect.forkChild(onClock(other.takeLogin(loginId)), { startImmediately: true })
      yield* hasTried
      yield* clock.adjust(betweenTries)
      yield* hasTried
      assert.isFalse(yield* holder.isWanted(loginId))

      yield* clock.adjust(wantedAfter)
      yield* hasTried
      assert.isTrue(yield* holder.isWanted(loginId))
      assert.isTrue(yield* holder.isWanted(loginId))

      yield* onClock(giveBack)
      const going = Effect.forever(Effect.andThen(clock.adjust(Duration.seconds(2)), hasTried))
      yield* Effect.asVoid(Effect.raceFirst(Fiber.join(waiting), going))
      assert.isFalse(yield* holder.isWanted(loginId))
      assert.isFalse(yield* other.isWanted(loginId))
    })
  )

  it.effect("of a node that stops are free", () =>
    Effect.gen(function* () {
      const bankId = randomUUID()
      const [one, other] = [yield* startNode("stops"), yield* startNode("stays")]
      yield* Effect.asVoid(one.take(bankId, 1))

      yield* one.leave
      yield* Effect.asVoid(other.take(bankId, 1))
    })
  )
})

layer(TestDatabase.layer, { excludeTestServices: true })(
  "the permits of a bank where several users have accounts",
  (it) => {
    it.effect("are never all one user's, over all nodes", () =>
      Effect.gen(function* () {
        const { bankId, greedy, modest } = yield* twoCustomers
        const [one, other] = [yield* startNode("greedy here"), yield* startNode("greedy there")]
        const first = yield* one.takeFor(bankId, 4, [greedy])
        yield* other.takeFor(bankId, 4, [greedy])
        const third = yield* Effect.forkChild(one.takeFor(bankId, 4, [greedy]))

        // Two are left, for somebody else.
        for (const node of [one, other]) {
          assert.strictEqual((yield* node.takeFor(bankId, 4, [greedy, modest])).userId, modest)
        }
        assert.isUndefined(third.pollUnsafe())
        yield* first.giveBack
        assert.strictEqual((yield* Fiber.join(third)).userId, greedy)
      })
    )
  }
)

/** A bank with an account of each of two users. */
const twoCustomers = Effect.gen(function* () {
  const { bankId, userId: greedy } = yield* seedAccount()
  const { userId: modest } = yield* seedAccount(undefined, bankId)
  return { bankId, greedy, modest }
})
