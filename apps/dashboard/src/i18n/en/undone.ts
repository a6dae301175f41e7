/** Taking a match back: what it does, said before and after it in the same words, and what is left to decide. */
export const undone = {
  badge: "Undone",
  gone: "Undone, gone from the shop",
  closed: "Undone, closed",
  undo: "Undo",
  quoted: (name: string) => `“${name}”`,
  title: (order: string, count: number) =>
    count === 1
      ? `Undo the match of ${order} with its payment?`
      : `Undo the match of ${order} with its ${count} payments?`,
  takes: (payments: string) => `What is taken back: ${payments}.`,
  took: (day: string, payments: string) => `Payment taken back on ${day}: it was ${payments}.`,
  /** After it, of a payment that pays no other order. */
  free: "The payment is free again: where it fits another order that waits, it may be matched with that one: at the next read or statement, or in a quarter of an hour.",
  again: "The order needs you again, under “To settle”. For a quarter of an hour nothing is matched with it by itself.",
  /** `isGone`: its shop no longer lists it; closed is only what it doesn't list. */
  choices: (isGone: boolean) =>
    `There you choose another payment${isGone ? ", or close it" : "; while your shop lists it you can let it wait for one, and once it no longer does you can close it"}. This payment is not matched with it by itself; you can still choose it.`,
  moreBefore: "What follows, and what is remembered",
  more: "What your shop hears, and what is remembered",
  moreTold: "In your shop it still counts as paid: more",
  told: (when: string) =>
    `Your shop hears nothing of the undoing. It was told “Matched” on ${when}: there the order counts as paid until you change it there.`,
  untold: "Your shop hears nothing: if “Matched” has not reached it yet, it is not sent any more.",
  learned: (payer: string, name: string) =>
    `Counterfoil remembers what is undone: a payment by ${payer} counts for less where an order is of ${name}, until you choose one for it.`,
  nothingLearned: "Nothing is remembered of the payer: the bank names none.",
  forgotten: (payer: string, name: string) =>
    `Nothing is remembered of payments by ${payer} for orders of ${name}: later ones are looked at afresh.`,
  forget: "Don't remember it",
  forgot: "It is not remembered",
  others: (orders: string) => `The payment goes on paying ${orders}.`,
  said: (orders: string, count: number) => `${orders} ${count === 1 ? "is" : "are"} open again`,
  refused: (orders: string) => `${orders} could not be undone: look at it by itself`,
  you: "You undid its match",
  /** While it needs its person: what the shop lists, and what leaving it alone would do. */
  listed: "Your shop still lists the order. Choose another payment, or let it wait for one.",
  unknown: "Choose another payment, or let it wait for one. Whether your shop still lists the order is being asked.",
  unknownMore: "If your shop no longer lists it, you are asked again.",
  missing: "Your shop's last list does not have the order any more: choose another payment, or close it.",
  missingMore:
    "If the next list has it neither, it counts as gone. If it still waits for its money, open it again in your shop.",
  wait: "Let it wait for another payment",
  waits: (order: string) => `${order} waits for another payment`,
  close: "Close it: no payment is expected",
  closeMeans:
    "If you close it, nobody is asked for it any more. You find it under “Undone”, and can take it up again there.",
  reopen: "Take it up again",
  reopened: (order: string) => `${order} needs you again`,
  closes: (order: string) => `${order} is closed`,
  youLet: "You let it wait for another payment: each read looks for one.",
  shopLet: "Your shop has listed it again: it waits for another payment, and each read looks for one.",
  youClosed: "You closed it: no payment is expected.",
  bookedBack: {
    badge: "Booked back",
    title: "The bank has booked this payment back",
    text: "The order is still matched with it. If your shop has not been told of the match yet, it is told only if you leave it matched. If the money is gone, undo the match; if it is settled otherwise, leave it matched.",
    keep: "Leave it matched",
    kept: (order: string) => `${order} stays matched`
  },
  cancelled: {
    titles: {
      withdrawn: "Your shop no longer lists this order",
      mode: "It was cancelled when you changed what your shop hears",
      unknown: "It is cancelled: your shop no longer lists it, or you changed what your shop hears"
    },
    gone: "You undid its match, and your shop no longer lists it",
    since: (day: string) => `Cancelled since ${day}.`,
    settle: "If its payment is here, choose it: the order is matched, and your shop is told.",
    settleAgain: "If its payment is here, choose it: the order is matched, and your shop is told again.",
    reopen:
      "If it still waits for its money, open it again in your shop: as soon as it is listed it comes back here by itself.",
    mode: "Choose “Match payments with orders” again in the settings: what your shop still lists then comes back by itself."
  }
}
