/**
 * The HTTP side of the service: handlers, authentication, limits, envelopes and the realtime stream, put on an
 * `HttpServer` and a `RealtimeHub` from outside. It holds no rules; those are core's.
 */
import { Api } from "@counterfoil/api"
import { defaultQuotas } from "@counterfoil/core"
import type { Redacted } from "effect"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeyAuthenticationLive } from "./authentication/ApiKeyAuthenticationLive.ts"
import { AuthenticationLive } from "./authentication/AuthenticationLive.ts"
import { Tokens } from "./authentication/Tokens.ts"
import { AccountsHandlers } from "./handlers/AccountsHandlers.ts"
import { ApiKeysHandlers } from "./handlers/ApiKeysHandlers.ts"
import { AuthHandlers } from "./handlers/AuthHandlers.ts"
import { BanksHandlers } from "./handlers/BanksHandlers.ts"
import { ChannelsHandlers } from "./handlers/ChannelsHandlers.ts"
import { AssistancesHandlers } from "./handlers/AssistancesHandlers.ts"
import { CodesHandlers } from "./handlers/CodesHandlers.ts"
import { ConciliationHandlers } from "./handlers/ConciliationHandlers.ts"
import { DeliveriesHandlers } from "./handlers/DeliveriesHandlers.ts"
import { DemoHandlers } from "./handlers/DemoHandlers.ts"
import { EndpointsHandlers } from "./handlers/EndpointsHandlers.ts"
import { MeHandlers } from "./handlers/MeHandlers.ts"
import { metaHandlers } from "./handlers/MetaHandlers.ts"
import { MovementsHandlers } from "./handlers/MovementsHandlers.ts"
import { MailboxHandlers } from "./handlers/MailboxHandlers.ts"
import { OtpHandlers } from "./handlers/OtpHandlers.ts"
import { PushHandlers } from "./handlers/PushHandlers.ts"
import { RealtimeHandlers } from "./handlers/RealtimeHandlers.ts"
import { ScrapesHandlers } from "./handlers/ScrapesHandlers.ts"
import { ScriptReportsHandlers } from "./handlers/ScriptReportsHandlers.ts"
import { ConsentHandlers } from "./handlers/ConsentHandlers.ts"
import { ShadowHandlers } from "./handlers/ShadowHandlers.ts"
import { TaughtPayersHandlers } from "./handlers/TaughtPayersHandlers.ts"
import { ScriptsHandlers } from "./handlers/ScriptsHandlers.ts"
import { shortWayToStatus } from "./handlers/shortWayToStatus.ts"
import { V1Handlers } from "./handlers/V1Handlers.ts"
import { dashboardPage, dashboardPath, readDashboard, toDashboard } from "./http/dashboardPages.ts"
import { frontPage } from "./http/frontPage.ts"
import { guidePage, guidePath, readGuide } from "./http/guidePages.ts"
import { PageRules } from "./http/pageRule.ts"
import { gateway, maxBodyBytes, untracedByDefault } from "./http/Gateway.ts"
import { metricsPage, type ServedMetrics } from "./http/metricsPage.ts"
import { referencePage, referencePath } from "./http/referencePage.ts"
import { RequestRefused } from "./http/RequestRefused.ts"
import { routesOf, routeTable } from "./http/RouteTable.ts"
import { refusalBody } from "./http/Surface.ts"
import { AuthLimits } from "./limits/AuthLimits.ts"
import { ChangeLimits } from "./limits/ChangeLimits.ts"
import { InspectionLimits } from "./limits/InspectionLimits.ts"
import { OtpLimits } from "./limits/OtpLimits.ts"
import { RequestShare } from "./limits/RequestShare.ts"
import { UploadLimits } from "./limits/UploadLimits.ts"
import { WebhookTestLimits } from "./limits/WebhookTestLimits.ts"
import { realtimeStream } from "./realtime/RealtimeStream.ts"

export interface ServerOptions {
  /** Each at least 32 bytes. The first signs tokens; all verify them. */
  readonly signingKeys: readonly [Redacted.Redacted<string>, ...ReadonlyArray<Redacted.Redacted<string>>]
  /** Requests to `/auth/*` per client address. (Default: 10) */
  readonly authRequestsPerMinute?: number | undefined
  /** Failed log-ins per e-mail and address together. (Default: 5) */
  readonly authFailuresPerQuarterHour?: number | undefined
  /** Per account, over both surfaces. (Default: 5) */
  readonly otpSubmissionsPerMinute?: number | undefined
  /** Per account, over both surfaces. (Default: 20) */
  readonly otpSubmissionsPerHour?: number | undefined
  /** Requests of a user that change something; ten times as many in an hour. (Default: 600) */
  readonly changesPerMinute?: number | undefined
  /** Statement files per user. (Default: 60) */
  readonly uploadsPerHour?: number | undefined
  /** Why `GET /ready` says no, one sentence each. (Default: always ready) */
  readonly lacks?: Effect.Effect<ReadonlyArray<string>> | undefined
  /** `GET /metrics`, behind a token. (Default: there is none) */
  readonly metrics?: ServedMetrics | undefined
  /** The folder with the built dashboard, served under `/app/`. (Default: there is none) */
  readonly dashboard?: string | undefined
  /** Origins of other pages that may send requests to this server. (Default: none) */
  readonly origins?: ReadonlyArray<string> | undefined
  /** The server is for this machine only: nobody can register from a page that came under another host name. (Default: false) */
  readonly isForThisMachine?: boolean | undefined
  /** The folder with the built guide, served under `/guide/`. (Default: there is none) */
  readonly guide?: string | undefined
}

