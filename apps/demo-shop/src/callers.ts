import { timingSafeEqual } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"

import type { Context } from "hono"
import { Webhook } from "standardwebhooks"

import type { Answer, Credential } from "./Shop.ts"

const schemes = { bearer: "Bearer", api_key: "Api-Key" } as const

/** The scheme of an `Authorization` header, never what follows it. */
export const schemeOf = (header: string | undefined): string | null => header?.split(" ")[0] ?? null

/** Null where nothing is asked for. */
export const isAuthorized = (header: string | undefined, credential: Credential | null): boolean | null => {
  if (credential === null) return null
  const expected = Buffer.from(`${schemes[credential.scheme]} ${credential.token}`)
  const actual = Buffer.from(header ?? "")
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}

/** Judges a Standard Webhooks signature; null where there is no secret to judge it with. */
export const isSigned = (rawBody: string, headers: Record<string, string>, secret: string | null): boolean | null => {
  if (secret === null) return null
  try {
    new Webhook(secret).verify(rawBody, headers, { jsonParse: false })
    return true
  } catch {
    return false
  }
}

const bodiless = [204, 205, 304]

const untilGone = (c: Context): Promise<void> =>
  new Promise((resolve) => c.req.raw.signal.addEventListener("abort", () => resolve(), { once: true }))

/** Gives the answer of a fault; one that hangs ends when the caller gives up. */
export const give = async (c: Context, answer: Answer): Promise<Response> => {
  if (answer.delayMs > 0) await sleep(answer.delayMs, undefined, { ref: false })
  if (answer.hang) await untilGone(c)
  const headers = new Headers()
  if (answer.retryAfterSeconds !== null) headers.set("retry-after", String(answer.retryAfterSeconds))
  if (answer.location !== null) headers.set("location", answer.location)
  return new Response(bodiless.includes(answer.status) ? null : answer.body, { status: answer.status, headers })
}
