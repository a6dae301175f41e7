import type { Activities, Values } from "../activity.ts"
import { codes } from "./codes.ts"
import { ignored, impediments, kinds, orderFaults, setAside } from "./reasons.ts"

const channels: Readonly<Record<string, string | undefined>> = codes.asked.channels
/** Entries from before say the failure's code there where the script gave no words. */
const said = (words: string | null) =>
  words === null || kinds[words] !== undefined ? "" : ` The bank's script says: “${words}”.`
const rows = (count: number) => (count === 1 ? "1 row" : `${count} rows`)
const movements = (count: number) => (count === 1 ? "1 movement" : `${count} movements`)
const news = (count: number) =>
  count === 0 ? "nothing new" : count === 1 ? "1 new movement" : `${count} new movements`

const failed = (values: Values): string => {
  const kind = values.text("kind")
  const mate = values.maybe("account_name")
  const later =
    values.maybe("asks_again_at") === null ? "" : ` You are asked again after ${values.moment("asks_again_at")}.`
  const blocked = values.flag("blocked") ? " It is blocked until you set it going again." : ""
  const where = mate === null ? "" : ` It happened with the account “${mate}”, which has the same login.`
  return `${kinds[kind] ?? kind}${said(values.maybe("said"))}${where}${blocked}${later}`
}

const endings: Readonly<Record<string, string>> = {
  accepted: "The bank accepted it.",
  rejected: "The bank refused it.",
  unanswered: "Nobody gave it.",
  unknown: "The login ended before the bank had answered."
}
const things: Readonly<Record<string, string>> = {
  otp: "A one-time code",
  approval: "An approval in the bank's app",
  question: "The answer to a question",
  picture: "What a picture shows"
}
const code = (values: Values): string => {
  const channel = values.maybe("channel")
  const how = channel === null ? "" : `, ${channels[channel] ?? channel}`
  return `${things[values.maybe("type") ?? "otp"] ?? ""}${how}. ${endings[values.text("outcome")] ?? ""}${said(values.maybe("purpose"))}`
}

const waits: Readonly<Record<string, (until: string) => string>> = {
  assisted_hours: (until) => `Until ${until}: you are asked within certain hours only.`,
  snoozed: (until) => `Until ${until}: you don't want to be asked before.`,
  asked_enough: (until) => `Until ${until}: you were asked as often in a day as you allow.`,
  bank_pause: (until) => `Until ${until}: the bank refused several logins that were good before, so it is left alone.`
}

/** Entries from before they said so have none. */
const days = (values: Values): string => {
  const [first, last] = [values.maybe("first_day"), values.maybe("last_day")]
  if (first === null || last === null) return ""
  return first === last
    ? ` of ${values.day("first_day")}`
    : ` of ${values.day("first_day")} to ${values.day("last_day")}`
}

const who = (values: Values) => values.text("by")
const order = (values: Values) => values.text("external_id")

/** Why a shop gave no answer. */
const unanswered: Readonly<Record<string, string>> = {
  egress_refused:
    "This server may not reach the address: it is a private one, which whoever runs the server can allow (EGRESS_ALLOW). ",
  dns_failed: "The name in the address is not known. ",
  connect_failed: "There is no connection to the address: nothing answers there. ",
  tls_failed: "The certificate of the address is not good. ",
  timeout: "There was no answer in time. ",
  broken: "The connection broke before the answer was complete. "
}

