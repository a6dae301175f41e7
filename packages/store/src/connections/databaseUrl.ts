/**
 * What DATABASE_URL says beyond what the driver reads of it. Passed over, a file of an authority ends in a certificate that can't
 * be verified, and `ssl=true` in a connection that isn't encrypted.
 */
import { Effect, Redacted } from "effect"
import { readFileSync } from "node:fs"
import { type ConnectionOptions, createSecureContext } from "node:tls"

export interface DatabasePlace {
  readonly url: URL
  /** Where the URL names files for TLS; else the driver goes by `sslmode`. */
  readonly ssl: ConnectionOptions | undefined
}

const encoded = "signs such as @ : / ? # % in the user or the password are percent-encoded (%40 is @)"

const noUrl = `DATABASE_URL is not a Postgres URL: it looks like postgres://user:password@host:5432/database, and ${encoded}`

/** A bare / ? or # of the password ends the host for who reads the URL: the rest of the password would be a place, and be told. */
const misread = `DATABASE_URL has an @ or a # where none can be: ${encoded}`

const parse = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) ? url : undefined
}

const isMisread = ({ hash, pathname, search }: URL): boolean =>
  hash !== "" || pathname.includes("@") || /^\?[^=]*@/.test(search)

/** As libpq calls them, and what Node calls what is in them. */
const files = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const

const saidBy = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

const contentOf = (name: string, file: string): Effect.Effect<string, string> =>
  Effect.try({
    try: () => readFileSync(file, "utf8"),
    catch: (cause) => `${name} of DATABASE_URL can't be read (${saidBy(cause)})`
  })

/** The driver would throw within an event of the socket. */
const usable = (given: ConnectionOptions): Effect.Effect<ConnectionOptions, string> =>
  Effect.try({
    try: () => {
      createSecureContext(given)
      return given
    },
    catch: (cause) =>
      `the files of ${Object.keys(files).join(", ")} in DATABASE_URL can't be used (${saidBy(cause)}): they hold PEM texts that fit`
  })

const encryption = Effect.fnUntraced(function* ({
  searchParams
}: URL): Effect.fn.Return<ConnectionOptions | undefined, string> {
  const ours = searchParams.get("ssl")
  if (ours !== null && !["false", "0"].includes(ours) && !searchParams.has("sslmode")) {
    return yield* Effect.fail(
      "DATABASE_URL says ssl, which means nothing to it: sslmode=require encrypts its connections"
    )
  }
  if (searchParams.get("sslmode") === "disable") return undefined
  const given: ConnectionOptions = {}
  for (const [name, option] of Object.entries(files)) {
    const file = searchParams.get(name)
    // `system` is libpq's word for what is trusted anyway.
    if (file !== null && file !== "" && file !== "system") given[option] = yield* contentOf(name, file)
  }
  return Object.keys(given).length === 0 ? undefined : yield* usable(given)
})

/** Fails with a sentence, which repeats nothing of the URL but names of files. */
export const readDatabaseUrl = Effect.fnUntraced(function* (
  given: Redacted.Redacted<string>
): Effect.fn.Return<DatabasePlace, string> {
  const url = parse(Redacted.value(given))
  if (url === undefined) return yield* Effect.fail(noUrl)
  if (isMisread(url)) return yield* Effect.fail(misread)
  return { url, ssl: yield* encryption(url) }
})