const handlers = (options: ServerOptions) =>
  Layer.mergeAll(
    AccountsHandlers,
    ApiKeysHandlers,
    AuthHandlers.pipe(
      Layer.provide(
        Layer.succeed(PageRules, {
          origins: options.origins ?? [],
          isForThisMachine: options.isForThisMachine ?? false
        })
      )
    ),
    BanksHandlers,
    ChannelsHandlers,
    AssistancesHandlers,
    MailboxHandlers,
    CodesHandlers,
    ConciliationHandlers,
    DeliveriesHandlers,
    DemoHandlers,
    EndpointsHandlers,
    MeHandlers,
    metaHandlers(options.lacks ?? Effect.succeed([])),
    MovementsHandlers,
    OtpHandlers,
    PushHandlers,
    RealtimeHandlers,
    ScrapesHandlers,
    ScriptReportsHandlers,
    ConsentHandlers,
    ShadowHandlers,
    TaughtPayersHandlers,
    ScriptsHandlers,
    V1Handlers
  )

const support = (options: ServerOptions) =>
  Layer.mergeAll(AuthenticationLive, ApiKeyAuthenticationLive).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Tokens.layer({ signingKeys: options.signingKeys }),
        AuthLimits.layer({
          requestsPerMinute: options.authRequestsPerMinute ?? 10,
          failuresPerQuarterHour: options.authFailuresPerQuarterHour ?? 5
        }),
        OtpLimits.layer({
          submissionsPerMinute: options.otpSubmissionsPerMinute ?? 5,
          submissionsPerHour: options.otpSubmissionsPerHour ?? 20
        }),
        UploadLimits.layer({ uploadsPerHour: options.uploadsPerHour ?? defaultQuotas.uploadsPerHour }),
        ChangeLimits.layer({ changesPerMinute: options.changesPerMinute ?? defaultQuotas.changesPerMinute }),
        InspectionLimits.layer,
        RequestShare.layer,
        WebhookTestLimits.layer
      )
    )
  )

const upgradeRequired = new RequestRefused({
  status: 426,
  message: "Connect with a WebSocket",
  headers: { upgrade: "websocket" }
})

const pages = [
  HttpRouter.route("GET", referencePath, referencePage),
  HttpRouter.route("GET", "/realtime", Effect.die(upgradeRequired))
]

const frontDoor = ({ dashboard }: ServerOptions) =>
  dashboard === undefined
    ? Effect.succeed([HttpRouter.route("GET", "/", Effect.succeed(frontPage))])
    : Effect.map(readDashboard(dashboard), (files) => [
        HttpRouter.route("GET", "/", toDashboard),
        HttpRouter.route("GET", `${dashboardPath}/*`, dashboardPage(files))
      ])

const guideRoutes = ({ guide }: ServerOptions) =>
  guide === undefined
    ? Effect.succeed([])
    : Effect.map(readGuide(guide), (pages) => [HttpRouter.route("GET", `${guidePath}/*`, guidePage(pages))])

const openApiPath = "/openapi.json"

const metricsPath = "/metrics"

const metricsRoute = ({ metrics }: ServerOptions) =>
  metrics === undefined ? [] : [HttpRouter.route("GET", metricsPath, metricsPage(metrics))]

const routes = (options: ServerOptions) =>
  Layer.mergeAll(
    HttpApiBuilder.layer(Api, { openapiPath: openApiPath }),
    HttpRouter.addAll([...pages, ...metricsRoute(options)]),
    Layer.unwrap(Effect.map(frontDoor(options), HttpRouter.addAll)),
    Layer.unwrap(Effect.map(guideRoutes(options), HttpRouter.addAll))
  ).pipe(Layer.provide(handlers(options)), Layer.provide(support(options)), Layer.provide(HttpServer.layerServices))

const known = (options: ServerOptions) =>
  routeTable([
    ...routesOf(Api),
    ...(options.metrics === undefined ? [] : [{ method: "GET", path: metricsPath }]),
    { method: "GET", path: "/" },
    ...(options.dashboard === undefined ? [] : [{ method: "GET", path: dashboardPath }]),
    ...(options.guide === undefined ? [] : [{ method: "GET", path: guidePath }]),
    { method: "GET", path: referencePath },
    { method: "GET", path: "/realtime" },
    { method: "GET", path: openApiPath }
  ])

// A long id in a path is a malformed id, not an unknown path.
const routerConfig = {
  caseSensitive: true,
  ignoreTrailingSlash: true,
  ignoreDuplicateSlashes: false,
  maxParamLength: 16_384
}

const serve = (options: ServerOptions) =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const app = yield* HttpRouter.toHttpEffect(routes(options)).pipe(
        Effect.provideService(HttpRouter.RouterConfig, routerConfig)
      )
      yield* untracedByDefault(
        HttpServer.serveEffect(gateway(app, known(options), yield* shortWayToStatus, options.origins))
      )
    })
  )

/** Serves the API for as long as the layer lives. */
export const layer = serve

export { maxBodyBytes, realtimeStream, refusalBody }