export const activities: Activities = {
  "account.renamed": {
    title: "It has another name",
    text: (values) => `It is called “${values.text("name")}” now, not “${values.text("before")}”.`
  },
  "account.restarted": {
    title: "Set going again",
    text: (values) => {
      const mate = values.maybe("account_name")
      return mate === null ? "" : `Together with “${mate}”, which has the same login.`
    }
  },
  "code.mailbox_added": {
    title: "A mailbox for codes was added",
    text: (values) => `At ${values.text("host")}; it is looked at while a login waits for a code.`
  },
  "code.mailbox_failed": {
    title: "The mailbox for codes could not be read",
    text: (values) => (values.flag("refused") ? "Its server refused the login." : "It is tried again.")
  },
  "code.mailbox_removed": { title: "The mailbox for codes was removed" },
  "code.message_ignored": {
    title: "A message was not used as a code",
    text: (values) => {
      const sender = values.maybe("sender")
      return `${sender === null ? "" : `From “${sender}”. `}${ignored[values.text("reason")] ?? ""}`
    }
  },
  "code.refused": {
    title: "The bank's script asked for a code where it may not",
    text: (values) => `It was given none, on ${values.text("page")}.`
  },
  "code.totp_added": { title: "An authenticator secret was saved", text: () => "Counterfoil makes the codes itself." },
  "code.totp_removed": { title: "The authenticator secret was removed" },
  "code.unanswered": { title: "Nobody answered the bank's question", text: code },
  "code.used": { title: "The bank asked for something in the login", text: code },
  "consent.given": { title: "You agreed to what the bank's script asks for" },
  "endpoint.disabled": {
    title: "Your shop wants no more messages",
    text: () =>
      "Its address answered that it is gone (410). Messages are held until the settings are saved or you send again."
  },
  "endpoint.paused": { title: "Messages to your shop are held" },
  "endpoint.resumed": { title: "Messages to your shop go on" },
  "login.failed": { title: "The login at the bank failed", text: failed },
  "login.waits": {
    title: "The next login waits",
    text: (values) => waits[values.text("because")]?.(values.moment("until")) ?? ""
  },
  "movements.removed": {
    title: "The bank took movements back",
    text: (values) => {
      const count = values.count("count")
      const orders = values.texts("orders")
      const gone = count === 1 ? "1 movement is" : `${count} movements are`
      return `${gone} ${values.maybe("how") === "reversed" ? "booked back" : "no longer shown"}.${orders === "" ? "" : ` Still matched with what is gone: ${orders}.`}`
    }
  },
  "notify.nothing_to_send": {
    title: "There was nothing to send",
    text: (values) => {
      const name = values.maybe("external_id")
      if (values.maybe("because") === "excluded") return "The movement is excluded: include it first."
      return name === null
        ? "The account has no address that a movement could be sent to."
        : `The order ${name} has no result yet.`
    }
  },
  "orders.item_skipped": {
    title: "An order of your shop could not be read",
    text: (values) => {
      const name = values.maybe("external_id")
      const which =
        name === null ? `It is number ${values.count("index") + 1} in its list.` : `It is the order ${name}.`
      const why = orderFaults[values.maybe("reason") ?? ""]?.(values.maybe("field") ?? "")
      return why === undefined ? which : `${which} ${why}`
    }
  },
  "orders.poll_failed": {
    title: "Your shop's orders could not be read",
    text: (values) => {
      const status = values.maybe("http_status") ?? ""
      const why = unanswered[values.maybe("reason") ?? ""] ?? ""
      return `${status === "" ? why : `Your shop answered ${status}. `}They are asked for again, at least every half hour.`
    }
  },
  "orders.poll_recovered": {
    title: "Your shop's orders are read again",
    text: (values) => {
      const failures = values.count("failures")
      return failures === 1 ? "It had failed once." : `It had failed ${failures} times.`
    }
  },
  "payer.forgotten": {
    title: "What was learned of a payer's name was removed",
    text: (values) => {
      const name = values.maybe("external_id")
      return `By ${who(values)}${name === null ? "" : `, from the order ${name}`}.`
    }
  },
  "request.failed": {
    title: "An order could not be looked at",
    text: (values) =>
      `The order ${order(values)}, ${values.count("times")} times in a row: a fault of this server. Try it again when it is mended.`
  },
  "request.left": {
    title: "An order was decided",
    text: (values) =>
      values.text("as") === "closed"
        ? `${who(values)} closed ${order(values)}: no payment is expected.`
        : `${who(values)} lets ${order(values)} wait for another payment.`
  },
  "request.refused": {
    title: "The bank's page was kept from sending something",
    text: (values) => `${values.text("method")} ${values.text("page")}: the bank's script has to declare it first.`
  },
  "request.reopened": {
    title: "An order was taken up again",
    text: (values) => `${who(values)} took up ${order(values)} again.`
  },
  "request.resolved": {
    title: "A person chose a payment",
    text: (values) => {
      const further = values.count("orders") - 1
      const more = further === 0 ? "" : `; it pays ${further === 1 ? "one more order" : `${further} more orders`}`
      return `${who(values)}, for the order ${order(values)}${more}.`
    }
  },
  "request.unmatched": {
    title: "A person undid a match",
    text: (values) => `${who(values)}, of the order ${order(values)}.`
  },
  "scrape.accepted": {
    title: "A read that had been set aside was taken in",
    text: (values) => `By ${who(values)}: ${news(values.count("movements_new"))}.`
  },
  "scrape.excluded": {
    title: "A statement was taken out",
    text: (values) => {
      const kept = values.count("movements_kept")
      const stays =
        kept === 0 ? "" : kept === 1 ? " 1 more pays an order and stays." : ` ${kept} more pay orders and stay.`
      return `By ${who(values)}: ${movements(values.count("movements_excluded"))}.${stays}`
    }
  },
  "scrape.failed": { title: "The read failed", text: failed },
  "scrape.gap": {
    title: "Some days could not be read",
    text: (values) => `From ${values.day("from")} to ${values.day("to")}: too far back to be read now.`
  },
  "scrape.included": {
    title: "A statement was taken in again",
    text: (values) => `By ${who(values)}: ${movements(values.count("movements_included"))}.`
  },
  "scrape.quarantined": {
    title: "A read was set aside",
    text: setAside
  },
  "scrape.read": {
    title: "The account was read",
    text: (values) => {
      const again = values.flag("again") ? "For the first time since it failed, " : ""
      const span = `from ${values.day("from")} to ${values.day("to")}: ${news(values.count("movements_new"))}.`
      return again === "" ? `F${span.slice(1)}` : `${again}${span}`
    }
  },
  "scrape.rows_not_taken": {
    title: "Some rows were not taken in",
    text: (values) =>
      `${rows(values.count("rows"))}, since ${values.day("since")}: ${values.texts("currencies")} is no currency.`
  },
  "scrape.skipped": { title: "It was not read", text: (values) => impediments[values.text("because")] ?? "" },
  "script.changed": {
    title: "Something changed at the bank's script",
    text: (values) => {
      switch (values.text("change")) {
        case "promoted":
          return `Version ${values.text("version")} reads the account from now on.`
        case "renamed":
          return `The bank is called “${values.text("name")}” now, not “${values.text("before")}”.`
        default:
          return `The bank's pages are at these addresses too: ${values.texts("origins")}.`
      }
    }
  },
  "session.held_back": {
    title: "The next read waits",
    text: (values) =>
      `The server went down during the last ${values.count("lost")} reads of this account: it waits until ${values.moment("until")}.`
  },
  "session.not_left": {
    title: "Not logged out at the bank",
    text: (values) =>
      `${kinds[values.text("kind")] ?? values.text("kind")}${said(values.maybe("said"))} The session stays open there until the bank ends it: until then it may refuse another login, yours too.`
  },
  "settings.same_bank_account": {
    title: "Two accounts read the same bank account",
    text: (values) =>
      `This one and “${values.text("account_name")}”: each payment counts twice. Say in the settings which account each reads, or delete one.`
  },
  "shadow.agreed": { title: "New versions of the bank's script may be tried here" },
  "shadow.ran": {
    title: "A new version of the bank's script was tried",
    text: (values) =>
      values.text("outcome") === "read"
        ? `Version ${values.text("version")}: it read ${values.count("movementsAfter")} movements, the active one ${values.count("movementsBefore")}.`
        : `Version ${values.text("version")}: it could not be compared.`
  },
  "shadow.withdrawn": { title: "New versions of the bank's script are no longer tried here" },
  "statement.uploaded": {
    title: "A statement was taken in",
    text: (values) => {
      const held = values.count("movements_held")
      const doubt =
        held === 0 ? "" : ` ${held} may be known already and ${held === 1 ? "is" : "are"} held: see Movements.`
      const name = values.maybe("file_name")
      return `By ${who(values)}: ${name === null ? "" : `“${name}”, `}${rows(values.count("rows"))}${days(values)}, ${news(values.count("movements_new"))}.${doubt}`
    }
  }
}
