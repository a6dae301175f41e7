export const home = {
  title: "Overview",
  hello: (name: string) => `Hello, ${name}`,
  settle: (count: number) => (count === 1 ? "1 order needs you" : `${count} orders need you`),
  settleLong: "Several payments fit, or none does.",
  settleGo: "Settle them",
  allGood: "Nothing needs you",
  allGoodLong: "Counterfoil goes on reading and matching by itself.",
  blocked: (count: number) => (count === 1 ? "1 account is blocked" : `${count} accounts are blocked`),
  blockedGo: "Repair it",
  matched: "Matched",
  open: "To settle",
  waiting: "Waiting",
  lost: "Expired",
  ordersChart: "Orders by day",
  moneyChart: (currency: string) => `Money in by day, ${currency}`,
  accounts: "Accounts",
  welcome: "Let's connect your first account",
  welcomeLong: "It takes five minutes: choose what your shop should hear, pick your bank, and watch the first read.",
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
  reference: "Reference of the API"
}
