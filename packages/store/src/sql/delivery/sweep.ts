/** Upkeep that no request triggers: lapsed leases, messages without an address, probes of failing endpoints. */
import type { Duration } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { interval, isPaused, places, targets } from "./places.ts"

/** Clocks of nodes agree better. */
const setBack = "interval '10 minutes'"

export const makeSweep = (sql: SqlClient.SqlClient) => {
  const [targetsSql, placesSql, isPausedSql] = [sql.literal(targets), sql.literal(places), sql.literal(isPaused)]

  const homeless = (at: Statement.Fragment) => sql`(
        select p.account_id, p.lane, p.background, a.deleted_at is not null or p.lane = 'notification' as pointless
        from place p
        join accounts a on a.id = p.account_id
        left join ${targetsSql} t on t.account_id = p.account_id and t.lane = p.lane
        left join endpoints e on e.account_id = t.account_id and e.address = t.address
        where p.at <= ${at}
          and (a.deleted_at is not null or t.address is null or e.disabled_at is not null or ${isPausedSql}))`

  return {
    /** Attempts that a crash cut off; they are made again, unless they are superseded. */
    takeBack: (at: Statement.Fragment, which: "lapsed" | "all") => sql`update outbox set leased_until = null,
        status = case when superseded then 'cancelled' else 'pending' end,
        early_at = case when due_at > ${at} then ${at} end
      where status = 'delivering' and leased_until <= ${which === "all" ? sql.literal("'infinity'") : sql.literal("now()")}`,

    /**
     * The accounts in which something waits that has nowhere to go, locked: whoever resumes, pauses or saves settings has locked
     * them before, and those are left for the next sweep. So are those of which somebody sends a message again (`lockEndpoints`).
     */
    lockHomeless: (at: Statement.Fragment) => sql`with recursive ${placesSql}
      select a.id from accounts a where a.id in (select h.account_id from ${homeless(at)} h) order by a.id
      for share of a skip locked`,

    /** Those of the accounts whose endpoints nobody changes just now: locked, too. */
    lockEndpoints: (accountIds: ReadonlyArray<string>) => sql`with ours as materialized (
        select account_id, address from endpoints where account_id = any(${accountIds}::uuid[])
        order by account_id, address for share skip locked)
      select i.id from unnest(${accountIds}::uuid[]) i (id) where not exists (
        select from endpoints e where e.account_id = i.id and not exists (
          select from ours o where o.account_id = e.account_id and o.address = e.address))`,

    /** Of the locked accounts, by a statement of its own: it sees what was committed before they were locked. */
    parkHomeless: (at: Statement.Fragment, accountIds: ReadonlyArray<string>) => sql`with recursive ${placesSql}
      update outbox o set status = case when w.pointless then 'cancelled' else 'held' end
      from (
        select m.id, h.pointless from ${homeless(at)} h
        join outbox m on m.account_id = h.account_id and m.lane = h.lane and m.background = h.background
        where h.account_id = any(${accountIds}::uuid[]) and m.status = 'pending' and least(m.due_at, m.early_at) <= ${at}
        for update of m skip locked) w
      where o.id = w.id`,

    /** What happened later than now happened by a clock that has been set back since: probes would wait for that time. */
    setRight: (at: Statement.Fragment) => sql`update endpoints e
      set last_failure_at = case when e.last_failure_at > ${at} then ${at} else e.last_failure_at end,
        recovered_at = case when e.recovered_at > ${at} then ${at} else e.recovered_at end
      where (e.account_id, e.address) in (
        select account_id, address from endpoints
        where greatest(last_failure_at, recovered_at) > ${at} + ${sql.literal(setBack)}
        order by account_id, address for update)`,

    probe: (at: Statement.Fragment, probeInterval: Duration.Duration) =>
      sql`update outbox o set early_at = ${at}
        from endpoints e
        join ${targetsSql} t on t.account_id = e.account_id and t.address = e.address and t.lane = 'result'
        cross join lateral (
          select w.id, least(w.due_at, w.early_at) as at from outbox w
          where w.account_id = e.account_id and w.lane = 'result' and w.status = 'pending'
          order by w.created_at, w.id limit 1) oldest
        where e.failures > 0 and e.disabled_at is null and e.paused_at is null
          and e.last_failure_at <= ${at} - ${interval(sql, probeInterval)}
          and oldest.at > ${at} and o.id = oldest.id and o.status = 'pending'
          and not exists (select from outbox d
            where d.account_id = e.account_id and d.lane = 'result' and d.status = 'delivering')`
  }
}
