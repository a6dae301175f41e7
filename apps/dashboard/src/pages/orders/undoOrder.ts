import { api } from "../../api/client.ts"

interface Undone {
  readonly id: string
  readonly accountId: string
}

/** Takes its match back, and what that would teach with it if that is wanted; then the shop is asked whether it still lists it. */
export const undoOrder = async ({ accountId, id }: Undone, forget: boolean): Promise<void> => {
  const path = { requestId: id }
  await api.post("/conciliation/{requestId}/unmatch", { path })
  if (forget) await api.post("/conciliation/{requestId}/forget", { path })
  // It is asked soon in any case.
  await api.post("/conciliation/poll/{accountId}", { path: { accountId } }).catch(() => undefined)
}
