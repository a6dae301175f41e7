/** Who has registered, for operators. */
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"

const ListedUser = Schema.Struct({
  email: Schema.String,
  registered: Schema.String,
  isAdministrator: Schema.Boolean,
  accounts: Schema.Int
})
export type ListedUser = typeof ListedUser.Type

/** In the order in which they registered. */
export const userList: Effect.Effect<ReadonlyArray<ListedUser>, never, SqlClient.SqlClient> = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql`select email, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as registered,
      is_administrator as "isAdministrator",
      (select count(*) from accounts a where a.user_id = u.id and a.deleted_at is null)::int as accounts
    from users u where u.deleted_at is null order by created_at, id`.pipe(
      Effect.flatMap(Schema.decodeUnknownEffect(Schema.Array(ListedUser))),
      Effect.orDie
    )
)
