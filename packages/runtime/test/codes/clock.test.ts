import { clockSkewOf, outboundHttpLayer } from "@counterfoil/core"
import { Effect } from "effect"
import { createServer } from "node:http"
import { expect, it } from "vitest"
import { clockFinding } from "../../src/examine/examineClock.ts"

/** A bank whose clock is this far from ours. */
const skewAt = async (seconds: number) => {
  const server = createServer((_, response) => {
    response.writeHead(200, { date: new Date(Date.now() + seconds * 1000).toUTCString() }).end("bank")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/login`
  const skew = await Effect.runPromise(
    Effect.scoped(clockSkewOf(url).pipe(Effect.provide(outboundHttpLayer({ allow: ["127.0.0.0/8"] }))))
  )
  server.closeAllConnections()
  server.close()
  return clockFinding(skew)
}

it("tells how far the clock is from that of the banks that codes are made for", async () => {
  const found = [await skewAt(0), await skewAt(-10), await skewAt(60)]

  expect(found.map(({ verdict }) => verdict)).toEqual(["ok", "note", "fault"])
  expect(found[1]?.sentence).toMatch(/^the clock is \d+ s ahead by that of 127\.0\.0\.1:\d+: codes may be refused/)
  expect(found[2]?.sentence).toMatch(/^the clock is \d+ s behind .*: codes of authenticator secrets are refused/)
})

it("says so where a bank's time can't be known", () => {
  expect(clockFinding({ host: "bank.example", ahead: null }).verdict).toBe("note")
})
