/** The server's secrets on the embedded default: made at the first start, kept under the home, mode 0600. */
import { makeFolders } from "@counterfoil/store"
import { DateTime, Effect, Redacted, Schema } from "effect"
import { randomBytes, randomUUID } from "node:crypto"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { type CounterfoilConfig, InvalidConfig, secretsFault, type ServerSecrets } from "../config/CounterfoilConfig.ts"
import { settle, settleNames } from "./settled.ts"

const Kept = Schema.Struct({
  jwtSigningKey: Schema.String,
  keyEncryptionKey: Schema.String,
  apiKeyPepper: Schema.String
})
type Kept = typeof Kept.Type
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Kept))

export const secretsFile = (home: string): string => Path.join(home, "secrets.json")

/** What to say of a home whose database holds sealed values but whose secrets are gone. */
export const missingSecrets = (home: string): string =>
  `${secretsFile(home)} is missing, and stored credentials can't be read without it: restore it from your copy, or move ${home} away to begin afresh`

/** The name under which `keys rotate` keeps the secrets that it replaces: backups made before need them. */
const replacedName = /^secrets-\d{8}-\d{6}\.json$/

const stamp = (now: Date): string =>
  now
    .toISOString()
    .replaceAll(/[-:]|\..*$/g, "")
    .replace("T", "-")

/** The kept ones of a home, the oldest first. */
export const replacedSecrets = (home: string): ReadonlyArray<string> =>
  Fs.readdirSync(home)
    .filter((name) => replacedName.test(name))
    .toSorted()
    .map((name) => Path.join(home, name))

export const makeSecret = (): string => randomBytes(48).toString("base64url")

const sentence = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** Run as root, a command would leave the server a file that it can't read. */
const stayWithOwner = (file: string, draft: string): void => {
  if (process.geteuid?.() !== 0 || !Fs.existsSync(file)) return
  const { gid, uid } = Fs.statSync(file)
  Fs.chownSync(draft, uid, gid)
}

/** Appears whole under its name or not at all: a file cut short by a kill would lock the owner out of everything encrypted. */
const write = (file: string, kept: Kept, place: (draft: string) => void): void => {
  const draft = `${file}.${randomUUID()}`
  try {
    Fs.writeFileSync(draft, JSON.stringify(kept, null, 2), { mode: 0o600 })
    stayWithOwner(file, draft)
    // Nothing may be sealed with a key that is only in the machine's memory: without power it would be gone, and what it sealed.
    settle(draft)
    place(draft)
    settleNames(Path.dirname(file))
  } finally {
    Fs.rmSync(draft, { force: true })
  }
}

/** Of two servers that start at the same time on a new home only one makes the secrets: a hard link never replaces an existing file. */
const makeOnce = (home: string): void => {
  const file = secretsFile(home)
  makeFolders(home)
  write(file, { jwtSigningKey: makeSecret(), keyEncryptionKey: makeSecret(), apiKeyPepper: makeSecret() }, (draft) => {
    if (!Fs.existsSync(file)) Fs.linkSync(draft, file)
  })
}

const attempt = <A>(file: string, run: () => A) =>
  Effect.try({
    try: run,
    catch: (cause) =>
      new InvalidConfig({
        message: `${file} can't be used (${sentence(cause)}): mend its rights, or set COUNTERFOIL_HOME to another folder`
      })
  })

const read = Effect.fnUntraced(function* (home: string) {
  const file = secretsFile(home)
  if (!Fs.existsSync(file)) {
    return yield* new InvalidConfig({
      message: `${file} isn't there: start the server once, restore the file from your copy, or set COUNTERFOIL_HOME to where it is`
    })
  }
  const text = yield* attempt(file, () => Fs.readFileSync(file, "utf8"))
  return yield* decode(text).pipe(
    Effect.mapError(
      () => new InvalidConfig({ message: `${file} is not what counterfoil wrote: restore it from your copy` })
    )
  )
})

const serverSecrets = (kept: Kept): ServerSecrets => ({
  jwtSigningKey: Redacted.make(kept.jwtSigningKey),
  keyEncryptionKey: Redacted.make(kept.keyEncryptionKey),
  apiKeyPepper: Redacted.make(kept.apiKeyPepper)
})

/** The secrets of a home. */
export const readSecrets = (home: string) => Effect.map(read(home), serverSecrets)

/** The secrets of a home, which may have been changed by hand, with those of before that are given beside it. */
export const keptSecrets = Effect.fnUntraced(function* ({
  earlierSecrets,
  home
}: Pick<CounterfoilConfig, "earlierSecrets" | "home">) {
  const secrets: ServerSecrets = { ...(yield* readSecrets(home)), ...earlierSecrets }
  const fault = secretsFault(secrets)
  if (fault !== undefined) return yield* new InvalidConfig({ message: `${secretsFile(home)}: ${fault}` })
  return secrets
})

/** Makes the secrets of a home at its first start. */
export const makeSecrets = Effect.fnUntraced(function* (home: string) {
  const file = secretsFile(home)
  yield* attempt(file, () => makeOnce(home))
  yield* Effect.logInfo(`made the server's secrets: keep a copy of ${file}; without it nothing encrypted can be read`)
})

/** Replaces the list of key-encryption keys of a home. */
export const writeKeyEncryptionKeys = Effect.fnUntraced(function* (home: string, keys: ReadonlyArray<string>) {
  const file = secretsFile(home)
  const kept = yield* read(home)
  yield* attempt(file, () =>
    write(file, { ...kept, keyEncryptionKey: keys.join(",") }, (draft) => Fs.renameSync(draft, file))
  )
})

/** Keeps the present secrets of a home under another name, and answers it: a hard link stays when the file is replaced. */
export const keepSecrets = Effect.fnUntraced(function* (home: string) {
  const file = secretsFile(home)
  const now = yield* DateTime.nowAsDate
  const copy = Path.join(home, `secrets-${stamp(now)}.json`)
  yield* attempt(file, () => Fs.linkSync(file, copy))
  return copy
})
