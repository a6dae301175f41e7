export const config = {
  title: (account: string) => `Settings of ${account}`,
  saved: "Saved. It holds from the next read on.",
  savedRefused: (count: number) =>
    `Saved. But this server will not call ${count === 1 ? "one of the addresses" : `${count} of the addresses`}: see at the field.`,
  savedBeside: (names: string) => `Saved. What somebody else or another tab had changed meanwhile is kept: ${names}.`,
  savedElsewhere: (names: string) =>
    `Saved meanwhile by somebody else or in another tab: ${names}. What you don't change stays as it is there when you save.`,
  bothChanged: "Not saved: somebody else, or another tab, has meanwhile saved something else for",
  savedNow: (value: string) => `now “${value}”`,
  bothChangedLong: "Save again to have it as you typed it.",
  unsaved: {
    title: "Leave without saving?",
    lead: "What you have changed here is not saved yet.",
    stay: "Stay here",
    leave: "Leave without saving"
  },
  takeTheirs: "Show what is saved, and drop what I typed",
  notSaved: "Not saved. What is wrong stands at",
  refusedAddress:
    "This server does not call this address, so nothing arrives there. Whoever runs it can allow a private network (EGRESS_ALLOW), but no link-local or metadata address.",
  sameBankAccount: (names: string) =>
    `By their settings, this account and ${names} read the same bank account: each of its payments counts twice, and may pay two orders. Say in the settings which account each is to read, or delete one.`,
  sections: {
    bank: "Access to the bank",
    orders: "Your orders",
    results: "Where results go",
    notices: "Where notices go",
    fine: "Fine points",
    name: "Its name",
    danger: "Delete the account"
  },
  bankLead: "Write-only: the password is encrypted and never shown again. Leave it empty to keep the saved one.",
  username: "User name at the bank",
  password: "Password at the bank",
  kept: "A password is saved",
  bankAccount: "Which account of the login",
  bankAccountHint: "An IBAN, or what else the bank's script knows it by. Empty: the login's only one.",
  loginMode: "How the bank lets you in",
  loginModes: {
    simple: { title: "User name and password", text: "Counterfoil logs in by itself." },
    assisted: {
      title: "Also a code, or an approval",
      text: "You, or your phone, are asked at each login: for a code, in the bank's app, or a question."
    }
  },
  sessionType: "Session",
  sessionTypes: {
    "one-shot": { title: "Open, read, close", text: "Every ten minutes or so." },
    persistent: { title: "Stay logged in", text: "Reads once a minute; the bank asks for fewer codes." },
    cannot: "This bank's script can't: it opens, reads and closes each time."
  },
  ordersLead: "Counterfoil asks your system for its pending orders at this address.",
  ordersEndpoint: "Address of your pending orders",
  method: "Asked with",
  authType: "Authorization",
  authTypes: { none: "None", bearer: "Bearer token", api_key: "Api-Key" },
  token: "Token",
  resultsLead: "Each result is sent there once it is known: signed, and again until it is answered.",
  webhook: "Webhook address",
  webhookAuthHint: "Empty: the one of your orders is used.",
  expired: "Tell me of orders that expired without a payment",
  silent: "Take movements in without telling (for backfills)",
  extra: "Further fields of each webhook, as JSON",
  extraHint: 'For example {"source": "counterfoil"}',
  extraFault: "This must be a JSON object.",
  secret: "Secret that signs your webhooks",
  secretShow: "Show the secret",
  secretRotate: "Make another secret",
  secretRotateSure:
    "For 72 hours your shop gets both signatures, the old one and the new one: give it the new secret within them.",
  secretRotated: "There is another secret: give it to your shop",
  noticesLead:
    "An address of your own system, told when a code is wanted or a login fails. To be told yourself, on your phone: Settings.",
  notice: "Address for notices",
  events: "Told of",
  eventNames: {
    assistance_required: "A code is wanted",
    login_failed: "A login failed",
    scrape_failed: "A read failed",
    movements_removed: "The bank took a movement back",
    script_changed: "Another version of the bank's script reads"
  },
  retries: "Looks for its payment again, before an order rests",
  retriesHint: "0: it is looked for once, and rests. Up to 100. A payment that could be its own wakes it at any time.",
  fee: "A fee that the bank may keep",
  feeHint:
    "Such as 1.50, in the order's currency: a payment that is less by no more than that still pays the order. Empty: to the cent.",
  payers: {
    title: "Payers that you taught",
    lead: "By choosing payments and undoing matches you say whose they are, by name and by account. It counts for later orders of the same name, in this account.",
    empty: "Nothing yet. What you confirm under Orders is kept here.",
    verdicts: { confirmed: "pays", separated: "counts for less for" },
    badges: { confirmed: "Confirmed", separated: "Taken off" },
    nameless: "Without a name",
    forOrders: (name: string) => `orders of ${name}`,
    forget: "Forget",
    forgetOne: (payer: string, name: string) => `Forget ${payer} for ${name}`,
    forgotten: "It is forgotten, and counts no more from the next look on",
    all: (count: number) => `Show all ${count}`
  },
  called: "What it is called",
  rename: "Rename",
  renamed: "It has another name now",
  deleteLead: (name: string) =>
    `It logs out at the bank, cancels what was not sent and erases the credentials at once. Its movements and orders leave these pages with it: export first what you want to keep. Type “${name}” to confirm.`,
  deleteConfirm: "Name of the account",
  deleteNow: "Delete for good",
  deleted: "The account is deleted"
}
