import { Listener } from "./Listener.ts"
import { field, must, type Person } from "./Service.ts"
import { service } from "./shared.ts"

/** A stream of all types, the contract's and ours. */
export const listenToAll = async ({ token }: Person): Promise<Listener> => {
  const { json } = must(await service().call("/realtime/ticket", { token, json: { types: "all" } }), 200)
  return Listener.open(service().url, field(json, "ticket"))
}
