export const home = {
  title: "Overview",
  hello: (name: string) => `Hello, ${name}`,
  settle: (count: number) => (count === 1 ? "1 order needs you" : `${count} orders need you`),
  settleLong:
    "Several payments fit equally well, a match was undone, or the bank took a payment back: say what pays it, or that nothing does.",
  settleGo: (count: number): string => (count === 1 ? "Settle it" : "Settle them"),
  held: (count: number, more: boolean): string =>
    count === 1 ? "1 movement is held" : `${count}${more ? " or more" : ""} movements are held`,
  heldLong: (count: number): string =>
    count === 1
      ? "It may be known already. Until you say whether it is, it pays no order and your shop isn't told of it."
      : "They may be known already. Until you say whether they are, they pay no order and your shop isn't told of them.",
  heldGo: (count: number): string => (count === 1 ? "Look at it" : "Look at them"),
  allGood: "Nothing needs you",
  /** Beside a read that failed, and is tried again by itself. */
  restGood: "Nothing else needs you",
  allGoodLong: "Counterfoil goes on reading and matching by itself.",
  blocked: (count: number) => (count === 1 ? "1 account is blocked" : `${count} accounts are blocked`),
  blockedGo: "Repair it",
  heldUp: (account: string) => `${account} is not read at present`,
  heldUpMany: (count: number) => `${count} accounts are not read at present`,
  heldUpGo: "See why",
  unset: (account: string) => `${account} is not set up yet`,
  unsetMany: (count: number) => `${count} accounts are not set up yet`,
  unsetGo: "Set it up",
  askedGo: { code: "Type the code", other: "Answer the bank" },
  failing: (account: string) => `${account} could not be read`,
  failingMany: (count: number) => `${count} accounts could not be read`,
  unreadOrders: (account: string) => `The shop's orders for ${account} can't be read`,
  unreadOrdersMany: (count: number) => `The shop's orders for ${count} accounts can't be read`,
  triedAgain: "It is tried again by itself.",
  unpaidMoney: (count: number, more: boolean) =>
    count === 1
      ? "1 payment of the last 30 days pays no order"
      : `${count}${more ? " or more" : ""} payments of the last 30 days pay no order`,
  unpaidMoneyLong: "One that came twice is among them, for example. Give it to an order, or leave it.",
  matched: "Matched",
  open: "To settle",
  undone: "Undone",
  /** Of the orders under “Undone”. */
  elsewhere: (count: number, all: number) =>
    count === all ? "also counted elsewhere" : `${count} also counted elsewhere`,
  unpaid: "No payment yet",
  waiting: "Waiting",
  lost: "Expired",
  cancelled: "Cancelled",
  ordersChart: "Orders by day, last 30 days",
  moneyChart: (currency: string) => `Money in by day, last 30 days, ${currency}`,
  accounts: "Accounts",
  welcome: "Let's connect your first account",
  welcomeLong:
    "It takes five minutes where your bank has a script here: choose what your shop should hear, pick the bank, and watch the first read.",
  start: "Start",
  noData: "Nothing in these thirty days yet."
}

export const settings = {
  title: "Settings",
  lead: "What holds for all of your accounts, and for this device.",
  mode: "What your shop hears",
  modeSaved: "It holds from the next cycle on",
  look: "Language and look",
  account: "Your account",
  password: "Change the password",
  current: "Password now",
  next: "New password",
  everywhere: "It logs out every other device at once.",
  changed: "The password is changed, every other device is logged out",
  save: "Change it",
  reference: "Reference of the API",
  rehearsal: {
    title: "What if the matching were stricter, or more lenient?",
    lead: "Tries it on the orders and payments that are here already. Nothing changes and nobody is told. Which of them holds is set by whoever runs this server (MATCHING_PRESET).",
    preset: "How sure it has to be",
    presets: { strict: "Strict", default: "Default", lenient: "Lenient" },
    run: "Try it on my orders",
    of: (orders: string, preset: string) => `Of ${orders} orders. In force now: ${preset}.`,
    /** To whoever has left the page meanwhile. */
    done: (preset: string, then: string, now: string) =>
      `“${preset}” would have matched ${then} orders; ${now} are matched now.`,
    matchedNow: "Matched now",
    matchedThen: "Matched with it",
    changes: {
      gained: "Matched only with it",
      lost: "No longer matched",
      different: "Matched with another payment"
    },
    against: "Against what a person has chosen",
    more: (count: string) => `And ${count} more.`
  },
  leave: {
    title: "Leave for good",
    lead: "Everything of yours is deleted: accounts, keys and channels. It can't be undone.",
    open: "Delete everything of mine",
    what: "Your accounts log out at their banks, what was not sent is cancelled, and credentials, keys, channels, your name and your e-mail are erased at once. What the accounts had read follows after the time that the operator has set.",
    password: "Your password, to confirm",
    now: "Delete everything for good"
  }
}
