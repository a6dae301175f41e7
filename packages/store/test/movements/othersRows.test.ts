/** A read whose new rows are those of another account of its login: a page that still showed that one. */
import { AccountRepository, Scrapes, StatementRefused } from "@counterfoil/core"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { bodies, type Row, scrape, Services, told } from "../matchingWorld.ts"
import { seedAccount, seedBank, seedSettings, seedUser } from "../seed.ts"

const WithScrapes = Layer.provideMerge(Scrapes.layer, Services)

/** `user` and `bank`: whose it is, and where; one of its own unless they are given. `mate`: of whose login it is. */
const account = Effect.fnUntraced(function* (
  name: string,
  user?: { readonly id: string },
  bank?: { readonly id: string },
  mate?: { readonly id: string }
) {
  const sql = yield* SqlClient.SqlClient
  const owner = user ?? (yield* seedUser("passthrough"))
  const where = bank ?? (yield* seedBank())
  const { id } = yield* seedAccount(owner.id, where.id)
  yield* sql`update accounts set name = ${name} where id = ${id}`
  if (mate !== undefined) {
    yield* sql`update accounts set login_id = (select login_id from accounts where id = ${mate.id}) where id = ${id}`
  }
  yield* seedSettings(id)
  const activation = yield* (yield* AccountRepository).activateActor(id)
  return { id, epoch: activation?.epoch ?? (yield* Effect.die("the account is there")), user: owner, bank: where }
})

/** Two of one login. */
const two = Effect.fnUntraced(function* () {
  const current = yield* account("Current")
  return { current, savings: yield* account("Savings", current.user, current.bank, current) }
})

type Of = Effect.Success<ReturnType<typeof account>>

const read = ({ epoch, id }: Of, rows: ReadonlyArray<Row>) => scrape(id, epoch, rows)

/** Why it was set aside; undefined: it was taken in. */
const whyNot = (of: Of, rows: ReadonlyArray<Row>) =>
  read(of, rows).pipe(
    Effect.as(undefined),
    Effect.catchTag("StatementRefused", ({ message }) => Effect.succeed(message))
  )

const setAside = Effect.fnUntraced(function* ({ id }: Of) {
  const sql = yield* SqlClient.SqlClient
  return yield* sql<{ readonly id: string; readonly fault: string }>`select id, fault from scrapes
    where account_id = ${id} and status = 'quarantined' order by finished_at`
})

const customers = ["ANA RUIZ", "LUIS MORA", "EVA SANZ", "PABLO GIL", "JUAN VEGA", "INES SOTO", "RITA PENA"]
const payments = (count: number, from = 0): ReadonlyArray<Row> =>
  customers
    .slice(from, from + count)
    .map((name, at) => ({ amount: `${100 + from + at}.00`, description: `TRF DE ${name}` }))
const withBalances = (rows: ReadonlyArray<Row>, first: number): ReadonlyArray<Row> =>
  rows.map((row, at) => ({
    ...row,
    balance: `${rows.slice(at).reduce((sum, { amount }) => sum + Number(amount), first)}.00`
  }))
const fees: ReadonlyArray<Row> = [
  { amount: "-3.00", description: "COMISION MANTENIMIENTO" },
  { amount: "-0.63", description: "IVA COMISION" },
  { amount: "-1.20", description: "CORREO" },
  { amount: "5.00", description: "BONIFICACION" }
]

