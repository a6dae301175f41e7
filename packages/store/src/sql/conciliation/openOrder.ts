/** An order that waits for its payment, as whoever decides on it selects it. */
import type { OpenOrder } from "@counterfoil/core"
import { RequestStatus } from "@counterfoil/domain"
import { instant, instantOrNull, minor, text, textOrNull, wordOf } from "../plainRows.ts"

const status = wordOf(RequestStatus.literals)

export const openOrder = (row: { readonly [column: string]: unknown }): OpenOrder => ({
  id: text(row["id"]),
  externalId: text(row["externalId"]),
  status: status(row["status"]),
  amountMinor: minor(row["amountMinor"]),
  currency: text(row["currency"]),
  name: text(row["name"]),
  reference: textOrNull(row["reference"]),
  taxId: textOrNull(row["taxId"]),
  payerAccount: textOrNull(row["payerAccount"]),
  orderedAt: instantOrNull(row["orderedAt"]),
  firstSeenAt: instant(row["firstSeenAt"]),
  absentAt: instantOrNull(row["absentAt"])
})
