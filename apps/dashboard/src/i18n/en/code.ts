export const code = {
  titles: {
    code: "The bank wants a code",
    approval: "The bank waits for your approval",
    other: "The bank asks for something"
  },
  hints: {
    approval: "Approve it in the bank's app; this closes by itself.",
    other: "This page can't answer it: load it anew, or log in at the bank."
  },
  label: (length: number) => `Code, ${length} characters`,
  digits: (length: number) => `Code, ${length} digits`,
  for: (account: string, bank: string) => `${account} · ${bank}`,
  purpose: (purpose: string) => `The bank's script says: “${purpose}”`,
  left: (clock: string) => `${clock} left`,
  over: "The time is over",
  send: "Send the code",
  sending: "Logging in with the code …",
  cancel: "Don't log in now",
  rejected: "The bank rejected that code. You have one more try.",
  accepted: "The bank took the code. Reading the account.",
  late: "Too late: the login was ended. It is tried again later, or ask for a read yourself.",
  failed: "The login failed.",
  wrongForm: (length: number) => `It has to be ${length} characters.`,
  several: (count: number) => `${count} accounts wait for you`,
  shrink: "Hide for now",
  waiting: (account: string) => `${account} waits for a code`
}
