export const movements = {
  title: "Movements",
  lead: "Everything that the banks have shown, newest first.",
  search: "Search movements",
  searchFor: "Payer, text, amount, order",
  account: "Account",
  allAccounts: "All accounts",
  directions: { any: "In and out", in: "Money in", out: "Money out" },
  direction: "Direction",
  sent: "Sent to your shop",
  sents: { any: "Sent to your shop or not", yes: "Sent to your shop", no: "Not sent to your shop" },
  pays: "What it pays",
  paysAny: { any: "With or without an order", yes: "Pays an order", no: "Money in that pays no order" },
  heldOnly: "Held: perhaps known already",
  from: "From",
  to: "To",
  filters: "Filters",
  remove: (filter: string) => `Remove the filter ${filter}`,
  export: "Export CSV",
  exporting: (rows: string) => `${rows} rows …`,
  exported: (count: number, rows: string) => (count === 1 ? "1 row is in the file" : `${rows} rows are in the file`),
  empty: "No movement fits",
  emptyLong: "Take a filter away, or read an account.",
  emptyNone: "No movement yet",
  emptyNoneLong: "They come with the first read of an account that shows any.",
  emptySearch:
    "Movements are found by payer, text, amount and the whole id of the order that they pay. An order without a payment is under “Orders”.",
  searchOrders: (words: string) => `Look for “${words}” under “Orders”`,
  reversed: "The dates are reversed",
  reversedLong: "“From” is later than “To”.",
  exchange: "Exchange them",
  columns: { date: "Date", payer: "Who", account: "Account", amount: "Amount", state: "State" },
  states: {
    pays: (order: string) => `Pays ${order}`,
    told: "Sent",
    excluded: "Taken out",
    pending: "Pending at the bank",
    removed: "Removed by the bank",
    reversed: "Reversed",
    held: "Possible duplicate",
    free: ""
  },
  news: "Show newer movements",
  loaded: (count: number) => `${count} rows loaded`,
  all: (count: number) => (count === 1 ? "1 movement" : `${count} movements`),
  payersAccount: "Payer's account",
  payeesAccount: "Payee's account",
  accountEnding: (end: string) => `account ending in ${end}`,
  valueDate: "Value date",
  balance: "Balance after it",
  text: "Text at the bank",
  id: "Reference of the bank",
  ourId: "Counterfoil's id",
  exclude: "Take it out",
  excludeHint: "If you take it out, it is neither matched nor sent any more.",
  excludeSure: "Take out a payment of an order?",
  excludePays: (order: string) =>
    `It pays ${order}. Taking it out doesn't undo that: the order stays matched, and for your shop it counts as paid. If it doesn't pay the order, undo the match there first.`,
  excludeStill: "Take it out all the same",
  excludedPays: (order: string) =>
    `It is taken out and still pays ${order}: the order stays matched until its match is undone there.`,
  goToOrder: (order: string) => `Go to order ${order}`,
  include: "Take it in again",
  send: "Send it to your shop",
  sentOnce: "It is sent",
  resend: "Send its webhook again",
  resent: "It is sent again",
  done: "Done",
  /** It may be one that is known already. */
  held: {
    title: "It may be a payment that is known already",
    lead: "It is neither matched nor sent to your shop until you say which it is.",
    known: "Known already",
    notFound: "What it may be is no longer among the latest movements of this amount: search for it under Movements.",
    same: "It is the same payment",
    another: "It is another payment",
    hint: "The same payment is taken out, so that it counts once. Another one is matched or sent like any other.",
    saidSame: "It is taken out",
    saidAnother: "It is taken in as a payment of its own"
  },
  paid: {
    title: "Its orders",
    pays: "It also pays",
    takenOffByYou: (when: string) => `You took it off this order on ${when}:`,
    takenOff: (who: string, when: string) => `${who} took it off this order on ${when}:`
  },
  give: {
    open: "Give it to an order",
    title: "Which order does it pay?",
    sameAmount: "Orders of this amount that nothing pays. Search for any other one.",
    found: "Orders of this account that nothing pays.",
    none: "No unpaid order is of this amount. Search for the one that it pays.",
    noneFound: "No unpaid order fits.",
    more: "More orders fit than are shown, the newest first: search for the one that it pays.",
    confirm: (order: string) => `It pays ${order}`
  }
}

