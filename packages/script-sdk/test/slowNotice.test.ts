import { assert, describe, it } from "vitest"
import { runLogin, timeout } from "./runScript.ts"

describe("a notice between the password and the account", () => {
  /** A bank that shows these notices, by what each says, and leads on only once it was looked at so often after a click. */
  const visit = async (notices: ReadonlyArray<string>, looksUntilAnswer: number) => {
    const left = [...notices]
    let clicks = 0
    let looks = 0
    const ended = await runLogin(
      ({ ends, page }) =>
        ends({
          authenticated: page.getByText("Hello"),
          between: { notice: { seen: page.getByText("News"), deal: () => page.getByText("Go on").click() } }
        }),
      ({ targets, verb }) => {
        if (verb === "locator.click") {
          clicks += 1
          looks = looksUntilAnswer
        }
        if (verb === "locator.allInnerTexts") return { ok: left.slice(0, 1) }
        if (verb !== "page.waitForAny") return { ok: null }
        if (looks > 0 && (looks -= 1) === 0) left.shift()
        const seen = left.length === 0 ? "authenticated" : "notice"
        return Object.keys(Object(targets)).includes(seen) ? { ok: seen } : timeout()
      }
    )
    return { clicks, ended }
  }

  it("is clicked away once, however slowly the bank goes on", async () => {
    assert.deepStrictEqual(await visit(["News"], 1), { clicks: 1, ended: { done: "authenticated" } })
    assert.deepStrictEqual(await visit(["News"], 5), { clicks: 1, ended: { done: "authenticated" } })
  })

  it("is clicked away again where another one follows it", async () => {
    assert.deepStrictEqual(await visit(["News 1", "News 2", "News 3"], 2), {
      clicks: 3,
      ended: { done: "authenticated" }
    })
  })

  it("is clicked again where the first click did nothing", async () => {
    assert.deepStrictEqual(await visit(["News", "News"], 1), { clicks: 2, ended: { done: "authenticated" } })
  })

  it("comes before what stands behind it and is named after it: a second one is dealt with, too", async () => {
    const notices = ["News 1", "News 2"]
    const ended = await runLogin(
      ({ outcome, page }) =>
        outcome(
          { notice: page.getByText("News"), account: page.getByText("Hello") },
          { notice: () => page.getByText("Go on").click(), account: "authenticated" }
        ),
      ({ targets, verb }) => {
        if (verb === "locator.click") notices.shift()
        if (verb === "locator.allInnerTexts") return { ok: notices.slice(0, 1) }
        if (verb !== "page.waitForAny") return { ok: null }
        const seen = Object.keys(Object(targets)).find((name) => name === "account" || notices.length > 0)
        return seen === undefined ? timeout() : { ok: seen }
      }
    )
    assert.deepStrictEqual([ended, notices], [{ done: "authenticated" }, []])
  })
})
