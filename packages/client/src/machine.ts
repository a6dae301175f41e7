/** What an API key may do, `/v1`: see whether a code is asked for, and submit it. For machines that forward codes. */
import { baseOf } from "./baseOf.ts"
import { CounterfoilError, refusalOf } from "./CounterfoilError.ts"
import type { Schemas } from "./generated.ts"

export { CounterfoilError }
export type MachineStatus = Schemas["AccountStatus"]

export interface MachineOptions {
  /** Where Counterfoil listens. */
  readonly baseUrl: string
  /** `svc_…` */
  readonly apiKey: string
  /** (Default: the platform's) */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Each call rejects with a `CounterfoilError`, or with what its signal was aborted with. */
export interface Machine {
  readonly status: (accountId: string, signal?: AbortSignal) => Promise<MachineStatus>
  /** Resolves when the code is accepted for the login; what came of it shows in `status`. */
  readonly submitOtp: (accountId: string, code: string, signal?: AbortSignal) => Promise<void>
}

/** `/v1` has an envelope of its own: a code and a sentence. */
const refusalIn = (response: Response, text: string): CounterfoilError => {
  const refusal = refusalOf(response, text)
  try {
    const { code, message } = Object(Object(JSON.parse(text)).error)
    if (typeof code !== "string" || typeof message !== "string") return refusal
    const { retryAfterSeconds, status } = refusal
    return new CounterfoilError({ status, code, message, retryAfterSeconds })
  } catch {
    return refusal
  }
}

export const createMachine = ({ apiKey, baseUrl, fetch: send }: MachineOptions): Machine => {
  const ask = send ?? ((url: string, init: RequestInit) => fetch(url, init))

  const exchange = async (path: string, init: RequestInit, signal?: AbortSignal) => {
    const headers = { "x-api-key": apiKey, "content-type": "application/json" }
    const all = { ...init, headers, ...(signal === undefined ? {} : { signal }) }
    const response = await ask(`${baseOf(baseUrl)}/v1${path}`, all).catch((cause: unknown) => {
      if (signal?.aborted === true) throw cause
      throw new CounterfoilError({ status: 0, code: "unreachable", message: "The service can't be reached", cause })
    })
    const text = await response.text()
    if (!response.ok) throw refusalIn(response, text)
    return text
  }

  const account = (id: string) => `/accounts/${encodeURIComponent(id)}`

  return {
    status: async (id, signal) => JSON.parse(await exchange(`${account(id)}/status`, { method: "GET" }, signal)),
    submitOtp: async (id, code, signal) => {
      await exchange(`${account(id)}/otp`, { method: "POST", body: JSON.stringify({ code }) }, signal)
    }
  }
}
