/** The plans of the statements that an effect really sends. */
import { Effect, Schema } from "effect"
import { SqlClient, Statement } from "effect/sql"

const PlanNode = Schema.Struct({
  "Node Type": Schema.String,
  "Relation Name": Schema.optionalKey(Schema.String),
  "Index Name": Schema.optionalKey(Schema.String),
  "Actual Rows": Schema.Finite,
  "Actual Loops": Schema.Finite,
  "Rows Removed by Filter": Schema.optionalKey(Schema.Finite),
  "Rows Removed by Index Recheck": Schema.optionalKey(Schema.Finite),
  Plans: Schema.optionalKey(Schema.Array(Schema.Unknown))
})
type PlanNode = typeof PlanNode.Type

const decodeNode = Schema.decodeUnknownSync(PlanNode)
const decodeJson = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ "QUERY PLAN": Schema.Tuple([Schema.Struct({ Plan: Schema.Unknown })]) })])
)
const decodeText = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ "QUERY PLAN": Schema.String })))

interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<unknown>
}

const nodesOf = (node: unknown): ReadonlyArray<PlanNode> => {
  const plan = decodeNode(node)
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** The only statement of the effect. */
const statementOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const sent: Array<Sent> = []
    const record: Statement.Transformer = (statement) => {
      const [text, values] = statement.compile()
      sent.push({ text, values })
      return Effect.succeed(statement)
    }
    return Effect.flatMap(Effect.provideService(effect, Statement.CurrentTransformer, record), () => {
      const [only] = sent
      return only === undefined || sent.length > 1
        ? Effect.die(new Error(`expected one statement, saw ${sent.length}`))
        : Effect.succeed(only)
    })
  })

const textOf = (value: unknown): string => {
  if (value instanceof Date) return value.toISOString()
  return Array.isArray(value)
    ? `{${value.map((one) => (one === null ? "null" : String(one))).join(",")}}`
    : String(value)
}

const literal = (value: unknown): string => (value === null ? "null" : `'${textOf(value).replaceAll("'", "''")}'`)

/**
 * Runs `ask` of `explain <statement>`. `anyValues`: with the plan that Postgres would keep for a prepared statement,
 * whatever its values will be.
 */
const explained = <A, E>(
  effect: Effect.Effect<unknown, E, SqlClient.SqlClient>,
  options: string,
  anyValues: boolean,
  decode: (rows: unknown) => Effect.Effect<A, Schema.SchemaError>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { text, values } = yield* statementOf(effect)
    if (!anyValues) return yield* decode(yield* sql.unsafe(`explain (${options}) ${text}`, values).unprepared)
    const run = (statement: string) => sql.unsafe(statement).unprepared
    const list = values.length === 0 ? "" : `(${values.map(literal).join(", ")})`
    const rows = yield* sql.withTransaction(
      run("set local plan_cache_mode = force_generic_plan").pipe(
        Effect.andThen(run(`prepare explained as ${text}`)),
        Effect.andThen(run(`explain (${options}) execute explained${list}`)),
        Effect.ensuring(Effect.ignore(run("deallocate explained")))
      )
    )
    return yield* decode(rows)
  })

/** What it did, node by node. */
export const planOf = <E>(effect: Effect.Effect<unknown, E, SqlClient.SqlClient>, anyValues = false) =>
  explained(effect, "analyze, format json", anyValues, decodeJson).pipe(
    Effect.map(
      ([
        {
          "QUERY PLAN": [{ Plan: root }]
        }
      ]) => nodesOf(root)
    )
  )

class RolledBack<A> {
  readonly value: A
  constructor(value: A) {
    this.value = value
  }
}

/** The effect, and then nothing of it. */
const undone = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    effect.pipe(
      Effect.flatMap((value) => Effect.fail(new RolledBack(value))),
      sql.withTransaction,
      Effect.catch((failure) => (failure instanceof RolledBack ? Effect.succeed(failure.value) : Effect.fail(failure)))
    )
  )

/** What each statement of an effect did, in their order; nothing of it stays. */
export const plansOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const sent: Array<Sent> = []
    const record: Statement.Transformer = (statement) => {
      const [text, values] = statement.compile()
      sent.push({ text, values })
      return Effect.succeed(statement)
    }
    yield* undone(Effect.provideService(effect, Statement.CurrentTransformer, record))
    return yield* undone(
      Effect.forEach(sent, ({ text, values }) =>
        sql.unsafe(`explain (analyze, format json) ${text}`, values).unprepared.pipe(
          Effect.flatMap(decodeJson),
          Effect.map(
            ([
              {
                "QUERY PLAN": [{ Plan: root }]
              }
            ]) => ({ text, plan: nodesOf(root) })
          )
        )
      )
    )
  })

/** The plan of `planOf` for people, without what differs from run to run. */
export const planText = <E>(effect: Effect.Effect<unknown, E, SqlClient.SqlClient>) =>
  explained(effect, "analyze, costs off, timing off, summary off, buffers off", false, decodeText).pipe(
    Effect.map((rows) => rows.map((row) => row["QUERY PLAN"]).join("\n"))
  )

export type Plan = ReadonlyArray<PlanNode>

/** Rows of the table that were looked at, whether they were wanted or not. */
export const rowsRead = (plan: Plan, table: string): number =>
  plan
    .filter((node) => node["Relation Name"] === table)
    .map((node) => {
      const dropped = (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)
      return (node["Actual Rows"] + dropped) * node["Actual Loops"]
    })
    .reduce((sum, rows) => sum + rows, 0)

export const indexesUsed = (plan: Plan): ReadonlyArray<string> => [
  ...new Set(plan.flatMap((node) => node["Index Name"] ?? []))
]

/** Steps that a page must do without: their cost grows with the table. */
export const heavySteps = (plan: Plan): ReadonlyArray<string> =>
  plan
    .filter((node) => /Seq Scan|Sort|Bitmap|Hash/.test(node["Node Type"]))
    .map((node) => [node["Node Type"], node["Relation Name"]].filter((part) => part !== undefined).join(" on "))
