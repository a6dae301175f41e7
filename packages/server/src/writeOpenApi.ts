/** Writes `docs/openapi.json` from the contract: `node packages/server/src/writeOpenApi.ts`. */
import { Api } from "@counterfoil/api"
import { OpenApi } from "effect/http-api"
import { writeFileSync } from "node:fs"

writeFileSync(
  new URL("../../../docs/openapi.json", import.meta.url),
  `${JSON.stringify(OpenApi.fromApi(Api), null, 2)}\n`
)