export const deliveries = {
  title: "Messages to your shop",
  lead: "What your shop was told, and what it answered.",
  statuses: {
    pending: "Waiting",
    delivering: "Under way",
    delivered: "Delivered",
    exhausted: "Given up",
    held: "Held",
    cancelled: "Cancelled"
  },
  all: "All",
  empty: "Nothing was sent yet",
  emptyLong: "Results appear here as soon as there are any.",
  emptyHere: "No message is in this state",
  events: {
    matched: "Matched",
    ambiguous: "Ambiguous",
    expired: "Expired",
    movement: "Payment",
    assistance_required: "A code is wanted",
    login_failed: "A login failed",
    scrape_failed: "A read failed",
    movements_removed: "The bank took movements back",
    script_changed: "The bank's script has changed"
  },
  attempts: (count: number) => (count === 1 ? "1 try" : `${count} tries`),
  nextTry: (when: string) => `next try ${when}`,
  replay: "Send again",
  replayed: "It is sent again",
  replayAll: "Send all of these again",
  replayedAll: (count: number) => (count === 1 ? "1 is sent again" : `${count} are sent again`),
  since: "Since",
  /** What the shop was told, in words: of an order, a payment, or an account. */
  says: {
    matched: (order: string, payer: string, amount: string) =>
      `The order ${order}${payer === "" ? "" : ` of ${payer}`}, ${amount}, is matched: it counts as paid.`,
    ambiguous: (order: string, payer: string, amount: string) =>
      `Of the order ${order}${payer === "" ? "" : ` of ${payer}`}, ${amount}, it is not certain which payment is its own: a person has to choose.`,
    expired: (order: string, payer: string, amount: string) =>
      `The order ${order}${payer === "" ? "" : ` of ${payer}`}, ${amount}, has expired: no payment came in time.`,
    movement: (payer: string, amount: string, when: string) =>
      `A payment of ${amount}${payer === "" ? "" : ` by ${payer}`} came${when === "" ? "" : `, received ${when}`}.`,
    notice: (account: string) => `It is about the account “${account}”.`
  },
  saysTitle: "What your shop is told",
  forDevelopers: "For developers",
  moreWays: "Send this old message again",
  replayOld:
    "Your shop has heard something newer of the same since. Send this one again only if its developers ask for it.",
  replayNotice: "It has arrived. Send it again only if your shop's developers ask for it.",
  stopped: {
    gone: "Your shop answered that it wants no more of these.",
    exhausted: "All tries failed. Send it again once your shop answers.",
    no_address: "The account's settings name no address to send it to.",
    paused: "Messages of this account are held: it is sent when they go on.",
    disabled: "Your shop answered that its address is gone (410). Save the settings, or send a message again.",
    about_to_be_sent: "It was held, and is about to be sent.",
    superseded: "A later message of the same order took its place before it was delivered.",
    over: "What it tells of is over, so it was not sent."
  },
  body: "What is sent",
  answer: "What came back",
  try: (number: number) => `Try ${number}`,
  endpoints: "Endpoints",
  endpointsFurther: (count: number) =>
    count === 1
      ? "1 further account isn't listed here: its own page says how its messages do."
      : `${count} further accounts aren't listed here: their own pages say how their messages do.`,
  endpointsWork: (count: number) => (count === 1 ? "1 works" : `${count} work`),
  noAnswer: "No answer",
  outcomes: {
    delivered: "Taken",
    rejected: "Refused",
    redirected: "Redirected, which is not followed",
    gone: "Gone: it wants nothing more",
    egress_refused: "An address that this server may not reach",
    dns_failed: "The name is not known",
    connect_failed: "No connection",
    tls_failed: "The certificate is not good",
    timeout: "No answer in time",
    broken: "The connection broke"
  }
}
