import {
  AccountRepository,
  ConciliationRepository,
  MovementRepository,
  OutboxRepository,
  ScriptRepository,
  SessionRepository,
  UserRepository
} from "@counterfoil/core"
import { Effect, Layer } from "effect"
import { KeyRepositorySql } from "./sql/KeyRepositorySql.ts"
import { ActivityLogSql } from "./sql/events/ActivityLogSql.ts"
import { CodeRepositorySql } from "./sql/codes/CodeRepositorySql.ts"
import { DueAccountsSql } from "./sql/accounts/DueAccountsSql.ts"
import { OperatorRepositorySql } from "./sql/operators/OperatorRepositorySql.ts"
import { NoticeRepositorySql } from "./sql/notices/NoticeRepositorySql.ts"
import { ReadableRowsSql } from "./sql/ReadableRowsSql.ts"
import { ErasureSql } from "./sql/ErasureSql.ts"
import { HousekeepingSql } from "./sql/operators/HousekeepingSql.ts"
import { EventRepositorySql } from "./sql/events/EventRepositorySql.ts"
import { TransactorSql } from "./sql/TransactorSql.ts"
import { userRows } from "./sql/users/userRows.ts"
import { apiKeyRows } from "./sql/users/apiKeyRows.ts"
import { ticketRows } from "./sql/users/ticketRows.ts"
import { quotaRows } from "./sql/users/quotaRows.ts"
import { accountRows } from "./sql/accounts/accountRows.ts"
import { settingsRows } from "./sql/accounts/settingsRows.ts"
import { actorRows } from "./sql/accounts/actorRows.ts"
import { loginRows } from "./sql/accounts/loginRows.ts"
import { sessionRows } from "./sql/sessions/sessionRows.ts"
import { assistanceRows } from "./sql/sessions/assistanceRows.ts"
import { intakeRows } from "./sql/movements/intakeRows.ts"
import { likenessRows } from "./sql/movements/likenessRows.ts"
import { movementRows } from "./sql/movements/movementRows.ts"
import { scrapeRows } from "./sql/movements/scrapeRows.ts"
import { passRows } from "./sql/conciliation/passRows.ts"
import { requestRows } from "./sql/conciliation/requestRows.ts"
import { settlementRows } from "./sql/conciliation/settlementRows.ts"
import { rehearsalRows } from "./sql/conciliation/rehearsalRows.ts"
import { payerRows } from "./sql/conciliation/payerRows.ts"
import { taughtRows } from "./sql/conciliation/taughtRows.ts"
import { orderRows } from "./sql/conciliation/orderRows.ts"
import { worklistRows } from "./sql/conciliation/worklistRows.ts"
import { outboxRows } from "./sql/delivery/outboxRows.ts"
import { deliveryRows } from "./sql/delivery/deliveryRows.ts"
import { deliveryLogRows } from "./sql/delivery/deliveryLogRows.ts"
import { endpointRows } from "./sql/delivery/endpointRows.ts"
import { scriptRows } from "./sql/scripts/scriptRows.ts"
import { bankRows } from "./sql/scripts/bankRows.ts"
import { scriptReportRows } from "./sql/scripts/scriptReportRows.ts"
import { shadowRows } from "./sql/scripts/shadowRows.ts"
import { consentRows } from "./sql/scripts/consentRows.ts"

const UserRepositorySql = Layer.effect(
  UserRepository,
  Effect.gen(function* () {
    return UserRepository.of({
      ...(yield* userRows),
      ...(yield* apiKeyRows),
      ...(yield* ticketRows),
      ...(yield* quotaRows)
    })
  })
)

const AccountRepositorySql = Layer.effect(
  AccountRepository,
  Effect.gen(function* () {
    return AccountRepository.of({
      ...(yield* accountRows),
      ...(yield* settingsRows),
      ...(yield* loginRows),
      ...(yield* actorRows)
    })
  })
)

const SessionRepositorySql = Layer.effect(
  SessionRepository,
  Effect.gen(function* () {
    return SessionRepository.of({ ...(yield* sessionRows), ...(yield* assistanceRows) })
  })
)

const MovementRepositorySql = Layer.effect(
  MovementRepository,
  Effect.gen(function* () {
    return MovementRepository.of({
      ...(yield* intakeRows),
      ...(yield* likenessRows),
      ...(yield* movementRows),
      ...(yield* scrapeRows)
    })
  })
)

const ConciliationRepositorySql = Layer.effect(
  ConciliationRepository,
  Effect.gen(function* () {
    return ConciliationRepository.of({
      ...(yield* passRows),
      ...(yield* requestRows),
      ...(yield* payerRows),
      ...(yield* taughtRows),
      ...(yield* settlementRows),
      ...(yield* rehearsalRows),
      ...(yield* orderRows),
      ...(yield* worklistRows)
    })
  })
)

const OutboxRepositorySql = Layer.effect(
  OutboxRepository,
  Effect.gen(function* () {
    return OutboxRepository.of({
      ...(yield* outboxRows),
      ...(yield* deliveryRows),
      ...(yield* deliveryLogRows),
      ...(yield* endpointRows)
    })
  })
)

const ScriptRepositorySql = Layer.effect(
  ScriptRepository,
  Effect.gen(function* () {
    return ScriptRepository.of({
      ...(yield* scriptRows),
      ...(yield* bankRows),
      ...(yield* scriptReportRows),
      ...(yield* shadowRows),
      ...(yield* consentRows)
    })
  })
)

/** Every adapter of core's ports, over one database. */
export const StoreLayers = Layer.mergeAll(
  AccountRepositorySql,
  ActivityLogSql,
  CodeRepositorySql,
  ConciliationRepositorySql,
  DueAccountsSql,
  ErasureSql.pipe(Layer.provide(TransactorSql)),
  EventRepositorySql,
  HousekeepingSql,
  KeyRepositorySql,
  MovementRepositorySql,
  OperatorRepositorySql,
  NoticeRepositorySql,
  OutboxRepositorySql,
  ReadableRowsSql,
  ScriptRepositorySql,
  SessionRepositorySql,
  TransactorSql,
  UserRepositorySql
)
