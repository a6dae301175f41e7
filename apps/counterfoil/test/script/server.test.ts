import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { bankId, scriptsOf } from "../../src/script/Server.ts"

/** A server that answers everything so. */
const answering = (status: number, answer: unknown) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((_, response) => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer))
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = typeof address === "object" && address !== null ? address.port : 0
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, close: () => void server.close() }))
      })
    }),
    ({ close }) => Effect.sync(close)
  ).pipe(Effect.map(({ url }) => ({ url, token: "a-token" })))

it.effect("without a token the commands say where it comes from and how to give it", () =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(scriptsOf({ url: "http://127.0.0.1:9", token: "" }, "my-bank"))

    for (const hint of ["/auth/login", "COUNTERFOIL_TOKEN", "--token"]) assert.include(message, hint)
  })
)

it.effect("with a token that is over they say the same, and the server's own words", () =>
  Effect.gen(function* () {
    const server = yield* answering(401, { error: "Invalid or expired token" })

    const { message } = yield* Effect.flip(scriptsOf(server, "my-bank"))

    for (const hint of ["Invalid or expired token", "/auth/login", "COUNTERFOIL_TOKEN", "--token"]) {
      assert.include(message, hint)
    }
  })
)

const banks = (...codes: ReadonlyArray<string>) => codes.map((code) => ({ id: `id of ${code}`, code }))

it.effect("a bank that the server hasn't is told with the codes most like it, and the page that creates one", () =>
  Effect.gen(function* () {
    const server = yield* answering(200, banks("n26", "my-other-bank", "caja-rural", "my-demo-bank", "my-demo-bnq"))

    const { message } = yield* Effect.flip(bankId(server, "my-demo-bnk"))

    assert.include(message, "the server has no bank my-demo-bnk")
    assert.include(message, "my-demo-bank, my-demo-bnq, my-other-bank")
    assert.notInclude(message, "n26")
    for (const hint of [`${server.url}/app/banks`, "POST /banks", "bank.ts"]) assert.include(message, hint)
    assert.strictEqual(yield* bankId(server, "n26"), "id of n26")
  })
)

it.effect("of a server without banks it is said that there are none", () =>
  Effect.gen(function* () {
    const server = yield* answering(200, [])

    const { message } = yield* Effect.flip(bankId(server, "my-bank"))

    assert.include(message, "it has none yet")
    assert.include(message, `${server.url}/app/banks`)
  })
)
