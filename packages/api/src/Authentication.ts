/** Who calls: a person with a token on the dashboard API, a machine with an API key on `/v1`. */
import { Context } from "effect"
import { HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { Unauthorized, V1Forbidden, V1Unauthorized } from "./errors.ts"
import type { ApiKeyScope } from "./apiKeyScopes.ts"

/** The person whose token this is. */
export class CurrentUser extends Context.Service<
  CurrentUser,
  {
    readonly id: string
    readonly email: string
    readonly name: string | null
    readonly operationMode: "reconcile" | "passthrough" | null
    /** Rises with each change of the password. */
    readonly sessionVersion: number
  }
>()("@counterfoil/api/CurrentUser") {}

/** `Authorization: Bearer <JWT>`. */
export class Authentication extends HttpApiMiddleware.Service<Authentication, { provides: CurrentUser }>()(
  "@counterfoil/api/Authentication",
  {
    error: Unauthorized,
    security: {
      token: HttpApiSecurity.bearer.pipe(
        HttpApiSecurity.annotate(OpenApi.Description, "The token of POST /auth/login, valid for 7 days"),
        HttpApiSecurity.annotate(OpenApi.Format, "JWT")
      )
    }
  }
) {}

/** The API key of this call. */
export class CurrentApiKey extends Context.Service<
  CurrentApiKey,
  {
    readonly userId: string
    readonly scopes: ReadonlyArray<ApiKeyScope>
    /** Null: every account of the owner. */
    readonly accountIds: ReadonlyArray<string> | null
    /** Whether it is for what isn't a code, too. */
    readonly types: "contract" | "all"
  }
>()("@counterfoil/api/CurrentApiKey") {}

/** `Authorization: Api-Key <key>` or `x-api-key: <key>`. */
export class ApiKeyAuthentication extends HttpApiMiddleware.Service<
  ApiKeyAuthentication,
  { provides: CurrentApiKey }
>()("@counterfoil/api/ApiKeyAuthentication", {
  error: [V1Unauthorized, V1Forbidden],
  security: {
    apiKey: HttpApiSecurity.apiKey({ key: "x-api-key", in: "header" }).pipe(
      HttpApiSecurity.annotate(OpenApi.Description, "An API key of POST /me/api-keys")
    )
  }
}) {}
