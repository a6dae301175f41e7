import { AccountKeyRepositorySql } from "./sql/AccountKeyRepositorySql.ts"
import { ActorRepositorySql } from "./sql/ActorRepositorySql.ts"
import { AssistanceRepositorySql } from "./sql/AssistanceRepositorySql.ts"
import { AccountRepositorySql } from "./sql/AccountRepositorySql.ts"
import { ActivityLogSql } from "./sql/ActivityLogSql.ts"
import { ApiKeyRepositorySql } from "./sql/ApiKeyRepositorySql.ts"
import { BankRepositorySql } from "./sql/BankRepositorySql.ts"
import { ConsentRepositorySql } from "./sql/ConsentRepositorySql.ts"
import { DueAccountsSql } from "./sql/DueAccountsSql.ts"
import { ConciliationRepositorySql } from "./sql/ConciliationRepositorySql.ts"
import { DeliveryLogRepositorySql } from "./sql/DeliveryLogRepositorySql.ts"
import { DeliveryRepositorySql } from "./sql/DeliveryRepositorySql.ts"
import { EndpointRepositorySql } from "./sql/EndpointRepositorySql.ts"
import { MovementQueriesSql } from "./sql/MovementQueriesSql.ts"
import { MovementRepositorySql } from "./sql/MovementRepositorySql.ts"
import { OperatorRepositorySql } from "./sql/OperatorRepositorySql.ts"
import { OrderRepositorySql } from "./sql/OrderRepositorySql.ts"
import { OutboxRepositorySql } from "./sql/OutboxRepositorySql.ts"
import { RehearsalRepositorySql } from "./sql/RehearsalRepositorySql.ts"
import { PushRepositorySql } from "./push/PushRepositorySql.ts"
import { QuotaRepositorySql } from "./sql/QuotaRepositorySql.ts"
import { ReadableRowsSql } from "./sql/ReadableRowsSql.ts"
import { RequestQueriesSql } from "./sql/RequestQueriesSql.ts"
import { HousekeepingSql } from "./sql/HousekeepingSql.ts"
import { EventRepositorySql } from "./sql/EventRepositorySql.ts"
import { ScriptReportRepositorySql } from "./sql/ScriptReportRepositorySql.ts"
import { ScriptRepositorySql } from "./sql/ScriptRepositorySql.ts"
import { SessionRepositorySql } from "./sql/SessionRepositorySql.ts"
import { SettingsRepositorySql } from "./sql/SettingsRepositorySql.ts"
import { ScrapeQueriesSql } from "./sql/ScrapeQueriesSql.ts"
import { ShadowRepositorySql } from "./sql/ShadowRepositorySql.ts"
import { SettlementRepositorySql } from "./sql/SettlementRepositorySql.ts"
import { TicketRepositorySql } from "./sql/TicketRepositorySql.ts"
import { TransactorSql } from "./sql/TransactorSql.ts"
import { UserRepositorySql } from "./sql/UserRepositorySql.ts"
import { WorklistQueriesSql } from "./sql/WorklistQueriesSql.ts"
import { Layer } from "effect"

/** Every adapter of core's ports, over one database. */
export const StoreLayers = Layer.mergeAll(
  AccountKeyRepositorySql,
  ActorRepositorySql,
  AssistanceRepositorySql,
  AccountRepositorySql,
  ActivityLogSql,
  ApiKeyRepositorySql,
  BankRepositorySql,
  ConciliationRepositorySql,
  ConsentRepositorySql,
  DueAccountsSql,
  DeliveryLogRepositorySql,
  DeliveryRepositorySql,
  EndpointRepositorySql,
  MovementQueriesSql,
  HousekeepingSql,
  MovementRepositorySql,
  OperatorRepositorySql,
  OrderRepositorySql,
  OutboxRepositorySql,
  PushRepositorySql,
  QuotaRepositorySql,
  ReadableRowsSql,
  RehearsalRepositorySql,
  RequestQueriesSql,
  ScrapeQueriesSql,
  EventRepositorySql,
  ScriptReportRepositorySql,
  ScriptRepositorySql,
  SessionRepositorySql,
  SettingsRepositorySql,
  SettlementRepositorySql,
  ShadowRepositorySql,
  TicketRepositorySql,
  TransactorSql,
  UserRepositorySql,
  WorklistQueriesSql
)
