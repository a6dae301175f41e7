export const phone = {
  title: "A phone that rings",
  lead: "When a bank wants a code, or an account has stopped, you are told at once. The notice names no account, bank, amount or code; a tap leads here, to where the code is typed.",
  ring: "Ring this device",
  stayHint: "A tap asks you to log in first, because you have not chosen to stay logged in on this device.",
  refused: "The browser was not allowed to show notices",
  noService: "The browser could not subscribe. Is it offline, or are notices switched off in it?",
  unable: {
    "no-tls": {
      title: "This device can't ring from here",
      text: "Browsers ring only for pages that come over HTTPS, and this one comes over plain HTTP. Ask whoever runs this server for HTTPS, or be told another way, below."
    },
    "install-first": {
      title: "First put this page on the home screen",
      text: "On an iPhone or iPad: Share, then “Add to Home Screen”. Open it from there and come back to this place."
    },
    unable: { title: "This browser can't ring", text: "Try another browser, or be told another way, below." },
    denied: {
      title: "Notices are switched off for this page",
      text: "Allow them in your browser's settings for this page, then load it again. Or be told another way, below."
    }
  },
  list: "What rings",
  test: "Test",
  remove: "Remove",
  removed: "It rings no more there",
  sent: "It has been sent: look at the phone",
  gone: "That browser has unsubscribed, so it was removed",
  failed: "It did not get there.",
  never: "Not rung yet",
  last: (when: string) => `Last rung ${when}`
}

export const channels = {
  title: "Other ways to be told",
  lead: "One message when a bank wants something of you, one when it is needed no more, and one when an account has stopped. It names the bank and says what is wanted; never a secret, an amount or an account.",
  add: "Add a way",
  added: "Added: send a test",
  kind: "By",
  name: "Your name for it",
  since: (when: string) => `since ${when}`,
  test: "Send a test",
  sent: "It has been sent: look there",
  failed: "The last message did not get there.",
  notSent: "The test did not get there",
  remove: "Remove",
  removed: "Nothing is sent there any more",
  suggest: "Suggest one",
  tls: "TLS (mostly port 465)",
  starttls: "STARTTLS (mostly port 587)",
  fields: {
    url: "Address of the server",
    topic: "Topic",
    token: "Token",
    bot_token: "The bot's token",
    chat_id: "Number of the chat",
    host: "Mail server",
    port: "Port",
    security: "Encryption",
    username: "User name",
    password: "Password",
    from: "From",
    to: "To",
    tag: "Tag"
  },
  kinds: {
    ntfy: {
      name: "ntfy",
      lead: "An app for phones that needs no HTTPS here. Choose a topic that nobody guesses, and subscribe to it in the app."
    },
    telegram: {
      name: "Telegram",
      lead: "Make a bot with @BotFather and write it a message. @userinfobot tells the number of your chat. Your reply to its message is the answer."
    },
    email: { name: "E-mail", lead: "Through your own mail server." },
    gotify: { name: "Gotify", lead: "Make an application on your Gotify server; its token goes here." },
    apprise: {
      name: "Apprise",
      lead: "An Apprise API server hands it on to a hundred other services. A saved configuration's address ends with /notify/ and its key."
    }
  }
}
