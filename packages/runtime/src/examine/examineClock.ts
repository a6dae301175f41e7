/** The clock of the machine, as the banks have it that it makes codes for. */
import { type ClockSkew, clockSkewOf, outboundHttpLayer } from "@counterfoil/core"
import { EmbeddedPostgres } from "@counterfoil/store"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import type { CounterfoilConfig } from "../config/CounterfoilConfig.ts"
import { databaseForCommand } from "../database.ts"
import type { Finding } from "./Finding.ts"

/** Of banks that codes are made for. */
const addresses = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.flatMap(
    sql`select distinct b.login_url as url from code_settings s join accounts a on a.id = s.account_id
      join banks b on b.id = a.bank_id where s.totp is not null and a.deleted_at is null and b.login_url is not null limit 5`,
    Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ url: Schema.String })))
  )
)

/** A step lasts 30 s at most banks, and most take the one before and the one after. */
const noticeable = 5
const harmful = 20

export const clockFinding = ({ ahead, host }: ClockSkew): Finding => {
  const subject = "clock"
  if (ahead === null) return { subject, verdict: "note", sentence: `${host} does not say what time it has` }
  const by = `the clock is ${Math.abs(ahead)} s ${ahead > 0 ? "ahead" : "behind"} by that of ${host}`
  if (Math.abs(ahead) < noticeable) return { subject, verdict: "ok", sentence: `as ${host} has it` }
  return Math.abs(ahead) < harmful
    ? { subject, verdict: "note", sentence: `${by}: codes may be refused; let it be set by NTP` }
    : { subject, verdict: "fault", sentence: `${by}: codes of authenticator secrets are refused; let it be set by NTP` }
}

/** Nothing is started for it: with an embedded database it is looked at while the server runs. */
export const clock = (config: CounterfoilConfig): Effect.Effect<ReadonlyArray<Finding>> => {
  const isReachable = Option.isSome(config.databaseUrl) || EmbeddedPostgres.holder({ home: config.home }) !== undefined
  if (!isReachable) return Effect.succeed([])
  return addresses.pipe(
    Effect.flatMap(Effect.forEach(({ url }) => Effect.map(clockSkewOf(url), clockFinding))),
    Effect.provide(databaseForCommand(config)),
    Effect.provide(outboundHttpLayer({ allow: config.bankEgressAllow })),
    // A database that can't be looked into is told of already.
    Effect.catchCause(() => Effect.succeed([]))
  )
}
