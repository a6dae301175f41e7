export const orders = {
  title: "Orders",
  lead: "What your shop waits to be paid for. Where several payments fit, you choose.",
  shows: {
    open: "To settle",
    undone: "Undone",
    unpaid: "No payment yet",
    pending: "Waiting",
    matched: "Matched",
    expired: "Expired",
    cancelled: "Cancelled",
    all: "All"
  },
  statuses: {
    pending: "Waiting",
    processing: "Looking",
    matched: "Matched",
    ambiguous: "Ambiguous",
    not_found: "No payment yet",
    expired: "Expired",
    cancelled: "Cancelled",
    failed: "Failed"
  },
  search: "Search orders",
  searchFor: "Payer, reference, amount",
  list: "Orders",
  count: (shown: number) => (shown === 1 ? "1 order" : `${shown} orders`),
  emptyOpen: "All settled",
  emptyOpenLong: "No order needs you. New questions appear here by themselves.",
  unpaidGo: (count: number) =>
    count === 1 ? "1 order has found no payment yet" : `${count} orders have found no payment yet`,
  empty: "No order fits",
  emptyLong: "Here are only those that the tab above names; orders appear as your shop lists them.",
  emptyNone: "There is no order yet: orders appear as your shop lists them.",
  emptySearch: "Orders are found by name, id, reference, amount and whom they were paid by: try fewer words.",
  emptySearchHere: "Only those that the tab above names were searched.",
  lookInAll: "Look in all orders",
  says: "The order says",
  bankSays: "The bank says",
  name: "Payer",
  amount: "Amount",
  date: "Date",
  reference: "Reference",
  text: "Text",
  why: "Why",
  looked: (from: string, to: string) => `We looked at every movement from ${from} to ${to}.`,
  lookedPart: (from: string, to: string) => `We looked from ${from} to ${to}, but the bank's list was not complete.`,
  notLooked: "We have not looked yet: it happens with the next read.",
  notWhole: "No day has been read whole yet.",
  nobodyPays:
    "If nobody will pay it, cancel it in your shop: once your shop no longer lists it, it goes from here by itself.",
  attempts: (count: number) => (count === 1 ? "Tried once." : `Tried ${count} times.`),
  candidates: "Possible payments",
  noCandidates: "No movement comes close.",
  choose: "This one pays it",
  chooseKey: (key: number) => `Choose with the key ${key}`,
  find: "Look for the payment yourself",
  findHint: "Payer, reference, amount",
  findLead: "Among the money that pays no order yet.",
  findNone: "Nothing found",
  settled: (orders: string, count: number, isAgain: boolean) =>
    `${orders} ${count === 1 ? "is" : "are"} matched, and your shop is told${isAgain ? " again" : ""}`,
  tells: "Your shop is told “Matched”: the order counts as paid.",
  tellsAgain: (when: string) =>
    `Your shop is told “Matched” again, in a new message; it was told the same of this order on ${when}.`,
  otherPayer: "The payer's name is not the order's",
  otherPayerLong: (payer: string, name: string) =>
    `By choosing this you teach that ${payer} pays for ${name}: payments of ${payer} will count for later orders of ${name} in this account. To take it back, have it forgotten in the account's settings under “Payers that you taught”.`,
  near: "One comes close",
  settledBy: "Matched by you",
  byHand: (who: string | undefined, when: string) =>
    who === undefined ? `Chosen by you, ${when}` : `Chosen by ${who}, ${when}`,
  byRules: (when: string) => `Matched by itself, ${when}`,
  paid: {
    title: (count: number) => (count === 1 ? "Its payment" : `Its ${count} payments`),
    takenOut:
      "Its payment is taken out under “Movements”. The order stays matched all the same: undo the match if it is not paid.",
    by: (payer: string) => `Paid by ${payer}`,
    less: (amount: string) =>
      `${amount} is missing. Your shop was told that the order is matched, as if all of it had come: what is missing is yours to ask for.`,
    more: (amount: string) =>
      `${amount} too much came. Your shop was told that the order is matched, as if no more had come: what is too much is yours to return.`
  },
  alsoPays: "This payment also pays",
  again: "Try again",
  againDone: "It is looked at again",
  resend: "Send the result again",
  resent: "The result is sent again",
  details: "The whole story",
  toList: "All orders",
  toSettle: "Settle it",
  markedHint: "Marked: what differs in payer, amount and date.",
  carries: "has the order's reference",
  carriesNot: "without the order's reference",
  carriesOther: "has another order's reference",
  roles: {
    match: "chosen",
    review: "possible",
    runner_up: "less likely",
    near_miss: "close, but something rules it out",
    separated: "You have undone its match with this order."
  },
  beyond: {
    oneForSeveral: (count: number) => `This payment is the sum of ${count} orders`,
    oneForSeveralNote: (others: string) =>
      `It is noted for all of them, and your shop is told of each that it is matched: of ${others} too. Undoing takes back all of them.`,
    one: (count: number) => (count === 2 ? "It pays both" : `It pays all ${count}`),
    severalForOne: (count: number) => `These ${count} payments together are the order`,
    severalForOneNote:
      "All of them are noted for the order, so that they pay nothing else, and your shop is told that it is matched.",
    several: (count: number) => (count === 2 ? "Both pay it" : `All ${count} pay it`),
    less: (amount: string) => `This payment is ${amount} less than the order`,
    lessNote:
      "Your shop is told that the order is matched, as if all of it had come: what is missing is yours to ask for.",
    more: (amount: string) => `This payment is ${amount} more than the order`,
    moreNote:
      "Your shop is told that the order is matched, as if no more had come: what is too much is yours to return.",
    partial: "It pays it all the same"
  },
  /** What a person puts together, beyond what is offered. */
  together: {
    payments: "Several payments pay it",
    orders: "Pay it with others",
    mark: "Together",
    next: "Now open the other order in the list and choose the payment there: it then pays this one too. Where it pays more orders than two, mark those first.",
    marked: (others: string) => `The payment that you choose pays ${others} too.`,
    none: "Pick the payments that pay this order together.",
    sum: (count: number, sum: string, order: string) =>
      count === 1 ? `1 payment, ${sum} of ${order}.` : `${count} payments, ${sum} of ${order}.`,
    further: (orders: string, sum: string) => `It pays ${orders}, together ${sum}; your shop is told of each.`,
    exact: "That is exactly it.",
    less: (amount: string) => `${amount} is missing.`,
    more: (amount: string) => `${amount} is too much.`
  },
  /** Of several that fit alike none is certain, however well it fits. */
  contender: "It fits as well as another one",
  pick: { offer: "Choose", taken: "Chosen" },
  sure: { certain: "All but certain", likely: "Likely", possible: "Possible", weak: "Unlikely" },
  evidence: {
    name: {
      same: "the name is the same",
      contained_3: "the name is contained whole",
      same_worn: "the name is the same, but cut off or worn",
      contained_3_worn: "the name is contained, but cut off or worn",
      contained_2: "two parts of the name agree",
      contained_2_worn: "two parts of the name agree, worn",
      one_and_initials: "one name and the initials agree",
      beginning: "the names begin alike, and the bank cuts off the rest",
      three_conflict: "three parts agree, another differs",
      two_conflict: "two parts agree, another differs",
      missing: "there is no name to compare",
      one_token: "only one word agrees",
      none: "the names don't agree"
    },
    for: {
      alias: "you confirmed this payer for this name before",
      alias_account: "you confirmed this account for this name before",
      alias_account_part: "the end of the account is of one that you confirmed",
      reference: "it carries the order's reference",
      tax_id: "the tax id is the order's",
      account: "the payer's account is the order's"
    },
    against: {
      alias: "you undid this payer's match with such an order before",
      alias_account: "you undid a match of this account with such an order before",
      reference: "it carries another order's reference",
      tax_id: "the tax id is another one",
      account: "the payer's account is another one",
      crowding: "many orders of this amount share the name"
    }
  },
  reasons: {
    matched_name: "The payer's name is the order's name.",
    matched_contained_name: "The payer's name and the order's name agree as far as both are given.",
    matched_reference: "The movement carries the order's reference.",
    matched_tax_id: "The payer's tax id or account is the order's.",
    matched_alias: "You have confirmed this payer's name for the order's name before.",
    matched_alias_account: "You have confirmed the account that the money came from for the order's name before.",
    matched_equal_set: "As many equal payments came as there are equal orders; they pair in order of time.",
    matched_less_fee: "The payer is the order's, and no more is missing than you let a bank keep as its fee.",
    matched_by_person: "You have chosen its payment.",
    ambiguous_movements: "Several movements are equally plausible for this order.",
    ambiguous_orders: "Several orders are equally plausible for the movement.",
    ambiguous_partial_name: "Several pairs are possible, and the names agree only in part.",
    ambiguous_missing_name: "Several pairs are possible, and there is no name to compare.",
    ambiguous_crowding: "Several pairs are possible, and too many orders of this amount share the name.",
    ambiguous_partial: "A payment of this payer came, but of another amount: you decide.",
    ambiguous_sum: "A payment of this payer is exactly the sum of several of the payer's orders: you decide.",
    ambiguous_parts: "Several payments of this payer are exactly the order's amount together: you decide.",
    not_found_amount: "No movement has the order's amount.",
    not_found_currency: "The amount came only in another currency.",
    not_found_window: "The amount came only outside the order's time.",
    not_found_known_before: "The amount came only before the order existed.",
    not_found_pending: "The amount is only pending at the bank so far.",
    not_found_set_aside: "The amount came only in a movement that is excluded, reversed, removed or held.",
    not_found_barred: "The amount came only in a movement whose match with this order you undid.",
    not_found_paid: "The movement of this amount pays another order.",
    not_found_nameless: "The amount came without a payer's name and without the order's reference.",
    not_found_name: "The amount came only from another name.",
    not_found_weak: "A movement of this amount is possible, but not certain enough: you may confirm it.",
    skipped_incomplete: "Not all of the bank's list had been read, so nothing could be said.",
    skipped_paused: "The account is paused.",
    skipped_blocked: "Scraping of the account is blocked.",
    error_attempt: "The attempt could not be carried out."
  },
  keys: {
    title: "Keys",
    rows: [
      ["j  k", "next, previous order"],
      ["1 – 9", "pick a candidate"],
      ["Enter", "confirm the picked one"],
      ["m", "several payments: 1 – 9 then adds and takes away"],
      ["x", "mark the order: one payment pays all that are marked"],
      ["u", "undo the last match"],
      ["/", "search"],
      ["?", "these keys"]
    ]
  },
  timeline: {
    title: "Timeline",
    listed: "Your shop listed the order",
    listedAgain: "Your shop listed it again",
    skipped: "We could not look for its payment yet",
    attempt: (count: number) =>
      count === 1 ? "We looked for its payment" : `We looked for its payment ${count} times`,
    matchedRules: (count: number) => (count === 1 ? "Matched with its payment" : `Matched with its ${count} payments`),
    matchedYou: (count: number) => (count === 1 ? "You chose its payment" : `You chose its ${count} payments`),
    unmatched: "You undid the match",
    left: { waiting: "You let it wait for another payment", closed: "You closed it: no payment is expected" },
    expired: "It expired",
    cancelled: "Cancelled",
    because: {
      withdrawn: "Your shop no longer lists it.",
      mode_changed: "You changed what your shop hears."
    },
    told: (event: string) => `Your shop was told: ${event}`,
    telling: (event: string) => `For your shop: ${event}`,
    deliveryAttempt: (number: number) => `Message to your shop, try ${number}`,
    replay: "Send again",
    look: "See the message"
  }
}
