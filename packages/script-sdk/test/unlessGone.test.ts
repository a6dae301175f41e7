import { assert, describe, it } from "vitest"
import { unlessGone } from "@counterfoil/script-sdk"
import { type Message, runLogin, timeout } from "./runScript.ts"

const failureWith = async (seen: string | undefined, work?: "fails") => {
  const verbs: Array<string> = []
  const host = (message: Message) => {
    verbs.push(message.verb)
    if (message.verb === "page.waitForAny") return seen === undefined ? timeout() : { ok: seen }
    return message.verb === "locator.click" ? timeout() : { ok: null }
  }
  const { failed } = await runLogin(async ({ page }) => {
    const gone = {
      loggedOut: page.getByLabel("User"),
      unavailable: page.getByRole("heading", { name: "503" }),
      reopen: () => page.goto("/files")
    }
    await unlessGone(page, gone, async () => {
      if (work === "fails") throw new RangeError("no amount")
      await page.getByRole("button", { name: "Download" }).click()
    })
    return "authenticated"
  }, host)
  return { failed, verbs }
}

describe("unlessGone", () => {
  it("tells a bank that is out of order, or has ended the session, from a time-out, also in another tab", async () => {
    const closed = await failureWith("unavailable")
    const ended = await failureWith("loggedOut")

    assert.deepInclude(closed.failed, {
      failure: "bank_unavailable",
      message: "the bank was out of order while it was read"
    })
    assert.deepInclude(ended.failed, {
      failure: "bank_unavailable",
      message: "the bank ended the session while it was read"
    })
    assert.deepStrictEqual(closed.verbs, ["locator.click", "page.goto", "page.waitForAny"])
  })

  it("leaves every other failure as it was", async () => {
    const missing = await failureWith(undefined)
    const wrong = await failureWith("unavailable", "fails")

    assert.match(missing.failed?.message ?? "", /Timeout/)
    assert.match(wrong.failed?.message ?? "", /no amount/)
    assert.deepStrictEqual(wrong.verbs, [])
  })
})
