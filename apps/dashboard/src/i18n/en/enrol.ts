export const enrol = {
  title: "Add an account",
  steps: ["How it works for you", "The bank", "Access", "Your shop", "First read"],
  step: (number: number, all: number) => `Step ${number} of ${all}`,
  modeLead: "What should your shop hear? It holds for all your accounts, and you can change it later.",
  modes: {
    reconcile: {
      title: "Match payments with orders",
      text: "Your shop lists its pending orders; it hears “matched” or “ambiguous” for each, and “expired” where the account's settings say so."
    },
    passthrough: {
      title: "Pass every payment on",
      text: "Your shop hears of each incoming payment with a sender, and matches by itself."
    }
  },
  hears: "Your shop hears",
  bankLead: "Which bank is it?",
  noBanks: "No bank is known here yet. Add yours; whoever writes its script publishes it for everybody.",
  addBank: "Add another bank",
  bankName: "Name of the bank",
  bankCode: "Short code",
  bankCodeHint: "Small letters and dashes, such as my-bank",
  loginUrl: "Address of its login page",
  loginUrlHint:
    "Where you log in to the bank: passwords are typed there and nowhere else. Leave it empty if you only take in statement files of the bank.",
  consent: "The bank's script may type your user name and password, and codes, at these addresses only:",
  noOrigin:
    "No address of this bank is known here, so nobody can log in there yet. Whoever added the bank adds it, under “Banks”.",
  publisher: "Its scripts are published by",
  sends: "After the login the bank's page may send, besides reading:",
  shownPassword: "The script types your password into a field that shows it.",
  noScript:
    "This bank has no script yet, so nothing is read by itself until somebody publishes and promotes one. You can set everything up already, and take its statement files in.",
  otherBank: "Your bank isn't here?",
  otherBankLong:
    "Each bank needs a script that knows its pages: a programmer writes it once, for everybody here. Until then you can take the bank's statement files in on the account's page (CSV, Excel, OFX, CAMT.053, MT940, Norma 43).",
  beginScript: "Where a script begins: in a terminal, in the folder of Counterfoil",
  scriptDocs:
    "The way from there, step by step: docs/write-a-bank-script.md in the source code. A script that is published appears under “Banks”.",
  name: "Name of the account",
  nameHint: "As you call it: “Main account”.",
  accessLead: "They are encrypted, typed into the bank's own page only, and never shown again.",
  shopLead: "Where your pending orders are, and where results are sent.",
  create: "Save and read for the first time",
  createByFile: "Save, and go on to its statement files",
  byFile: "This bank is read from its statement files",
  byFileLong:
    "It has no script yet. Take its files in on the account's page (CSV, Excel, OFX, CAMT.053, MT940, Norma 43). User name and password are needed once it has a script.",
  watchLead: "This is happening right now.",
  phases: {
    opening: "Logging in at the bank",
    code: "A code, or what else the bank asks you",
    reading: "Reading the movements",
    done: "Read"
  },
  phaseStates: { done: "done", now: "under way", stopped: "it stopped here" },
  ready: "The account is read",
  readyButOrders: "The account is read, but not your shop's orders",
  readyLong: "From now on this happens by itself.",
  toOrders: "See the orders",
  toMovements: "See the movements",
  toAccount: "To the account",
  blocked: "The bank did not let us in: set it right on the account's page.",
  nothing: "Nothing is read yet. The account's page says why."
}
