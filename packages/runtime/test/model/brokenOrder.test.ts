/** A fault of one order, in the whole service: what it must not take along. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { today } from "../contract/support/ScriptedBank.ts"
import { ActorWorld } from "./ActorWorld.ts"

let world: ActorWorld
beforeAll(async () => {
  world = await ActorWorld.open()
})
afterAll(() => world.close())

/** An order that is there before the first read has an attempt that was skipped for it. */
const statuses = (accountId: string) =>
  world.query(
    `select c.external_id, c.status, a.result from conciliation_requests c
      left join attempts a on a.request_id = c.id and a.result <> 'skipped' where c.account_id = $1 order by 1`,
    [accountId]
  )

it("neither ends the bank session nor leaves the scrape undone, and other orders are matched", async () => {
  const { customer, id } = await world.account()
  await world.query("update users set operation_mode = 'reconcile' where id = $1", [world.userId])
  await world.query(
    `insert into conciliation_requests (id, account_id, user_id, external_id, status, amount_minor, currency, sender_name,
        ordered_at, first_seen_at, created_at, updated_at)
      select gen_random_uuid(), $1, $2, name, 'pending', 1250, 'EUR', name, now() - interval '1 hour', now(), now(), now()
      from unnest(array['ANA RUIZ', 'OLGA IWANOWA']) as names (name)`,
    [id, world.userId]
  )
  await world.query(
    `create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from conciliation_requests where id = new.request_id and external_id = 'ANA RUIZ') then
        raise exception 'a broken order';
      end if;
      return new;
    end $$`,
    []
  )
  await world.query("create trigger refuse before insert on matches for each row execute function refuse()", [])
  const payment = { date: today(), amount: "12.50", currency: "EUR", description: "TRF" }
  customer.movements = [
    { ...payment, id: "1", counterparty: "Ana Ruiz" },
    { ...payment, id: "2", counterparty: "Olga Iwanowa" }
  ]
  await world.save(id, customer.username, customer.password, "persistent")
  await world.command((commands) => commands.scrape(id))
  await world.until(
    () => world.look(id),
    ({ done }) => (done === 1 ? undefined : "the scrape is not done")
  )
  // It is matched right after.
  await world.until(
    () => world.query("select 1 from account_work where account_id = $1", [id]),
    (work) => (work.length === 0 ? undefined : "the payments are not matched")
  )

  expect(await statuses(id)).toEqual([
    { external_id: "ANA RUIZ", status: "pending", result: "error" },
    { external_id: "OLGA IWANOWA", status: "matched", result: "matched" }
  ])
  expect(await world.look(id)).toMatchObject({ open_sessions: 1, started: 1, stopped: 0, reads: 1, failed: 0 })
})
