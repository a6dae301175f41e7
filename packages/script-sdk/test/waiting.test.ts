import { assert, describe, it } from "vitest"
import { type BankScript, expect } from "@counterfoil/script-sdk"
import { type Ended, loadScript, type Message, runLogin, timeout } from "./runScript.ts"

type Login = BankScript["login"]

/** A host that gives these answers to one verb, the last of them for ever. */
const answering = (verb: string, ...answers: ReadonlyArray<unknown>) => {
  let next = 0
  return (message: Message) => {
    if (message.verb !== verb) return { ok: null }
    const answer = answers[Math.min(next, answers.length - 1)]
    next += 1
    return answer === "timeout" ? timeout() : { ok: answer }
  }
}

const run = (check: (page: Parameters<Login>[0]["page"]) => Promise<void>, host: Parameters<typeof runLogin>[1]) =>
  runLogin(async ({ page }) => {
    await check(page)
    return "authenticated"
  }, host)

describe("an expectation", () => {
  it("waits until it holds", async () => {
    const visible = await run(
      (page) => expect(page.getByRole("heading")).toBeVisible(),
      answering("locator.isVisible", false, false, true)
    )
    const text = await run(
      (page) => expect(page.getByRole("status")).toHaveText("All done"),
      answering("locator.innerText", "timeout", "Wait", " All\n done ")
    )
    const gone = await run((page) => expect(page.locator("tr")).not.toHaveCount(3), answering("locator.count", 3, 3, 2))
    const address = await run(
      (page) => expect(page).toHaveURL(/home$/),
      answering("page.url", "https://a/x", "https://a/home")
    )

    assert.deepStrictEqual(
      [visible, text, gone, address],
      Array.from({ length: 4 }, (): Ended => ({ done: "authenticated" }))
    )
  })

  it("that never holds ends as layout_changed, with what was seen", async () => {
    const { failed } = await run(
      (page) => expect(page.getByRole("status")).toContainText("ready", { timeout: 1 }),
      answering("locator.innerText", "Not  yet")
    )

    assert.deepInclude(failed, { failure: "layout_changed" })
    assert.strictEqual(
      failed?.message,
      `expected page.getByRole('status') to contain "ready" within 0.001 s: its text is "Not yet"`
    )
  })

  it("lets other faults pass", async () => {
    const { failed } = await run(
      (page) => expect(page.locator("input")).toHaveText("x"),
      (message) =>
        message.verb === "locator.innerText" ? { err: { code: "SecretRead", message: "no" } } : { ok: null }
    )

    assert.match(failed?.message ?? "", /SecretRead/)
  })
})

describe("an approval in the bank's app", () => {
  const login: Login = async ({ otp, page }) => {
    const answer = await otp.approval({
      message: "Open the app",
      done: page.getByText("Welcome"),
      refused: page.getByText("Refused")
    })
    if (answer === "refused") throw new Error("it was refused")
    return "authenticated"
  }

  it("is waited for on the page, as long as the host gives a person", async () => {
    const seen: Array<Message> = []
    const waits = answering("page.waitForAny", "timeout", "done")
    const ended = await runLogin(login, (message) => {
      seen.push(message)
      return message.verb === "otp.approval" ? { ok: { ms: 300_000 } } : waits(message)
    })

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(
      seen.map(({ message, timeout: wait, verb }) => [verb, message ?? wait]),
      [
        ["otp.approval", "Open the app"],
        ["page.waitForAny", 60_000],
        ["page.waitForAny", 60_000],
        ["otp.accepted", undefined]
      ]
    )
  })

  it("may be refused, which a host of before can't be told, or never come", async () => {
    const ms = (value: number) => (message: Message) =>
      message.verb === "otp.approval"
        ? { ok: { ms: value } }
        : message.verb === "otp.refused"
          ? { err: { code: "InvalidCall", message: "there is no otp.refused" } }
          : { ok: "refused" }

    const refused = await runLogin(login, ms(300_000))
    const late = await runLogin(login, ms(0))

    assert.strictEqual(refused.failed?.message, "it was refused")
    assert.strictEqual(late.failed?.failure, "otp_timeout")
  })
})

describe("a pace", () => {
  const clicks = async (script: Partial<BankScript>) => {
    const messages: Array<Message> = []
    const { manifest, run: runPhase } = loadScript(script)
    await runPhase(
      async (json) => {
        messages.push(JSON.parse(json))
        return '{"ok":null}'
      },
      "login",
      "{}"
    )
    return { paces: messages.map(({ pace }) => pace), manifest }
  }
  const login: Login = async ({ page }) => {
    await page.locator("a").click()
    await page.locator("a").click({ pace: "none" })
    await page.locator("a").fill("x", { pace: "human" })
    return "authenticated"
  }

  it("is the script's, unless an action has its own, and no matter of the manifest", async () => {
    const paced = await clicks({ login, pace: "human" })
    const plain = await clicks({ login })

    assert.deepStrictEqual(paced.paces, ["human", undefined, "human"])
    assert.deepStrictEqual(plain.paces, [undefined, undefined, "human"])
    assert.notInclude(paced.manifest, "pace")
  })
})

describe("a download whose action fails", () => {
  it("is no longer waited for", async () => {
    const verbs: Array<string> = []
    await runLogin(
      async ({ page }) => {
        await page.download(() => page.locator("a").click()).catch(() => undefined)
        return "authenticated"
      },
      ({ verb }) => {
        verbs.push(verb)
        return verb === "locator.click" ? timeout() : { ok: "token" }
      }
    )

    assert.deepStrictEqual(verbs, ["page.expect", "locator.click", "page.expected"])
  })
})
