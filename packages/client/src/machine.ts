/** What an API key may do, `/v1`: see whether a code is asked for, and submit it. For machines that forward codes. */
import { baseOf } from "./baseOf.ts"
import { CounterfoilError, refusalOf } from "./CounterfoilError.ts"
import { carried, exchange, segment } from "./exchange.ts"
import type { Schemas } from "./generated.ts"

export { CounterfoilError }
export type MachineStatus = Schemas["AccountStatus"]

export interface MachineOptions {
  /** Where Counterfoil listens. */
  readonly baseUrl: string | URL
  /** `svc_…` */
  readonly apiKey: string
  /** (Default: the platform's) */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export interface SubmitOptions {
  /** The `id` of `pending_assistance`: a code that comes late is then never taken for a later login's. */
  readonly assistanceId?: string
  readonly signal?: AbortSignal
}

/**
 * Each call rejects with a `CounterfoilError`, with what its signal was aborted with, or with a `TypeError` that names what it
 * lacks. The error's `code` is that of the body, in capitals: `NO_PENDING_ASSISTANCE`.
 */
export interface Machine {
  readonly status: (accountId: string, signal?: AbortSignal) => Promise<MachineStatus>
  /** Resolves when the code is accepted for the login; what came of it shows in `status`. */
  readonly submitOtp: (accountId: string, code: string, given?: SubmitOptions | AbortSignal) => Promise<void>
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

/** The machine API under `/v1`, for a program with an API key: the state of accounts, and codes for their logins. */
export const createMachine = ({ apiKey, baseUrl, fetch: send }: MachineOptions): Machine => {
  const accounts = `${baseOf(baseUrl)}/v1/accounts`

  const ask = async (id: string, what: "otp" | "status", init: RequestInit, signal?: AbortSignal) => {
    const account = segment("accountId", id, `/v1/accounts/{accountId}/${what}`)
    const headers = { "x-api-key": carried("apiKey", apiKey), "content-type": "application/json" }
    const all = { ...init, headers, ...(signal === undefined ? {} : { signal }) }
    return exchange(`${accounts}/${account}/${what}`, all, send, refusalIn)
  }

  return {
    status: (id, signal) => ask(id, "status", { method: "GET" }, signal),
    submitOtp: async (id, code, given = {}) => {
      const { assistanceId, signal }: SubmitOptions = "aborted" in given ? { signal: given } : given
      const body = { code, ...(assistanceId === undefined ? {} : { assistance_id: assistanceId }) }
      await ask(id, "otp", { method: "POST", body: JSON.stringify(body) }, signal)
    }
  }
}
