/**
 * The reference of the API for people: one page that brings everything along and asks no other server for anything, so
 * that it works on closed networks and what is typed into it (a token, to try things out) stays here.
 */
import { Api } from "@counterfoil/api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServer, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { createHash } from "node:crypto"
import { promisify } from "node:util"
import { gunzip, gzip } from "node:zlib"

export const referencePath = "/docs"

/** Without what would lead elsewhere: fonts, sharing, generators and assistants of the page's makers. */
const configuration = {
  withDefaultFonts: false,
  showOperationId: true,
  showDeveloperTools: "never",
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true
}

interface Page {
  readonly zipped: Uint8Array
  readonly policy: string
}

const render = async (): Promise<Page> => {
  const layer = HttpApiScalar.layer(Api, { path: referencePath, scalar: configuration })
  const { dispose, handler } = HttpRouter.toWebHandler(Layer.provide(layer, HttpServer.layerServices), {
    disableLogger: true
  })
  const html = await (await handler(new Request(`http://localhost${referencePath}`))).text()
  await dispose()
  return { zipped: await promisify(gzip)(html), policy: policyOf(html) }
}

/** Only the scripts that are on the page run, and they reach only this server. */
const policyOf = (html: string): string => {
  const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = ""]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`
  )
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "font-src data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join("; ")
}

let rendered: Promise<Page> | undefined

/** Made when it is first asked for: its script takes some 3 MB, which a server that nobody asks need not hold. */
export const referencePage = Effect.gen(function* () {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const { policy, zipped } = yield* Effect.promise(() => (rendered ??= render()))
  const takesZipped = /\bgzip\b/.test(headers["accept-encoding"] ?? "")
  const bytes = takesZipped ? zipped : yield* Effect.promise(() => promisify(gunzip)(zipped))
  return HttpServerResponse.uint8Array(bytes, {
    contentType: "text/html; charset=utf-8",
    headers: {
      "content-security-policy": policy,
      "cache-control": "private, max-age=3600",
      "referrer-policy": "no-referrer",
      vary: "accept-encoding",
      ...(takesZipped ? { "content-encoding": "gzip" } : {})
    }
  })
})
