import { activities } from "./activity.ts"
import { gaps, impediments, kinds } from "./reasons.ts"
import type { StatementWords } from "../statement.ts"

/** The server's sentences are English: only what the page answers otherwise is said otherwise. */
const said: StatementWords = {
  line: (line, says) => `Line ${line}: ${says}`,
  faults: {
    decimalSign: (text) => `${text} can be read in two ways: choose the decimal sign of the file.`,
    otherNumber: (end) =>
      `The file names another bank account (it ends in ${end}) than the last one of its format that was taken in here. Is it of this account?`,
    knownNumber: (name, end) =>
      `The file is of the bank account of “${name}” (it ends in ${end}), and not of that of the last one of its format that was taken in here. Is it of this account?`,
    otherAccount: (name) =>
      `The file seems to be of the account “${name}”: its movements are known there, and not here. Is it of this account?`
  },
  other: (says) => says
}

/** The shop answered 401 or 403. */
const disbelieved =
  "If your shop refused the signature: its secret is another account's or was replaced, or it parsed the message before it verified it, or its clock is more than five minutes off. If it refused the token, compare it with the one in the settings."

export const accounts = {
  activities,
  title: "Accounts",
  lead: "The bank accounts that Counterfoil reads for you.",
  add: "Add an account",
  empty: "No account yet",
  emptyLong: "Add the bank account that your customers pay into. The first read takes about a minute.",
  states: {
    blocked: "Blocked",
    paused: "Paused",
    code: "Waits for a code",
    asked: "Waits for you",
    opening: "Logging in",
    reading: "Reading",
    monitoring: "Watching",
    closing: "Logging out",
    failing: "Failing",
    unset: "Not set up",
    noScript: "Bank has no script",
    unread: "Not read yet",
    byFile: "Read from files",
    good: "Up to date",
    /** Whatever it would be otherwise: its shop's orders can't be read. */
    unreadOrders: "Orders not read",
    unknown: "Not known now",
    was: (state: string) => `last known: ${state}`
  },
  read: (ago: string) => `Read ${ago}`,
  neverRead: "Never read",
  byFile: "It is read from the statement files that you take in.",
  next: (when: string) => `next ${when}`,
  waitsForCode: "it goes on once the code is there",
  waitsForAnswer: "it goes on once you have answered",
  nextNow: "next read is due",
  /** What the next read waits for, and until when. */
  waits: {
    bank_pause: (_until: string) =>
      "The bank is left alone for a while, since it refused several logins that were good before.",
    held_back: (until: string) =>
      `The server went down during its last reads, so it waits until ${until} and is then read by itself.`,
    assisted_hours: (until: string) => `Waits until ${until}: you may be asked within certain hours only.`,
    snoozed: (until: string) => `You said not to be asked before ${until}: until then it is not read by itself.`,
    asked_enough: (until: string) =>
      `You were asked as often in a day as you allow: it is read again by itself from ${until} on.`,
    impediment: (_until: string) => "Something has to be settled first: see the activity.",
    fault: (_until: string) => "Waits a little longer after each failure.",
    nothing: (_until: string) => "Waits for you."
  },
  askAgain: "Ask me again",
  askedAgain: "You are asked again, as before",
  whenAsked: "When you are asked",
  kinds,
  impediments,
  gaps,
  failures: (count: number) => (count === 1 ? "Failed once" : `Failed ${count} times in a row`),
  unreadOrders: {
    title: "Your shop's orders can't be read",
    meanwhile: (since: string) =>
      `It has been so since ${since}: until they are read again, payments are matched only with the orders that are here already.`,
    go: "See its settings"
  },
  scrape: "Read now",
  scraped: "A read has been asked for",
  pause: "Pause",
  paused: "Paused: it logs out and reads nothing",
  resume: "Resume",
  resumed: "Resumed",
  settings: "Settings",
  bankPicture: "The bank's page at the failure",
  bankPictureHint: "Every field and every secret is covered. Kept for seven days, for you alone.",
  repair: {
    title: "Set it going again",
    since: (when: string) => `Blocked since ${when}`,
    lead: "Nothing is sent to the bank until you say so. Saving here allows exactly one more login.",
    username: "User name at the bank",
    password: "Password at the bank",
    passwordHint: "Write-only: it is encrypted and never shown again. Leave it empty to try again with the saved one.",
    restart: "Save and log in once",
    again: "Log in once more",
    done: "Logging in with what you saved"
  },
  details: { login: "Login", session: "Session", script: "Script", mode: "Mode", bank: "Bank" },
  loginModes: { simple: "Without a code", assisted: "With a code, or an approval" },
  sessionTypes: { "one-shot": "Opens, reads, closes", persistent: "Stays logged in" },
  activity: "Activity",
  otherActivity: "Something happened",
  noActivity: "Nothing out of the ordinary has happened",
  endpoint: {
    title: "Your shop's webhook",
    none: "Not set yet",
    active: "Works",
    failing: "Messages fail",
    disabled: "Switched off",
    paused: "Paused",
    untried: "Not used yet",
    tested: "The test arrived",
    testFailed: "The test failed",
    lastTest: (ago: string, outcome: string) => `Tested ${ago}: ${outcome}`,
    waiting: (count: number) => `${count} waiting`,
    test: "Send a test",
    resume: "Send again",
    pause: "Hold results",
    success: (ms: number) => `It answered in ${ms} ms`,
    testOf: (account: string, says: string) => `Test of the webhook of “${account}”: ${says}`,
    last: (ago: string) => `Last success ${ago}`,
    advice: {
      rejected: "Your shop's own log says why it refused.",
      http_401: disbelieved,
      http_403: disbelieved,
      redirected: "Redirections are not followed: save the address that it leads to.",
      gone: "Your shop says that there is nothing at this address any more: see whether it is written right.",
      egress_refused:
        "Whoever runs this server can allow a private network (EGRESS_ALLOW), but no link-local or metadata address.",
      dns_failed: "See whether the name in the address is written right.",
      connect_failed: "See whether your shop runs, and whether address and port are right.",
      tls_failed:
        "A certificate of an authority of your own is trusted once whoever runs this server names it (EXTRA_CA_CERTS).",
      timeout: "Your shop should answer at once, and work on what it was told afterwards."
    }
  },
  consent: {
    title: "The bank's script asks for more than you agreed to",
    lead: "Nothing is read before you agree to this:",
    agree: "Agree",
    agreed: "Agreed: it is read again"
  },
  setAside: {
    title: (count: number) => (count === 1 ? "One read was set aside" : `${count} reads were set aside`),
    lead: "Something in them is broken, or they show another account, so none of it was matched or told. Most often the bank's script has to be mended, and the next read is whole.",
    rows: (count: number) => (count === 1 ? "1 row" : `${count} rows`),
    shown: "The rows that were read",
    look: "Look at it",
    why: "Why it was set aside",
    sure: "Compare the rows with your bank's page first: what is taken in is matched and told to your shop like any other.",
    accept: "Take it in as it was read",
    taken: "It is taken in"
  },
  statement: {
    open: "Take in a statement",
    title: "Take in a statement",
    lead: "A file that your bank gives out: CSV, Excel, OFX, CAMT.053, MT940 or Norma 43, of this account alone. What is known already is recognised; the rest is matched and told like anything that is read.",
    file: "File, up to 6 MB",
    currency: "Currency",
    currencyHint: "Only where the file doesn't say it, as some CSV: EUR, for instance.",
    decimal: "Decimal sign",
    decimalHint: "What stands before the cents in this file.",
    dates: "Order of the dates",
    datesHint: "How 05/06 is meant in this file.",
    orders: { "": "Choose", dmy: "The day first: the 5th of June", mdy: "The month first: the 6th of May" },
    decimals: { "": "Choose", ",": "Comma: 1.250,00", ".": "Point: 1,250.00" },
    send: "Take it in",
    isSure: "It is of this account: take it in",
    said,
    taken: (rows: number) => (rows === 1 ? "1 row was read" : `${rows} rows were read`),
    /** What is held is none of both: whether it is new is for a person to say. */
    news: (fresh: number, rows: number, held: number) => {
      const isNew = fresh - held
      const known = rows - fresh
      if (fresh === 0) return "All of it was known already."
      if (isNew === rows) return "All of it is new."
      if (held === 0) return `${isNew} of them ${isNew === 1 ? "is" : "are"} new; the rest was known already.`
      return `${isNew} new, ${known} known already, ${held} held.`
    },
    held: (held: number) =>
      held === 1 ? "1 row may be known already, and is held" : `${held} rows may be known already, and are held`,
    heldLong: (state: string) =>
      `It is neither matched nor sent until you say whether it is another payment: open what is marked “${state}” under Movements.`,
    excluded: (count: number) =>
      count === 1
        ? "1 of them was taken out before, and stays out"
        : `${count} of them were taken out before, and stay out`,
    excludedLong:
      "They count for nothing until they are taken in again: one by one under Movements, or all that a statement brought at that statement in the account's activity."
  },
  takeOut: {
    open: "Uploaded by mistake?",
    of: (days: string, rows: number, fresh: number) =>
      `${days}: ${rows === 1 ? "1 row" : `${rows} rows`}, ${fresh === 0 ? "none of them new" : `${fresh} of them new`}.`,
    title: "A statement that was uploaded by mistake",
    lead: "All movements that were new in it are taken out: they are neither matched nor sent. What your shop was told of them stays told, and what pays an order stays until you undo that match.",
    isOut: (when: string) => `It is out since ${when}.`,
    out: "Take out its movements",
    rest: "Take out what stayed",
    back: "Take them in again",
    wasOut: (count: number) => (count === 1 ? "1 movement is out" : `${count} movements are out`),
    kept: (count: number) =>
      count === 1
        ? "1 of its movements pays an order and stays: undo that match first, then take it out once more."
        : `${count} of its movements pay orders and stay: undo these matches first, then take it out once more.`,
    isBack: (count: number) => (count === 1 ? "1 movement is in again" : `${count} movements are in again`)
  },
  shadow: {
    title: "Trying new versions",
    lead: "You can let new versions of the bank's script, which nobody has made active yet, read this account beside the active one: it shows whether they would see the same. They see what you see at the bank, and can't log in or send anything new; nothing of what they read is kept.",
    since: (when: string) => `New versions of the bank's script are tried on this account. You agreed on ${when}.`,
    agree: "Let them be tried",
    agreed: "New versions are tried here from the next read on",
    withdraw: "No longer",
    withdrawn: "No new version is tried here any more",
    running: "under way",
    outcomes: { read: "It read the account.", not_comparable: "It could not be compared." },
    counts: (movements: number, changed: number, signs: number) =>
      `${movements} movements, ${changed} not recognised again, ${signs} with another sign.`
  },
  poll: "Ask the shop for orders",
  polled: "The shop is asked for its pending orders",
  orders: "Orders of this account",
  movements: "Movements"
}
