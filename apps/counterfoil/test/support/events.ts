/** What a server has told about its accounts, as its own table has it: nobody is connected when a killed one's end is told. */
import { Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"

const urlOf = (home: string): string => {
  const folder = join(home, "postgres")
  const port = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[3]
  return `postgres://counterfoil:${readFileSync(join(folder, "password"), "utf8")}@127.0.0.1:${port}/counterfoil`
}

/** The types of an account's events, in their order. The server of `home` must be running. */
export const eventsOf = (home: string, accountId: string): Effect.Effect<ReadonlyArray<string>> =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: urlOf(home) })
    await client.connect()
    const { rows } = await client.query("select type from events where account_id = $1 order by id", [accountId])
    await client.end()
    return rows.map((row) => String(Object(row).type))
  })
