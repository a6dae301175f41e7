/** What the database remembers of the secrets that its rows were made with. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const Found = Schema.Array(Schema.Struct({ mark: Schema.NullOr(Schema.String), keys: Schema.Int }))

const pepper = "API_KEY_PEPPER"

/** The mark of the pepper, and how many API keys would no longer be known under another. */
export const pepperOfKeys = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`select (select mark from server_marks where name = ${pepper}) as mark,
    (select count(*) from api_keys where revoked_at is null)::int as keys`.pipe(
    Effect.flatMap(Schema.decodeUnknownEffect(Found)),
    Effect.map(([row]) => row ?? { mark: null, keys: 0 }),
    Effect.orDie
  )
)

export const notePepper = (mark: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.orDie(
      Effect.asVoid(sql`insert into server_marks (name, mark) values (${pepper}, ${mark})
        on conflict (name) do update set mark = excluded.mark`)
    )
  )