layer(WithScrapes, { excludeTestServices: true })("a read that shows another account's rows", (it) => {
  it.effect("is set aside, and nothing of it is told: its owner hears which account it equals", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      yield* read(current, payments(5))
      const why = yield* whyNot(savings, payments(5))

      assert.include(why, "5 of 5 new rows that were compared are those of another account that its owner has here")
      assert.deepStrictEqual([bodies(current.id).length, bodies(savings.id).length], [5, 0])
      const [aside] = yield* setAside(savings)
      assert.include(aside?.fault, 'those of the account "Current"')
      const [entry] = told.filter(([id, kind]) => id === savings.id && kind === "scrape.quarantined")
      assert.include(entry?.[2], 'the account "Current"')
      // The page is right again.
      yield* read(savings, [{ amount: "900.00", description: "TRASPASO" }])
      assert.strictEqual(bodies(savings.id).length, 1)
    })
  )

  it.effect("is set aside before it is asked about what it lacks, and beside rows of the account's own", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      const own = Array.from({ length: 8 }, (_, at) => ({ amount: `${10 + at}.00`, description: `AHORRO ${at}` }))
      yield* read(savings, own)
      yield* read(current, payments(7))

      assert.include(yield* whyNot(savings, payments(7)), "are those of another account")
      // Its first page is the other account's, the second one its own.
      const more = { amount: "77.00", description: "AHORRO NUEVO" }
      assert.include(yield* whyNot(savings, [...payments(6), more, ...own]), "6 of 7 new rows")
      assert.strictEqual(bodies(savings.id).length, own.length)
    })
  )

  it.effect(
    "is set aside whichever of the two is read first; once the wrong one is taken out, the right one comes in",
    () =>
      Effect.gen(function* () {
        const { current, savings } = yield* two()
        const { scrapeId } = yield* read(savings, payments(4))
        assert.include(yield* whyNot(current, payments(4)), "are those of another account")

        const scrapes = yield* Scrapes
        yield* scrapes.exclude({ id: current.user.id, email: "ana@example.test" }, savings.id, scrapeId)

        assert.strictEqual(yield* whyNot(current, payments(4)), undefined)
        assert.strictEqual(bodies(current.id).length, 4)
      })
  )

  it.effect("comes in once its owner accepts it, and is asked about no more: of neither, whatever comes", () =>
    Effect.gen(function* () {
      const { current, savings: joint } = yield* two()
      yield* read(current, withBalances(payments(3), 0))
      assert.isDefined(yield* whyNot(joint, withBalances(payments(3), 0)))
      const [aside] = yield* setAside(joint)
      yield* (yield* Scrapes).accept({ id: joint.user.id, email: "ana@example.test" }, joint.id, aside?.id ?? "")
      assert.strictEqual(bodies(joint.id).length, 3)

      const later = withBalances([...payments(4, 3), ...payments(3)], 0)
      assert.strictEqual(yield* whyNot(joint, later), undefined)
      assert.strictEqual(yield* whyNot(current, later), undefined)
      assert.deepStrictEqual([bodies(current.id).length, bodies(joint.id).length], [7, 7])
    })
  )

  it.effect("is one of the two where both are taken in at the same moment", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      const why = yield* Effect.all([whyNot(current, payments(7)), whyNot(savings, payments(7))], {
        concurrency: "unbounded"
      })
      assert.strictEqual(why.filter((each) => each !== undefined).length, 1)
      assert.strictEqual(bodies(current.id).length + bodies(savings.id).length, 7)
    })
  )
})

layer(WithScrapes, { excludeTestServices: true })("a read that is like another account's", (it) => {
  const taken = Effect.fnUntraced(function* (of: Of, rows: ReadonlyArray<Row>) {
    assert.strictEqual(yield* whyNot(of, rows), undefined)
  })

  it.effect("comes in where only the bank's fees and bonus are the same, or the balances differ", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      yield* read(current, fees)
      yield* taken(savings, fees)
      const other = yield* two()
      yield* read(other.current, withBalances(payments(5), 0))
      yield* taken(other.savings, withBalances(payments(5), 1_000))
    })
  )

  it.effect("comes in where money goes from the one to the other, in the same words", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      const moved = payments(5).map(({ amount }) => ({ amount, description: "TRASPASO ENTRE CUENTAS" }))
      yield* read(
        current,
        moved.map((row) => ({ ...row, amount: `-${row.amount}` }))
      )
      yield* taken(savings, moved)
    })
  )

  it.effect("comes in where the other one is deleted, somebody else's, at another bank, or known by files", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const deleted = yield* two()
      yield* read(deleted.current, payments(5))
      yield* sql`update accounts set deleted_at = now() where id = ${deleted.current.id}`
      yield* taken(deleted.savings, payments(5))

      const own = yield* account("Own")
      yield* read(own, payments(5))
      yield* taken(yield* account("Of another", undefined, own.bank), payments(5))
      yield* taken(yield* account("Elsewhere", own.user), payments(5))
      yield* taken(yield* account("Of another login", own.user, own.bank), payments(5))

      const filed = yield* two()
      yield* read(filed.current, payments(5))
      yield* sql`update movements set from_statement = true where account_id = ${filed.current.id}`
      yield* taken(filed.savings, payments(5))
    })
  )

  it.effect("comes in where the bank no longer shows there what it showed by mistake", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      yield* read(savings, payments(4))
      for (const _ of [1, 2]) yield* read(savings, [])
      yield* taken(current, payments(4))
    })
  )

  it.effect("comes in where the bank's own ids, which are unique, differ", () =>
    Effect.gen(function* () {
      const { current, savings } = yield* two()
      const numbered = (prefix: string) => payments(5).map((row, at) => ({ ...row, id: `${prefix}${at}` }))
      const unique = { uniqueIds: true }
      yield* scrape(current.id, current.epoch, numbered("A"), true, unique)
      yield* scrape(savings.id, savings.epoch, numbered("B"), true, unique)
      const third = yield* account("Third", current.user, current.bank, current)
      const refused = yield* Effect.flip(scrape(third.id, third.epoch, numbered("B"), true, unique))
      assert.instanceOf(refused, StatementRefused)
    })
  )
})
