import { type OutboxMessage, OutboxRepository, type Unsent } from "@counterfoil/core"
import { outboxMachine, statesBefore } from "@counterfoil/domain"
import { Clock, Effect, Layer, Schema } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { rowAs, run } from "./rows.ts"

const messageRow = rowAs(
  Schema.Struct({
    id: Schema.String,
    messageId: Schema.String,
    accountId: Schema.String,
    lane: Schema.Literals(["result", "notification"]),
    event: Schema.String,
    requestId: Schema.NullOr(Schema.String),
    movementId: Schema.NullOr(Schema.String),
    assistanceId: Schema.NullOr(Schema.String),
    body: Schema.Uint8Array
  })
)

const asJson = (messages: ReadonlyArray<OutboxMessage>): string =>
  JSON.stringify(
    messages.map((message) => ({
      id: message.id,
      message_id: message.messageId,
      account_id: message.accountId,
      lane: message.lane,
      event: message.event,
      request_id: message.requestId,
      movement_id: message.movementId,
      assistance_id: message.assistanceId,
      body: Buffer.from(message.body).toString("base64")
    }))
  )

const cancellable = statesBefore(outboxMachine, "cancel")

export const OutboxRepositorySql: Layer.Layer<OutboxRepository, never, SqlClient.SqlClient> = Layer.effect(
  OutboxRepository,
  Effect.map(SqlClient.SqlClient, (sql) => {
    /** Now by our clock, which decides what is due. */
    const timed = <A>(effect: (at: Statement.Fragment) => Effect.Effect<A>): Effect.Effect<A> =>
      Effect.flatMap(Clock.currentTimeMillis, (ms) => effect(sql`${new Date(ms).toISOString()}::timestamptz`))

    const whose = (of: Unsent): Statement.Fragment => {
      if ("accountId" in of) return sql`account_id = ${of.accountId}`
      if ("assistanceId" in of) return sql`assistance_id = ${of.assistanceId}`
      if ("movementId" in of) return sql`movement_id = ${of.movementId}`
      return sql`request_id = ${of.requestId} and event = ${of.event}`
    }

    return OutboxRepository.of({
      add: (messages) =>
        timed((at) =>
          run(sql`insert into outbox (id, message_id, account_id, lane, event, request_id, movement_id, assistance_id, body,
            status, due_at, created_at)
          select id, message_id, account_id, lane, event, request_id, movement_id, assistance_id, decode(body, 'base64'),
            'pending', ${at}, ${at}
          from json_to_recordset(${asJson(messages)}::text::json) as m (id uuid, message_id text, account_id uuid, lane text,
            event text, request_id uuid, movement_id uuid, assistance_id uuid, body text)`)
        ),
      latest: (of) =>
        messageRow(sql`select id, message_id as "messageId", account_id as "accountId", lane, event,
            request_id as "requestId", movement_id as "movementId", assistance_id as "assistanceId", body
          from outbox
          where lane = 'result' and ${
            "requestId" in of
              ? sql`request_id = ${of.requestId} and event is distinct from ${of.but ?? null}`
              : sql`movement_id = ${of.movementId}`
          } order by created_at desc, id desc limit 1`),
      cancel: (of) =>
        run(sql`update outbox set status = 'cancelled', leased_until = null where id in (
          select id from outbox where status = any(${cancellable}) and ${whose(of)} order by id for update)`),
      release: (accountId) =>
        timed((at) =>
          Effect.andThen(
            run(
              sql`update endpoints set disabled_at = null where account_id = ${accountId} and disabled_at is not null`
            ),
            run(sql`update outbox set status = 'pending', early_at = case when due_at > ${at} then ${at} end
            where id in (select o.id from outbox o where o.account_id = ${accountId} and o.status = 'held' and ${
              // What a person paused, only a person resumes.
              sql`not exists (select from account_settings s
                join endpoints e on e.account_id = s.account_id and e.url = s.webhook_url
                where s.account_id = o.account_id and e.paused_at is not null)`
            } order by o.id for update of o)`)
          )
        ),
      hasten: (accountId) =>
        timed((at) =>
          run(sql`update outbox set early_at = ${at} where id in (
          select id from outbox where account_id = ${accountId} and lane = 'result' and status = 'pending'
            and due_at > ${at} order by id for update)`)
        )
    })
  })
)
