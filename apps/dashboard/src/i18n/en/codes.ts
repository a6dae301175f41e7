export const codes = {
  title: (account: string) => `Codes of ${account}`,
  open: "Codes",
  lead: "A bank asks whoever logs in for a one-time code. Let a phone, an authenticator or a mailbox answer; until then you are asked. The first valid code wins.",
  unneeded: (mode: string) => `This account logs in with “${mode}”: it is asked for no code`,
  unneededLong: (mode: string) =>
    `So SMS, mailbox and hours have nothing to do here. If the bank does ask, choose “${mode}” in the account's settings. An authenticator's secret is of use in both: the codes are made without asking anybody.`,
  toSettings: "To the account's settings",
  sms: {
    title: "The bank sends an SMS",
    lead: "An app on the phone that gets the SMS hands it on, and the login goes on by itself. Codes are kept nowhere.",
    forward: "1. Have the phone forward messages",
    with: "With",
    systems: { Android: "Android", iOS: "iPhone", number: "A number in the cloud" },
    makeKey: "Make a key and fill it in",
    keyName: (account: string) => `SMS of ${account}`,
    keyHere: "YOUR-KEY",
    keyShown: "Copy the lines now: the key is shown this once. It can hand over codes for this account, nothing else.",
    loopback: (host: string) =>
      `A phone can't reach ${host}. Open this page by the server's name in your network, and the lines have it.`,
    lines: {
      address: "Address: POST to",
      header: "Header",
      headers: "Headers",
      event: "Event",
      body: "Body: JSON, with these fields",
      try: "Try it from a terminal: while no login waits, it answers “no_login”"
    },
    times: {
      sent: "It says when a message was sent: an old one that comes late is never taken for a new one.",
      forwarded:
        "It says only when a message was forwarded: after a code that never came, the next day's codes are typed by hand.",
      none: "It doesn't say when a message was sent: name the senders below, or its messages are not used."
    },
    read: "2. Say whose messages hold codes",
    senders: "Senders, as the phone names them",
    sendersHint: "Several with commas between. Empty: anybody's messages are read.",
    pattern: "Pattern of the code",
    patternHint: "Only if a message has several numbers: a regular expression whose first group is the code.",
    saved: "Saved. It holds from the next message on."
  },
  totp: {
    title: "The bank uses an authenticator app",
    lead: "Add an authenticator at the bank and give its secret here (often under “can't scan the code?”). Counterfoil then makes the codes itself. Write-only: it is sealed at once and never shown again.",
    secret: "Secret, or otpauth:// address",
    replace: "Another secret in its place",
    hint: "A picture of the QR code can be pasted here too. It is read in this browser and sent nowhere.",
    picture: "Read a picture",
    save: "Keep it",
    saved: "Kept: from the next login on, nobody is asked for these codes",
    kept: "Counterfoil makes the codes itself",
    makes: (digits: number, period: number, issuer: string) =>
      `${issuer === "" ? "" : `${issuer}: `}${digits} digits, a new code every ${period} seconds.`,
    since: (when: string) => `Kept since ${when}.`,
    assisted: (simple: string) =>
      `Logins still keep to the hours in which you may be asked. If this bank never sends an SMS, choose “${simple}” in the account's settings.`,
    forget: "Forget the secret",
    forgetSure:
      "It is erased at once, and you are asked for codes again. The bank is not told: remove the authenticator there.",
    forgotten: "The secret is erased",
    pictures: {
      reading: "Reading the picture …",
      read: "Read from the picture. Keep it, and it is never shown again.",
      unreadable: "No QR code was found in the picture. Cut it closer to the code.",
      notLoaded:
        "The part of the page that reads pictures didn't come. Load the page anew and try again, or type the secret.",
      other: "That QR code is no authenticator's: the bank shows the right one when you add an authenticator.",
      export:
        "That is an app's export of many accounts. Add an authenticator at the bank, and read the code that it shows."
    }
  },
  mailbox: {
    title: "The bank sends an e-mail",
    lead: "While a login waits for a code, Counterfoil looks into the mailbox every few seconds: at messages of these senders only. Nothing in it is changed or marked as read. Best is a mailbox, or a folder, for the bank's codes alone.",
    host: "Mail server (IMAP)",
    username: "User name",
    password: "Password",
    passwordHint: "Write-only: it is sealed at once and never shown again, and wanted again whenever this is changed.",
    senders: "Senders",
    sendersHint: "Whole addresses, or @bank.example for all of a domain. Several with commas between.",
    subject: "Part of the subject",
    folder: "Folder",
    port: "Port",
    security: "Encryption",
    tls: "TLS (mostly port 993)",
    starttls: "STARTTLS (mostly port 143)",
    more: "More",
    opensWith: "It opens with",
    oauth: {
      name: "OAuth (no password)",
      lead: "For providers that take no passwords, Google and Microsoft among them: register an application there, let it read your mail over IMAP, and give what it got here. A new token is fetched each time.",
      tokenUrl: "Where tokens are fetched",
      clientId: "Client id",
      clientSecret: "Client secret",
      clientSecretHint: "Empty, if the application has none.",
      refreshToken: "Refresh token",
      refreshTokenHint: "Write-only, like the secret: sealed at once and never shown again."
    },
    save: "Keep the mailbox",
    replace: "Keep this in its place",
    saved: "Kept: try it",
    kept: (username: string, host: string) => `Codes are read from ${username} at ${host}`,
    from: (senders: string) => `From ${senders}.`,
    problem: "It could not be read the last time",
    test: "Try it",
    works: "It opens",
    worksNot: "It does not open",
    forget: "Read it no more",
    forgotten: "The mailbox is forgotten"
  },
  asking: {
    title: "When you are asked",
    lead: "This binds the reads by the schedule. Who presses “Read now” is asked at once.",
    from: "Not before",
    to: "Not after",
    hoursHint: "Both empty: the server's own hours hold.",
    zone: "Whose times these are",
    zoneHint: "Empty: the bank's.",
    most: "Times a day, at most",
    mostHint: "In any 24 hours. Empty: as often as the schedule wants.",
    saved: "Saved. It holds from the next login on.",
    quiet: "Not now",
    quietLead: "Nothing is asked, and so nothing is read by itself, before then.",
    quietUntil: (when: string) => `Nothing is asked before ${when}.`,
    hour: "For an hour",
    tomorrow: "Until tomorrow at nine",
    monday: "Until Monday at nine",
    snoozed: "You are left alone until then"
  },
  asked: {
    title: "What was asked",
    empty: "Nothing was asked yet",
    emptyLong: "Each code and approval that a login needs is listed here, with who answered it.",
    types: { otp: "Code", approval: "Approval", question: "Question", picture: "Picture" },
    channels: {
      dashboard: "typed here",
      api: "by the API",
      sms: "by SMS",
      totp: "made by Counterfoil",
      email: "by e-mail",
      telegram: "by Telegram",
      app: "in the bank's app"
    },
    answered: (channel: string, seconds: number | null) =>
      seconds === null ? channel : `${channel} after ${seconds} s`,
    refused: (count: number) => (count === 1 ? "the bank refused one" : `the bank refused ${count}`),
    outcomes: {
      pending: "Waits",
      accepted: "Accepted",
      rejected: "Refused",
      timed_out: "Nobody answered",
      cancelled: "Called off",
      session_ended: "Login ended"
    }
  }
}
