import { Fields } from "./Fields.ts"

/** How the bank misbehaves, for everybody or for one customer. */
export type Switches = {
  /** Each page takes this long, in milliseconds. */
  slowMs: number
  /** Each page is a bare 503. */
  unavailable: boolean
  /** Each page is the maintenance page. */
  maintenance: boolean
  /** `renamed`: other labels, field names and table headers. */
  layout: "classic" | "renamed"
  /** This many rows are missing from each page of movements, while the count still includes them. */
  truncateRows: number
  /** One balance in the middle of each page of movements is wrong by 1,00. */
  breakBalance: boolean
  /** The next so many times that an older page is asked for, a new movement arrives first. */
  shiftWhilePaging: number
  /** The session ends after this many more pages; null: it doesn't. */
  expireAfterPages: number | null
  /** The next so many codes are refused, right or not. */
  rejectNextCodes: number
  /** The SMS arrives this late. */
  codeDelaySeconds: number
  /** A code is good for this long after it was made. */
  codeTtlSeconds: number
  /** The SMS never arrives. */
  codeNeverSent: boolean
  /** The right password leads to "You must change your password". */
  actionRequired: boolean
  /** The right password leads to "You are already logged in elsewhere". */
  loggedInElsewhere: boolean
  /** The right password leads to a page that suspects a robot. */
  suspectsRobots: boolean
  /** What a login does while another session is open. */
  secondLogin: "refuse" | "takeover" | "allow"
  /** An idle session ends after this long. */
  idleMinutes: number
}

export const defaultSwitches: Readonly<Switches> = {
  slowMs: 0,
  unavailable: false,
  maintenance: false,
  layout: "classic",
  truncateRows: 0,
  breakBalance: false,
  shiftWhilePaging: 0,
  expireAfterPages: null,
  rejectNextCodes: 0,
  codeDelaySeconds: 0,
  codeTtlSeconds: 180,
  codeNeverSent: false,
  actionRequired: false,
  loggedInElsewhere: false,
  suspectsRobots: false,
  secondLogin: "refuse",
  idleMinutes: 10
}

/** Sets the switches that a request names. Null takes one back to what it would be without. */
export const readSwitches = (body: unknown, before: Partial<Switches>): Partial<Switches> => {
  const fields = new Fields(body, Object.keys(defaultSwitches))
  const after: Partial<Switches> = { ...before }
  const take = <K extends keyof Switches>(name: K, read: (name: string) => Switches[K]): void => {
    if (!fields.has(name)) return
    if (fields.isNull(name)) delete after[name]
    else after[name] = read(name)
  }
  const count = (name: string) => fields.count(name)
  const flag = (name: string) => fields.flag(name)
  take("slowMs", count)
  take("unavailable", flag)
  take("maintenance", flag)
  take("layout", (name) => fields.oneOf(name, ["classic", "renamed"]))
  take("truncateRows", count)
  take("breakBalance", flag)
  take("shiftWhilePaging", count)
  take("expireAfterPages", count)
  take("rejectNextCodes", count)
  take("codeDelaySeconds", count)
  take("codeTtlSeconds", count)
  take("codeNeverSent", flag)
  take("actionRequired", flag)
  take("loggedInElsewhere", flag)
  take("suspectsRobots", flag)
  take("secondLogin", (name) => fields.oneOf(name, ["refuse", "takeover", "allow"]))
  take("idleMinutes", count)
  return after
}
