import { assert, it } from "@effect/vitest"
import { describe } from "vitest"
import { toPageFault } from "../src/verbs/pageFaults.ts"

const context = {
  what: "page.getByText('Go').click()",
  timeout: 10_000,
  isSecret: false,
  refusedHosts: [],
  refusedRequests: []
}

/** As Playwright says it. */
const timeout = (...log: ReadonlyArray<string>) =>
  Object.assign(new Error(`locator.click: Timeout 10000ms exceeded.\nCall log:\n${log.join("\n")}`), {
    name: "TimeoutError"
  })

describe("A click that comes to nothing", () => {
  it("says what helps where something lies over its element, a banner that came back in the next phase", () => {
    const found = "  - locator resolved to <button>Go</button>"
    const { code, message } = toPageFault(
      timeout(found, `  - <div role="x">…</div> intercepts pointer events`),
      context
    )
    assert.strictEqual(code, "Timeout")
    assert.match(
      message,
      /was found, but could not be used in 10 s\n {2}<div>…<\/div> intercepts.*\nSomething lies over it: page\.overlay/
    )
    assert.notMatch(toPageFault(timeout(found, "  - element is not enabled"), context).message, /lies over/)
  })
})
