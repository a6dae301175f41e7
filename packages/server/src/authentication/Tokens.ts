/**
 * The JWTs of the dashboard API: HS256 and nothing else, the key named by `kid` so that keys can be rotated. A token is
 * bound to the user's session version; checking that is the caller's.
 */
import { Cache, Clock, Context, Data, Effect, Layer, Option, Redacted, Schema } from "effect"
import { jwtVerify, SignJWT } from "jose"
import { createHash, randomUUID, webcrypto } from "node:crypto"

export interface TokenOptions {
  /** Each at least 32 bytes. The first signs; all verify. */
  readonly signingKeys: readonly [Redacted.Redacted<string>, ...ReadonlyArray<Redacted.Redacted<string>>]
}

/** A signing key is too short to be one. */
export class SigningKeyTooShort extends Data.TaggedError("SigningKeyTooShort") {
  override get message(): string {
    return "JWT_SIGNING_KEY must have at least 32 bytes"
  }
}

export interface TokenSubject {
  readonly id: string
  readonly sessionVersion: number
}

export class Tokens extends Context.Service<
  Tokens,
  {
    /** Valid for 7 days. */
    readonly issue: (user: TokenSubject) => Effect.Effect<string>
    /** Null for anything that isn't a token of ours, still valid. */
    readonly verify: (token: Redacted.Redacted<string>) => Effect.Effect<TokenSubject | null>
  }
>()("@counterfoil/server/authentication/Tokens") {
  static readonly layer = (options: TokenOptions) =>
    Layer.effect(
      Tokens,
      Effect.suspend(() => make(options))
    )
}

interface Verified {
  readonly subject: TokenSubject
  /** Seconds since 1970. */
  readonly endsAt: number
}

const algorithm = "HS256"
const issuer = "counterfoil"
const audience = "counterfoil-dashboard"
const tokenType = "session"
const lifetimeSeconds = 7 * 24 * 60 * 60

/** So many tokens' signatures are known, for so long: checking one takes longer than all else that a small request asks. */
const signaturesKept = 2_000
const signatureKeptFor = "5 minutes"

const Claims = Schema.Struct({
  sub: Schema.String.check(Schema.isUUID()),
  iat: Schema.Int,
  exp: Schema.Int,
  jti: Schema.NonEmptyString,
  typ: Schema.Literal(tokenType),
  sv: Schema.Int
})
const decodeClaims = Schema.decodeUnknownEffect(Claims)

const make = Effect.fnUntraced(function* (options: TokenOptions) {
  const keys = new Map<string, webcrypto.CryptoKey>()
  for (const key of options.signingKeys) {
    const bytes = new TextEncoder().encode(Redacted.value(key))
    if (bytes.length < 32) return yield* new SigningKeyTooShort()
    keys.set(keyId(bytes), yield* imported(bytes))
  }
  const [current] = [...keys]
  if (current === undefined) return yield* new SigningKeyTooShort()
  const [kid, secret] = current

  const issue = Effect.fnUntraced(function* (user: TokenSubject) {
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1000)
    return yield* Effect.promise(() =>
      new SignJWT({ typ: tokenType, sv: user.sessionVersion })
        .setProtectedHeader({ alg: algorithm, kid, typ: "JWT" })
        .setSubject(user.id)
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(secret)
    )
  })

  const verified = Effect.fnUntraced(function* (token: Redacted.Redacted<string>) {
    const currentDate = new Date(yield* Clock.currentTimeMillis)
    const { payload } = yield* Effect.tryPromise(() =>
      jwtVerify(
        Redacted.value(token),
        (header) => keys.get(header.kid ?? "") ?? Promise.reject(new Error("Unknown key")),
        {
          algorithms: [algorithm],
          issuer,
          audience,
          typ: "JWT",
          requiredClaims: ["sub", "iat", "exp", "jti"],
          maxTokenAge: lifetimeSeconds,
          currentDate
        }
      )
    )
    const { exp, iat, sub, sv } = yield* decodeClaims(payload)
    return { subject: { id: sub, sessionVersion: sv }, endsAt: Math.min(exp, iat + lifetimeSeconds + 1) }
  })

  const seen = yield* Cache.make<string, Verified>({
    capacity: signaturesKept,
    timeToLive: signatureKeptFor,
    lookup: () => Effect.never
  })
  const stillValid = Effect.fnUntraced(function* (token: Redacted.Redacted<string>) {
    // By its digest: what is kept is no token, and how long a look-up takes says nothing of one.
    const digest = createHash("sha256").update(Redacted.value(token)).digest("base64")
    const known = Option.getOrUndefined(yield* Cache.getOption(seen, digest))
    const { endsAt, subject } = known ?? (yield* Effect.tap(verified(token), (found) => Cache.set(seen, digest, found)))
    return (yield* Clock.currentTimeMillis) < endsAt * 1000 ? subject : null
  })

  return Tokens.of({
    issue,
    verify: (token) => Effect.catch(stillValid(token), () => Effect.succeed(null))
  })
})

/** Once: from bytes the key would be imported anew for every token. */
const imported = (bytes: Uint8Array<ArrayBuffer>): Effect.Effect<webcrypto.CryptoKey> =>
  Effect.promise(() =>
    webcrypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign", "verify"])
  )

// Says which key without saying anything of it.
const keyId = (key: Uint8Array): string => createHash("sha256").update(key).digest("hex").slice(0, 12)
