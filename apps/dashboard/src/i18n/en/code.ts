export const code = {
  titles: {
    code: "The bank wants a code",
    approval: "The bank waits for your approval",
    question: "The bank asks a question",
    picture: "The bank shows a picture",
    other: "The bank asks for something"
  },
  hints: {
    approval: "Nothing is typed here: it closes once you have approved.",
    other: "This page can't answer it: load it anew, or log in at the bank."
  },
  leads: {
    code: (bank: string) => `For the login to ${bank}.`,
    approval: (bank: string) => `Approve the login to ${bank} in the bank's app.`,
    picture: (bank: string) => `For the login to ${bank}: scan or read what the bank shows.`
  },
  says: (words: string) => `The program that reads this bank says: “${words}”`,
  /** Where the code is to be found. */
  from: {
    sms: "The bank sends it by SMS, to the phone that it knows.",
    app: "It is shown in the bank's app.",
    email: "The bank sends it by e-mail, to the address that it knows.",
    token: "It is shown by the bank's own device, or by your authenticator.",
    unknown: "It comes from the bank, in the way that you know from logging in there: by SMS, in its app, or by e-mail."
  },
  demoPhone: "Open the demo bank's phone: the code is there",
  number: "The app must show, or let you choose",
  asks: "The program that reads this bank asks:",
  answer: "Your answer",
  choose: "Choose the answer",
  fromPicture: "What the picture, or your device, says",
  pictureOf: (bank: string) => `What ${bank} shows to be scanned or read`,
  size: "Size",
  pace: "Pace",
  hold: "Hold the device before the bars, its marks at the marks. If it doesn't find them, change size or pace.",
  flicker: "Show the picture, which flickers fast",
  still: "Hide the flickering picture",
  label: (length: number) => `Code, ${length} characters`,
  digits: (length: number) => `Code, ${length} digits`,
  misfit: {
    digits: (length: number) => `The code has ${length} digits, and nothing else.`,
    letters: (length: number) => `The code has ${length} letters or digits.`
  },
  for: (account: string, bank: string) => `${account} · ${bank}`,
  left: (clock: string) => `${clock} left`,
  over: "The time is over",
  send: {
    code: "Give this code to the bank",
    question: "Give this answer to the bank",
    picture: "Give it to the bank"
  },
  sending: {
    code: "Logging in with the code …",
    question: "Logging in with the answer …",
    picture: "Logging in with the answer …"
  },
  cancel: "Don't log in now",
  calledOff: "Called off: the login ends, and is tried again later.",
  rejected:
    "The bank rejected that code. If it was mistyped, type it right. If it was right, it is of no use any more: wait for a new one, which most banks send at once. You have one more try.",
  rejectedAnswer: "The bank rejected that answer. You have one more try.",
  told: (account: string, what: string) => `${account}: ${what}`,
  outcomes: {
    code: {
      accepted: "The bank took the code. Reading the account.",
      rejected: "The bank rejected the second code, too: the login has ended. It is tried again later.",
      timed_out: "Too late: the login was ended. It is tried again later, or ask for a read yourself.",
      session_ended: "The login ended before the code was given. It is tried again later."
    },
    closed: {
      approval: {
        accepted: "Approved. Reading the account.",
        rejected: "It was refused in the bank's app: the login has ended. It is tried again later.",
        timed_out:
          "Nobody approved it in time: the login was ended. It is tried again later, or ask for a read yourself.",
        session_ended: "The login ended before it was approved. It is tried again later."
      },
      question: {
        accepted: "The bank took the answer. Reading the account.",
        rejected: "The bank rejected the second answer, too: the login has ended. It is tried again later.",
        timed_out: "Too late: the login was ended. It is tried again later, or ask for a read yourself.",
        session_ended: "The login ended before the answer was given. It is tried again later."
      },
      picture: {
        accepted: "The bank took the answer. Reading the account.",
        rejected: "The bank rejected the second answer, too: the login has ended. It is tried again later.",
        timed_out: "Too late: the login was ended. It is tried again later, or ask for a read yourself.",
        session_ended: "The login ended before the answer was given. It is tried again later."
      }
    }
  },
  failed: "The login failed.",
  several: (count: number) => `${count} accounts wait for you`,
  shrink: "Hide for now",
  waiting: {
    code: (account: string) => `${account} waits for a code`,
    other: (account: string) => `${account} waits for you`
  }
}
