/** The whole HTTP contract. What is not in the published contract is marked "(extension)". */
import { RealtimeMessage } from "@counterfoil/domain"
import { HttpApi, OpenApi } from "effect/http-api"
import { AccountsGroup } from "./dashboard/Accounts.ts"
import { ApiKeysGroup } from "./dashboard/ApiKeys.ts"
import { AssistancesGroup } from "./dashboard/Assistances.ts"
import { AuthGroup } from "./dashboard/Auth.ts"
import { BanksGroup } from "./dashboard/Banks.ts"
import { ChannelsGroup } from "./dashboard/Channels.ts"
import { CodesGroup } from "./dashboard/Codes.ts"
import { ConciliationGroup } from "./dashboard/Conciliation.ts"
import { ConsentGroup } from "./dashboard/Consent.ts"
import { DeliveriesGroup } from "./dashboard/Deliveries.ts"
import { DemoGroup } from "./dashboard/Demo.ts"
import { EndpointsGroup } from "./dashboard/Endpoints.ts"
import { MailboxGroup } from "./dashboard/Mailbox.ts"
import { MeGroup } from "./dashboard/Me.ts"
import { MovementsGroup } from "./dashboard/Movements.ts"
import { OtpGroup } from "./dashboard/Otp.ts"
import { PushGroup } from "./dashboard/Push.ts"
import { RealtimeGroup } from "./dashboard/Realtime.ts"
import { ScrapesGroup } from "./dashboard/Scrapes.ts"
import { ScriptReportsGroup } from "./dashboard/ScriptReports.ts"
import { ScriptsGroup } from "./dashboard/Scripts.ts"
import { ShadowGroup } from "./dashboard/Shadow.ts"
import { TaughtPayersGroup } from "./dashboard/TaughtPayers.ts"
import { MetaGroup } from "./meta/Meta.ts"
import { readable } from "./openApi/readable.ts"
import { V1Group } from "./v1/V1.ts"
import { MovementWebhook, NotificationWebhook, OrderResultWebhook, TestWebhook } from "./webhooks/bodies.ts"

const description = `Reads your bank accounts, matches payments with your pending orders, tells your system by webhook.

Bodies are JSON. Refusals are \`{ "error": "…" }\`, on \`/v1\` \`{ "error": { "code": "…", "message": "…" } }\`.
Besides what each endpoint lists: 400 for a body that is no JSON, 404 for an unknown path, 405 (with \`Allow\`) for another
method, 413 for a body over 256 KiB (publishing a script: 2 MiB, a statement: 6 MiB), 415 for another content type, 429 (with
\`Retry-After\`) beyond 600 changes a minute or 6,000 an hour of one user, 500 for our fault (the message carries the request's id). Endpoints marked "(extension)" go beyond the published contract.`

export class Api extends HttpApi.make("counterfoil")
  .add(AuthGroup)
  .add(MeGroup)
  .add(ApiKeysGroup)
  .add(PushGroup)
  .add(AccountsGroup)
  .add(OtpGroup)
  .add(CodesGroup)
  .add(AssistancesGroup)
  .add(MailboxGroup)
  .add(ChannelsGroup)
  .add(MovementsGroup)
  .add(ScrapesGroup)
  .add(ConciliationGroup)
  .add(DeliveriesGroup)
  .add(EndpointsGroup)
  .add(BanksGroup)
  .add(ScriptsGroup)
  .add(ScriptReportsGroup)
  .add(ShadowGroup)
  .add(TaughtPayersGroup)
  .add(ConsentGroup)
  .add(RealtimeGroup)
  .add(DemoGroup)
  .add(V1Group)
  .add(MetaGroup)
  // All that is wrong with a request is told at once.
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotate(HttpApi.QueryParseOptions, { errors: "all" })
  .annotate(HttpApi.AdditionalSchemas, [
    RealtimeMessage.annotate({ identifier: "RealtimeMessage" }),
    OrderResultWebhook,
    MovementWebhook,
    NotificationWebhook,
    TestWebhook
  ])
  .annotateMerge(
    OpenApi.annotations({
      title: "Counterfoil",
      version: "1.0.0",
      description,
      license: { name: "MIT", identifier: "MIT" },
      servers: [{ url: "/", description: "Where this document is served" }],
      transform: readable
    })
  ) {}
