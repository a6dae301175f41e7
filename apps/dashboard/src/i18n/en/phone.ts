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
      text: "Browsers ring only for pages that come over HTTPS, and this one comes over plain HTTP. Ask whoever runs this server for HTTPS, or use ntfy below."
    },
    "install-first": {
      title: "First put this page on the home screen",
      text: "On an iPhone or iPad: Share, then “Add to Home Screen”. Open it from there and come back to this place."
    },
    unable: { title: "This browser can't ring", text: "Try another browser, or use ntfy below." },
    denied: {
      title: "Notices are switched off for this page",
      text: "Allow them in your browser's settings for this page, then load it again. Or use ntfy below."
    }
  },
  ntfy: "With ntfy instead",
  ntfyLead:
    "ntfy is an app for phones that needs no HTTPS here. Choose a topic that nobody guesses, subscribe to it in the app, and put its address here.",
  topic: "Address of the topic",
  suggest: "Suggest one",
  add: "Ring this topic",
  added: "It rings there too now",
  list: "What rings",
  test: "Test",
  remove: "Remove",
  removed: "It rings no more there",
  sent: "It has been sent: look at the phone",
  gone: "That browser has unsubscribed, so it was removed",
  failed: (fault: string) => `It did not get there: ${fault}`,
  never: "Not rung yet",
  last: (when: string) => `Last rung ${when}`
}
