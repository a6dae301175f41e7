/** What an owner agrees to when a bank's script works on an account. Pure. */

/** What a bank and its script ask for. */
export interface Terms {
  /** Id of the user who made the bank and publishes its scripts; null: the operator's program. */
  readonly creator: string | null
  /** Where the script goes, and secrets are typed. */
  readonly origins: ReadonlyArray<string>
  /** Requests after the login that may change something at the bank, such as `POST /movements/search (extract)`. */
  readonly requests: ReadonlyArray<string>
  /** What alone may be sent in the login, beyond reading; absent: anything, to the bank's origins. */
  readonly login?: ReadonlyArray<string> | undefined
  /** The password is typed into a field whose text the page shows; absent: into password fields and on keypads only. */
  readonly passwordFields?: "text" | undefined
}

export const consentGapCodes = [
  "nothing",
  "creator",
  "origin",
  "request",
  "login_anything",
  "login_request",
  "password_shown"
] as const

/** One thing that is asked for and was not agreed to. */
export interface ConsentGap {
  readonly code: (typeof consentGapCodes)[number]
  /** The origin, or the request; null where the code says it all. */
  readonly about: string | null
}

const sentences: Readonly<Record<ConsentGap["code"], (about: string) => string>> = {
  nothing: () => "nothing has been agreed to yet",
  creator: () => "somebody else publishes the bank's scripts",
  origin: (about) => `the script goes to ${about}`,
  request: (about) => `the bank's page sends ${about} after the login`,
  login_anything: () => "the bank's page sends whatever the script likes in the login",
  login_request: (about) => `the bank's page sends ${about} in the login`,
  password_shown: () => "the password is typed into a field that shows it"
}

export const gapSentence = ({ about, code }: ConsentGap): string => sentences[code](about ?? "")

/** What is asked for and was not agreed to; none: the script may run. */
export const consentGaps = (agreed: Terms | null, asked: Terms): ReadonlyArray<ConsentGap> => {
  const bare = (code: ConsentGap["code"]): ConsentGap => ({ code, about: null })
  if (agreed === null) return [bare("nothing")]
  const missing = (code: ConsentGap["code"], wanted: ReadonlyArray<string>, known: ReadonlyArray<string>) =>
    wanted.filter((one) => !known.includes(one)).map((about): ConsentGap => ({ code, about }))
  return [
    ...(agreed.creator === asked.creator ? [] : [bare("creator")]),
    ...missing("origin", asked.origins, agreed.origins),
    ...missing("request", asked.requests, agreed.requests),
    ...(agreed.login === undefined
      ? []
      : asked.login === undefined
        ? [bare("login_anything")]
        : missing("login_request", asked.login, agreed.login)),
    ...(asked.passwordFields === undefined || agreed.passwordFields !== undefined ? [] : [bare("password_shown")])
  ]
}

/** One sentence each. */
export const beyondConsent = (agreed: Terms | null, asked: Terms): ReadonlyArray<string> =>
  consentGaps(agreed, asked).map(gapSentence)

/** Where a script goes at a bank: what its manifest names, but never more than what belongs to the bank; none named: all of it. */
export const originsOf = (manifest: ReadonlyArray<string>, bank: ReadonlyArray<string>): ReadonlyArray<string> =>
  manifest.length === 0 ? bank : manifest.filter((origin) => bank.includes(origin))

interface Declared {
  readonly method: string
  readonly path: string
  readonly phases?: ReadonlyArray<string> | undefined
  readonly readable?: true | undefined
}

/** As it is shown to those who promote or agree: `POST /movements/search (extract)`. The database's `bank_terms` says the same. */
export const printDeclared = ({ method, path, phases, readable }: Declared): string =>
  `${method} ${path}${phases === undefined ? "" : ` (${phases.join(", ")})`}` +
  (readable === true ? ", and the script reads the answers" : "")

/** What a login is held to; undefined: to nothing. */
const requestsInLogin = (declared: ReadonlyArray<Declared>): ReadonlyArray<string> | undefined => {
  const inLogin = declared.filter(({ phases }) => phases?.includes("login") === true)
  return inLogin.length === 0 ? undefined : [...new Set(inLogin.map(({ method, path }) => `${method} ${path}`))]
}

/** Those that may be sent after the login. */
const requestsAfterLogin = (declared: ReadonlyArray<Declared>): ReadonlyArray<string> => [
  ...new Set(
    declared
      .filter(({ phases }) => phases === undefined || phases.some((phase) => phase !== "login"))
      .map(printDeclared)
  )
]

interface Asking {
  readonly origins: ReadonlyArray<string>
  readonly requests?: ReadonlyArray<Declared> | undefined
  readonly passwordFields?: "text" | undefined
}

/** What a script of this manifest asks for at a bank. */
export const wantedOf = (manifest: Asking, bank: Pick<Terms, "creator" | "origins">): Terms => {
  const login = requestsInLogin(manifest.requests ?? [])
  return {
    creator: bank.creator,
    origins: originsOf(manifest.origins, bank.origins),
    requests: requestsAfterLogin(manifest.requests ?? []),
    ...(login === undefined ? {} : { login }),
    ...(manifest.passwordFields === undefined ? {} : { passwordFields: manifest.passwordFields })
  }
}
