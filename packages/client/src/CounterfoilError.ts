/** A refusal, or no answer at all. `message` is the service's sentence; pages in other languages go by `code`. */
export class CounterfoilError extends Error {
  override readonly name = "CounterfoilError"
  /** The HTTP status; 0: there was no answer. */
  readonly status: number
  /**
   * As docs/api.md lists them. `unreachable`: there was no whole answer; `refused`, `unreadable`: of something else than
   * Counterfoil, most likely, a proxy or another server.
   */
  readonly code: string
  /** The fields of the request that the sentence is about, such as `webhook_url`; empty: none in particular. */
  readonly fields: ReadonlyArray<string>
  readonly retryAfterSeconds: number | null

  constructor(
    refusal: Pick<CounterfoilError, "status" | "code" | "message"> &
      Partial<Pick<CounterfoilError, "fields" | "retryAfterSeconds" | "cause">>
  ) {
    super(refusal.message, refusal.cause === undefined ? undefined : { cause: refusal.cause })
    this.status = refusal.status
    this.code = refusal.code
    this.fields = refusal.fields ?? []
    this.retryAfterSeconds = refusal.retryAfterSeconds ?? null
  }
}

/** What a body in the service's envelope says; a proxy's page says nothing. */
const sentenceIn = (text: string): string | undefined => {
  try {
    const { error }: { readonly error?: unknown } = Object(JSON.parse(text))
    return typeof error === "string" ? error : undefined
  } catch {
    return undefined
  }
}

export const refusalOf = (response: Response, text: string): CounterfoilError => {
  const { headers, status } = response
  const seconds = Number(headers.get("retry-after") ?? Number.NaN)
  return new CounterfoilError({
    status,
    code: headers.get("counterfoil-error-code") ?? "refused",
    fields: headers.get("counterfoil-error-fields")?.split(",") ?? [],
    message: sentenceIn(text) ?? `The service answered ${status}`,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null
  })
}
