/** When an owner is asked, as other pages speak of it. */
import { api } from "../../api/client.ts"

/** Leads to it on the page of the account's codes. */
export const askingHash = "asking"

/** Not to be asked before then; null: as ever. The other wishes stay as they are. */
export const snooze = async (accountId: string, until: Date | null) => {
  const path = { accountId }
  const saved = await api.get("/accounts/{accountId}/asking", { path })
  return api.put("/accounts/{accountId}/asking", {
    path,
    body: { ...saved, snoozed_until: until === null ? null : until.toISOString() }
  })
}
