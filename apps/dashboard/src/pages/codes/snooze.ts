/** Not to be asked before then; null: as ever. The other wishes stay as they are. */
import { api } from "../../api/client.ts"

export const snooze = async (accountId: string, until: Date | null) => {
  const path = { accountId }
  const saved = await api.get("/accounts/{accountId}/asking", { path })
  return api.put("/accounts/{accountId}/asking", {
    path,
    body: { ...saved, snoozed_until: until === null ? null : until.toISOString() }
  })
}
