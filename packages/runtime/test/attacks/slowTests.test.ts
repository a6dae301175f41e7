/** What a user tries out calls a server of their own, which may be as slow as it likes. */
import { Deferred, Effect } from "effect"
import { createServer, type Server } from "node:net"
import { afterAll, beforeAll, expect, it } from "vitest"
import { must, startService, type Service } from "../contract/support/Service.ts"

let service: Service
let silent: Server
/** Of connections to the silent server. */
const [enough, dropped] = [Deferred.makeUnsafe<void>(), new Set<() => void>()]
beforeAll(async () => {
  service = await startService()
  silent = createServer((socket) => {
    socket.on("error", () => undefined)
    dropped.add(() => socket.destroy())
    if (dropped.size === 4) Effect.runSync(Deferred.succeed(enough, undefined))
  })
  await new Promise<void>((resolve) => void silent.listen(0, "127.0.0.1", resolve))
})
afterAll(async () => {
  for (const drop of dropped) drop()
  silent.close()
  await service.stop()
})

it("a user's changes don't wait for four webhooks of theirs that are tried and don't answer", async () => {
  const { account, call } = service
  const ana = await service.person()
  const address = silent.address()
  if (address === null || typeof address === "string") throw new Error("not listening")
  const id = await account(ana, { webhook_url: `http://127.0.0.1:${address.port}/` })
  let ended = 0
  const tried = Array.from({ length: 4 }, () =>
    call(`/accounts/${id}/webhook-test`, { method: "POST", token: ana.token }).finally(() => (ended += 1))
  )
  await Effect.runPromise(Deferred.await(enough))

  must(await call("/me/operation-mode", { method: "PUT", token: ana.token, json: { mode: "passthrough" } }), 200)
  expect(ended).toBe(0)

  for (const drop of dropped) drop()
  for (const answer of await Promise.all(tried)) expect(must(answer, 200).json).toMatchObject({ http_status: null })
})
