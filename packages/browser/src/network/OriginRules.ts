/** Which addresses one session may reach, and where secrets may be typed: exact origins, nothing derived. */

export interface OriginRules {
  /** The origins as a person would read them, for messages. */
  readonly origins: ReadonlyArray<string>
  /** Matches every address of a request that lies on none of the session's origins. */
  readonly outside: RegExp
  /** Whether an http(s) or ws(s) address lies on one of the session's origins. */
  readonly allows: (url: string) => boolean
  /** Whether a tunnel to `host:port` leads to one of the session's origins. */
  readonly allowsTunnel: (host: string, port: number) => boolean
  /** Whether secrets may be typed into a document at this address. */
  readonly allowsSecret: (url: string) => boolean
}

/** What is said of an address that lies on none of them. */
export const outsideSentence = (origin: string): string => `${origin} isn't one of the bank's origins`

/** A request's address, as the browser writes it; a user name before the host changes nothing. */
const outsideOf = (origins: ReadonlySet<string>): RegExp => {
  const inside = [...origins].map((origin) => {
    const { host, protocol } = new URL(origin)
    return `${protocol}//(?:[^/?#@]*@)?${host.replaceAll(/[^\w-]/g, "\\$&")}(?:[/?#]|$)`
  })
  return new RegExp(`^(?!${inside.length === 0 ? "(?!)" : inside.join("|")})`)
}

const portOf = (url: URL): number => (url.port === "" ? (url.protocol === "https:" ? 443 : 80) : Number(url.port))

/** The origin of an http(s) address, or of the http(s) address that a ws(s) one shares its origin with. */
const originOf = (text: string): string | undefined => {
  const url = URL.parse(text.replace(/^ws(s?):/i, "http$1:"))
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined
}

export const makeOriginRules = (options: {
  readonly origins: ReadonlyArray<string>
  readonly secretOrigins: ReadonlyArray<string>
}): OriginRules => {
  const known = (texts: ReadonlyArray<string>) => new Set(texts.flatMap((text) => originOf(text) ?? []))
  const origins = known(options.origins)
  const secretOrigins = known(options.secretOrigins)
  const tunnels = new Set(
    [...origins].map((origin) => {
      const url = new URL(origin)
      return `${url.hostname}:${portOf(url)}`
    })
  )
  const isIn = (set: ReadonlySet<string>, url: string) => {
    const origin = originOf(url)
    return origin !== undefined && set.has(origin)
  }
  return {
    origins: [...origins],
    outside: outsideOf(origins),
    allows: (url) => isIn(origins, url),
    allowsTunnel: (host, port) => tunnels.has(`${host}:${port}`),
    // Both lists must hold the origin, so that a slip in one of them doesn't open a third party to secrets.
    allowsSecret: (url) => isIn(origins, url) && isIn(secretOrigins, url)
  }
}

export interface LateRules extends OriginRules {
  /** From here on these hold. */
  readonly become: (rules: OriginRules) => void
}

/** The rules of a context that is made before it is known whose it will be: nothing is allowed until then. */
export const makeLateRules = (): LateRules => {
  let held = makeOriginRules({ origins: [], secretOrigins: [] })
  return {
    get origins() {
      return held.origins
    },
    get outside() {
      return held.outside
    },
    allows: (url) => held.allows(url),
    allowsTunnel: (host, port) => held.allowsTunnel(host, port),
    allowsSecret: (url) => held.allowsSecret(url),
    become: (rules) => {
      held = rules
    }
  }
}
