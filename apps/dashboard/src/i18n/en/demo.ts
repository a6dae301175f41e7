export const demo = {
  name: "Demo",
  offer: "Try it with a demo bank",
  offerLong:
    "One press connects a demo bank and a demo shop on this machine, with payments and orders that wait for them. You watch the first match happen; nothing real is touched.",
  connect: "Connect the demo",
  connecting: "Starting the demo bank and shop …",
  title: "Your first match",
  lead: "This is happening right now: Counterfoil logs in at the demo bank with a real browser, reads the payments, and matches them with the shop's orders.",
  leadDone:
    "Counterfoil has logged in at the demo bank with a real browser, read the payments, and matched them with the shop's orders. It goes on by itself.",
  orders: "The shop's orders",
  ordersLead: "The demo shop listed these as waiting for payment.",
  ordersComing: "They come with the first look into the shop.",
  matched: (count: number) =>
    count === 1 ? "The first order has found its payment" : `${count} orders have found their payments`,
  matchedLong: "The shop was told of each by a signed webhook.",
  settle: "One is for you to settle: two payments fit it equally well, and Counterfoil doesn't guess.",
  settleGo: "Settle it",
  find: "Where the demo's bank and shop are",
  visit: "Look into the demo bank yourself",
  visitLead:
    "Its customer was made up for you. Log in there as Counterfoil does, and see the payments that it has read.",
  seeShop: "What the shop received",
  seeBank: "The demo bank's page",
  code: "Have the demo bank ask for a code",
  codeLead:
    "In the account's settings choose “Also a code, or an approval”: from then on the demo bank sends a code at each login. Where you are asked for it there is a link to the demo phone that shows it.",
  own: "Connect your own bank"
}
