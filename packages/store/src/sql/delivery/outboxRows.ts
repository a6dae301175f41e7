import { Effect, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { currentTrace, type OutboxMessage, type OutboxRows, type Unsent } from "@counterfoil/core"
import { outboxMachine, statesBefore } from "@counterfoil/domain"
import { rowAs, run } from "../rows.ts"
import { atNow } from "../atNow.ts"
import { cellsOf } from "../cellsOf.ts"

const latestRow = rowAs(Schema.Struct({ id: Schema.String, accountId: Schema.String }))

const asJson = (messages: ReadonlyArray<OutboxMessage>): string => JSON.stringify(messages.map(rowOf))

const rowOf = (message: OutboxMessage, nth: number) => ({
  nth,
  id: message.id,
  message_id: message.messageId,
  account_id: message.accountId,
  lane: message.lane,
  event: message.event,
  request_id: message.requestId,
  movement_id: message.movementId,
  assistance_id: message.assistanceId,
  body: Buffer.from(message.body).toString("base64")
})

const isResult = ({ lane, requestId }: OutboxMessage): boolean => lane === "result" && requestId !== null

/** Of a message that is sent again and again by hand, with its first one: each has the whole body, and stays for ever. */
const deliveriesKept = 20

const cancellable = statesBefore(outboxMachine, "cancel")

export const outboxRows = Effect.map(SqlClient.SqlClient, (sql): OutboxRows => {
  const now = atNow(sql)

  const whose = (of: Unsent): Statement.Fragment => {
    if ("noticesBut" in of) {
      return sql`account_id = ${of.accountId} and lane = 'notification' and event <> all(${of.noticesBut})`
    }
    if ("accountId" in of) return sql`account_id = ${of.accountId}`
    if ("assistanceId" in of) return sql`assistance_id = ${of.assistanceId}`
    if ("movementIds" in of) {
      const paid = sql`array(select x.request_id from matches x
        where x.movement_id = any(${of.bookedBack ?? []}::uuid[]) and x.active)`
      const ofOrders = of.bookedBack === undefined ? sql`` : sql`or request_id = any(${paid}) and event = 'matched'`
      return sql`(movement_id = any(${of.movementIds}::uuid[]) ${ofOrders})`
    }
    return sql`request_id = ${of.requestId} and event = ${of.event}`
  }

  /**
   * The numbers are taken from the account's row, which is held until the commit: what is committed later has higher ones.
   * The account's row is locked first, as in every transaction that changes the account and adds a message: so no two deadlock.
   */
  const insert = (at: Statement.Fragment, messages: ReadonlyArray<OutboxMessage>, trace: string | null) =>
    run(sql`with m as materialized (
          select * from json_to_recordset(${asJson(messages)}::text::json) as m (nth int, id uuid, message_id text,
            account_id uuid, lane text, event text, request_id uuid, movement_id uuid, assistance_id uuid, body text)),
        account as materialized (
          select id from accounts where id in (select account_id from m) order by id for key share),
        taken as (
          insert into outbox_sequences as s (account_id, last)
          select id, (select count(*) from m where m.account_id = account.id) from account order by id
          on conflict (account_id) do update set last = s.last + excluded.last returning account_id, last)
        insert into outbox (id, message_id, account_id, lane, event, request_id, movement_id, assistance_id, body, sequence,
          status, due_at, created_at, trace)
        select m.id, m.message_id, m.account_id, m.lane, m.event, m.request_id, m.movement_id, m.assistance_id,
          decode(m.body, 'base64'), taken.last + 1 - row_number() over (partition by m.account_id order by m.nth desc),
          'pending', ${at}, ${at}, ${trace}::text
        from m left join taken on taken.account_id = m.account_id`)

  /** What is in flight can't be called back: it ends as delivered, or is not tried again. */
  const supersede = (messages: ReadonlyArray<OutboxMessage>) => {
    const results = messages.filter(isResult)
    return results.length === 0
      ? Effect.void
      : run(sql`update outbox set superseded = true, status = case status when 'delivering' then status else 'cancelled' end
          where id in (
            select o.id from outbox made join outbox o on o.request_id = made.request_id and o.sequence < made.sequence
            where made.id = any(${cellsOf(results, "id")}::uuid[]) and o.lane = 'result'
              and o.status = any(${cancellable}) and not o.superseded
            order by o.id for update of o)`)
  }

  /** As the table `alike` of one statement: the message's deliveries, this one (`told`) and what was asked for again. */
  const deliveriesOf = (id: string) => sql`told as (select * from outbox where id = ${id}),
          alike as materialized (
            select o.id, o.status, o.superseded, o.created_at from told
              join outbox o on o.request_id = told.request_id and o.message_id = told.message_id
            union
            select o.id, o.status, o.superseded, o.created_at from told
              join outbox o on o.movement_id = told.movement_id and o.message_id = told.message_id
            union
            select o.id, o.status, o.superseded, o.created_at from told
              join outbox o on o.account_id = told.account_id and o.event = told.event and o.message_id = told.message_id
              where told.lane = 'notification')`

  return {
    add: (messages) =>
      Effect.andThen(
        Effect.flatMap(currentTrace, (trace) => now((at) => insert(at, messages, trace))),
        supersede(messages)
      ),
    // What came before an event that is no longer true isn't its outcome either.
    latestResult: (of) =>
      latestRow(sql`select id, account_id as "accountId" from (
          select id, account_id, event, status from outbox
          where lane = 'result' and ${
            "requestId" in of ? sql`request_id = ${of.requestId}` : sql`movement_id = ${of.movementId}`
          } order by sequence desc, created_at desc, id desc limit 1) latest
        ${"isHeldBack" in of ? sql`where status = 'cancelled'` : "but" in of ? sql`where event <> ${of.but}` : sql``}`),
    copy: (id, newId) =>
      now((at) =>
        run(sql`with ${deliveriesOf(id)},
          waiting as (
            update outbox set early_at = case when due_at > ${at} then ${at} end, background = false
            where id = (select id from alike where status in ('pending', 'held') and not superseded
                order by created_at, id limit 1)
              and status in ('pending', 'held') returning 1),
          forgotten as (
            delete from outbox where id in (
              select id from (select id, status, row_number() over (order by created_at, id) as nth,
                  row_number() over (partition by status order by created_at desc, id desc) as nth_latest from alike) a
              where status = 'delivered' and nth > 1 and nth_latest > ${deliveriesKept}))
          insert into outbox (id, message_id, account_id, lane, event, request_id, movement_id, assistance_id, body,
            sequence, status, due_at, created_at)
          select ${newId}, message_id, account_id, lane, event, request_id, movement_id, assistance_id, body, sequence,
            'pending', ${at}, ${at} from told where not exists (select from waiting)`)
      ),
    cancel: (of) =>
      run(sql`update outbox set status = 'cancelled', leased_until = null where id in (
          select id from outbox where status = any(${cancellable}) and ${whose(of)} order by id for update)`),
    release: (accountId) =>
      now((at) =>
        Effect.andThen(
          run(sql`update endpoints set disabled_at = null where account_id = ${accountId} and disabled_at is not null`),
          run(sql`update outbox set status = 'pending', early_at = case when due_at > ${at} then ${at} end
            where id in (select o.id from outbox o where o.account_id = ${accountId} and o.status = 'held' and ${
              // What a person paused, only a person resumes.
              sql`not exists (select from account_settings s
                join endpoints e on e.account_id = s.account_id and e.address = s.webhook_address
                where s.account_id = o.account_id and e.paused_at is not null)`
            } order by o.id for update of o)`)
        )
      ),
    // Includes deliveries that are under way with the earlier settings: if they fail, they are retried without waiting.
    hastenResults: (accountId) =>
      now((at) =>
        run(sql`update outbox set early_at = ${at} where id in (
          select id from outbox where account_id = ${accountId} and lane = 'result'
            and (status = 'pending' and due_at > ${at} or status = 'delivering') order by id for update)`)
      )
  }
})
