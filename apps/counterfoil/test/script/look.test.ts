import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:http"
import { run } from "../support/Command.ts"

/** Sets the title of a terminal, and moves its cursor. */
const page = `<!doctype html><meta charset="utf-8"><title>Bank</title>
<button>Enter&#27;]0;mine&#7;</button> <a href="/x">Help\u009b2A</a>`

const startBank = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(page))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    return { server, url: `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}/` }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

describe("counterfoil script look", () => {
  it.live("prints no control character of the page, which the author's terminal would obey", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const { url } = yield* startBank

        const { code, stderr, stdout } = yield* Effect.promise(() => run(["script", "look", url]).ended)

        assert.strictEqual(code, 0, stderr)
        assert.include(stdout, String.raw`page.getByRole('button', { name: 'Enter\u001b]0;mine\u0007' })`)
        assert.include(stdout, String.raw`page.getByRole('link', { name: 'Help\u009b2A' })`)
        assert.notMatch(stdout, /[^\P{Cc}\n]/u)
      })
    )
  )
})
