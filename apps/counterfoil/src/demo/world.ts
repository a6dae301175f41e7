/** The cast of the demo: what the shop waits for, what the bank shows, and what must come of it. */

/** The bank prints payers in capitals, surname first, without accents, cut off: "GARCIA LOPEZ MARIA DEL CARM". */
const cutName = "María del Carmen García López"

export const orders = [
  { external_id: "A-1001", amount: "120.50", currency: "EUR", name: cutName },
  // Two of the same amount, by different people.
  { external_id: "A-1002", amount: "75.00", currency: "EUR", name: "Jonas Weber" },
  { external_id: "A-1003", amount: "75.00", currency: "EUR", name: "Lucía Fernández Ortiz" },
  // Two people bear the name that the order says: which of them has paid it, nobody can tell from that.
  { external_id: "A-1004", amount: "210.00", currency: "EUR", name: "Ahmed Benali" },
  // Never paid.
  { external_id: "A-1005", amount: "999.99", currency: "EUR", name: "Olga Iwanowa" }
] as const

export const payments = [
  { customer: "ana", amount: "120.50", payer: cutName },
  { customer: "ana", amount: "75.00", payer: "Lucía Fernández Ortiz" },
  { customer: "ana", amount: "75.00", payer: "Jonas Weber" },
  { customer: "ana", amount: "210.00", payer: "Ahmed Benali Haddad" },
  { customer: "ana", amount: "210.00", payer: "Ahmed Benali Mansour" }
] as const

/** The result webhooks that the shop must have received, whole and to the byte: no more and no other. */
export const expectedResults = [
  '{"external_id":"A-1001","status":"matched","amount":120.5,"currency":"EUR","name":"María del Carmen García López","source":"demo"}',
  '{"external_id":"A-1002","status":"matched","amount":75,"currency":"EUR","name":"Jonas Weber","source":"demo"}',
  '{"external_id":"A-1003","status":"matched","amount":75,"currency":"EUR","name":"Lucía Fernández Ortiz","source":"demo"}',
  '{"external_id":"A-1004","status":"ambiguous","amount":210,"currency":"EUR","name":"Ahmed Benali","source":"demo"}'
] as const

export const newPayments = [
  { customer: "luis", amount: "15.00", payer: "Nadia Rossi" },
  { customer: "luis", amount: "42.10", payer: "Peter Schmidt" }
] as const

export const anaPassword = "ana-secret-7412"
export const luisPassword = "luis-secret-3095"
