export const keys = {
  title: "API keys",
  lead: "For machines that submit codes or read the status: your phone's SMS forwarder, your shop.",
  create: "Create a key",
  name: "What is it for",
  nameHint: "Such as “SMS forwarder of Ana's phone”",
  scopes: "What it may do",
  scopeNames: { "otp:write": "Submit one-time codes", "status:read": "Read an account's status" },
  allTypes: "Approvals, questions and pictures too, not codes alone",
  noScope: "Choose at least one: a key that may do nothing is of no use.",
  accounts: "For which accounts",
  allAccounts: "All of them, later ones too",
  someAccounts: "Only these",
  noAccount: "Choose at least one account.",
  shown: "Copy the key now: it is shown this once and can't be read again.",
  done: "I have kept it",
  curl: "Ready to use",
  curlCode: "Submit a code",
  curlStatus: "Read the status",
  empty: "No key yet",
  emptyLong: "With a key, the phone that gets the SMS can hand codes over by itself.",
  created: (when: string) => `made ${when}`,
  used: (when: string) => `last used ${when}`,
  unused: "never used",
  revoked: "Revoked",
  revoke: "Revoke",
  revokeSure: (name: string) => `Revoke “${name}”? Whatever uses it is refused from the next request on.`
}

export const banks = {
  title: "Banks and scripts",
  lead: "A bank's script is what logs in there and reads. One version of it is active; others wait in review.",
  add: "Add a bank",
  empty: "No bank yet",
  emptyLong: "Add the bank whose accounts you want to read.",
  active: (version: string) => `Version ${version} is active`,
  noScript: "No active script",
  retired: "Retired",
  review: (count: number) => (count === 1 ? "1 in review" : `${count} in review`),
  origins: "Secrets are typed only at",
  creator: "Scripts are published by",
  code: "Code, as scripts name the bank",
  operator: "whoever runs this server",
  anAdministrator: "an administrator of this server",
  aUser: "a user of this server",
  administratorOf: (name: string) => `“${name}”, an administrator of this server`,
  userOf: (name: string) => `“${name}”, a user of this server`,
  noOrigins: "nowhere: no address is known yet",
  loginPage: "Login page",
  versions: "Versions",
  version: "Version",
  changes: {
    title: "Change this bank",
    lead: "For whoever added it, and for administrators.",
    renamed: "Renamed",
    origin: "Another address where secrets may be typed",
    originHint: "An origin, without a path. Owners of accounts here are asked whether they agree.",
    addOrigin: "Add it",
    added: "Added",
    retireLead:
      "A retired bank takes no new accounts; those that it has go on. One where no account has ever been can be deleted.",
    retire: "Retire it",
    retired: "It takes no new accounts",
    return: "Take accounts again",
    returned: "It takes accounts again",
    delete: "Delete it",
    deleteTitle: (bank: string) => `Delete ${bank}?`,
    deleteSure: "With the versions of its script. It can't be undone.",
    deleted: "The bank is deleted"
  },
  status: { active: "Active", review: "In review" },
  health: "Health, thirty days",
  runs: (good: string, all: string) => `${good} of ${all} reads succeeded`,
  noRuns: "no reads yet",
  median: "Half of the reads take at most",
  seconds: (count: string) => `${count} s`,
  publishedAt: (when: string) => `published ${when}`,
  promotedAt: (when: string) => `last made active ${when}`,
  promote: "Make active",
  rollback: "Roll back to this one",
  confirmTitle: (version: string) => `Make ${version} active?`,
  confirm: (count: number, own: number, bank: string) => {
    if (count === 0) return `No account is at ${bank} yet: the first one is read with it.`
    const whose = own === count ? (count === 1 ? "yours" : "all yours") : `${own} of them yours`
    return count === 1
      ? `1 account at ${bank} (${own === 1 ? "yours" : "somebody else's"}) is read with it from its next read on.`
      : `${count} accounts at ${bank} (${whose}) are read with it from their next read on.`
  },
  confirmBackoff:
    "Those that failed lately are read again soon, one after the other; reads under way end on the version that they began with.",
  confirmWaiting: (count: number) =>
    count === 1
      ? "1 account is not read before its owner agrees: the version asks for more"
      : `${count} accounts are not read before their owners agree: the version asks for more`,
  confirmOld: (version: string) => `Version ${version} goes back to review; you can return to it at any time.`,
  promoted: (version: string) => `${version} is active`,
  report: "What it would change",
  noReport:
    "Nobody has compared it yet. “counterfoil script promote” compares it on recordings; accounts whose owners agreed try it beside the active one.",
  shadow: (compared: string, accounts: string) => `Tried on ${accounts} accounts, ${compared} could be compared`,
  comparison: (recordings: string, when: string) => `Compared on ${recordings} recordings, ${when}`,
  lastTried: (when: string) => `(last on ${when})`,
  alike: "On every recording both read the same.",
  before: "The other version",
  after: "This one",
  rows: (count: string) => `(${count} movements)`,
  publishing: {
    title: "Publish a version",
    lead: "A version comes from its author's machine, so that nothing runs here that was not built there. In the folder of the script:",
    where: "This server",
    login: "Log in, for seven days",
    publish: "Check, bundle and publish",
    after:
      "It then waits here in review until somebody makes it active. “counterfoil script promote” compares it on the recordings first."
  },
  identities: "Movements not recognised again",
  signs: "Amounts that change their sign",
  movements: "Movements compared",
  none: "No version yet",
  noneLong:
    "Somebody has to write and publish a script for this bank first. Until then its statement files can be taken in on the account's page.",
  firstScript: {
    named: "This makes a project, and names the bank in its bank.ts by the code that it has here:",
    published: "Only a script that names it so can be published for this bank; how is said under “Publish a version”.",
    guide: "The way from there, step by step"
  },
  failures: "Failures",
  chart: "Reads by version, thirty days",
  succeeded: "Succeeded",
  failed: "Failed"
}
