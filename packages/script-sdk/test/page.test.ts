import { assert, describe, it } from "vitest"
import { BankPageError, type BankScript } from "@counterfoil/script-sdk"
import { type Message, runLogin, timeout } from "./runScript.ts"

type Login = BankScript["login"]

const nothing = () => ({ ok: null })

/** What one action on the page sends. */
const sent = async (login: Login) => {
  const messages: Array<Message> = []
  await runLogin(login, (message) => {
    messages.push(message)
    return { ok: message.verb === "otp.request" ? { secret: "otp-1", length: 6 } : null }
  })
  return messages
}

describe("a locator", () => {
  it("is a list of steps that is never changed", async () => {
    const messages = await sent(async ({ page }) => {
      const form = page.frameLocator("iframe").locator("form", { hasText: /log in/i })
      const button = form.getByRole("button", { name: "Go on", exact: true })
      await button
        .filter({ has: page.getByText("x") })
        .or(page.getByTitle("y"))
        .nth(1)
        .click({ timeout: 500 })
      await button.click()
      return "authenticated"
    })

    const button = [
      { method: "frameLocator", arg: "iframe" },
      { method: "locator", arg: "form", options: { hasText: { regex: "log in", flags: "i" } } },
      { method: "getByRole", arg: "button", options: { name: "Go on", exact: true } }
    ]
    const filter = { method: "filter", options: { has: { steps: [{ method: "getByText", arg: "x" }] } } }
    const or = { method: "or", arg: { steps: [{ method: "getByTitle", arg: "y" }] } }
    assert.deepStrictEqual(messages, [
      { verb: "locator.click", page: 0, steps: [...button, filter, or, { method: "nth", arg: 1 }], timeout: 500 },
      { verb: "locator.click", page: 0, steps: button }
    ])
  })

  it("prints itself as it would be written", async () => {
    let printed = ""
    await runLogin(async ({ page }) => {
      printed = String(
        page
          .getByLabel("It's \\ here")
          .filter({ hasNot: page.locator("a", { visible: true }) })
          .first()
      )
      return "authenticated"
    }, nothing)

    assert.strictEqual(
      printed,
      String.raw`page.getByLabel('It\'s \\ here').filter({ hasNot: page.locator('a', { visible: true }) }).first()`
    )
  })

  it("names itself, the author's word for it and the fault in an error", async () => {
    const errors: Array<unknown> = []
    await runLogin(
      async ({ page }) => {
        await page
          .getByLabel("Password")
          .describe("the password")
          .fill("x")
          .catch((error: unknown) => errors.push(error))
        return "authenticated"
      },
      () => timeout()
    )

    const [error] = errors
    assert.instanceOf(error, BankPageError)
    assert.strictEqual(error.message, "the password (page.getByLabel('Password')).fill(…): Timeout: nothing came")
    assert.strictEqual(error.code, "Timeout")
  })
})

describe("a secret", () => {
  it("is typed by its handle, whole or by single characters, and prints as nothing", async () => {
    let printed = ""
    const messages = await sent(async ({ page, secrets }) => {
      const field = page.locator("input")
      await field.fill(secrets.password)
      for (const sign of secrets.password.chars([3, 1])) await field.pressSequentially(sign)
      printed = `${JSON.stringify(secrets)} ${String(secrets.password)} ${Object.keys(secrets.password).join()}`
      return "authenticated"
    })

    assert.deepStrictEqual(
      messages.map(({ value }) => value),
      [{ secret: "password" }, { secret: "password", positions: [3] }, { secret: "password", positions: [1] }]
    )
    assert.strictEqual(printed, '{"username":"[secret]","password":"[secret]"} [secret] ')
  })

  it("has a length where the host tells it", async () => {
    const args = { secrets: { password: { length: 9 } } }

    const known = await runLogin(
      async ({ secrets }) => {
        assert.strictEqual(secrets.password.length, 9)
        assert.throws(() => secrets.password.chars([10]), /there is no character 10/)
        return "authenticated"
      },
      nothing,
      args
    )
    const unknown = await runLogin(
      async ({ secrets }) => {
        assert.isNumber(secrets.username.length)
        return "authenticated"
      },
      nothing,
      args
    )

    assert.strictEqual(known.done, "authenticated")
    assert.strictEqual(unknown.failed?.message, "the length of this secret is not known to scripts")
  })

  it("can be a code, which reports what the bank made of it", async () => {
    const messages: Array<Message> = []
    const host = (message: Message) => {
      messages.push(message)
      return {
        ok:
          message.verb === "otp.request"
            ? { secret: "otp-1", length: 6 }
            : message.verb === "otp.rejected"
              ? { secret: "otp-2", length: 6 }
              : null
      }
    }

    const ended = await runLogin(async ({ otp, page }) => {
      const code = await otp.request({ length: 6, type: "numeric" })
      await page.locator("input").fill(code)
      const again = await code.rejected("Wrong code")
      await page.locator("input").fill(again)
      await again.accepted()
      return "authenticated"
    }, host)

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(
      messages.map(({ page: _page, steps: _steps, ...rest }) => rest),
      [
        { verb: "otp.request", length: 6, type: "numeric" },
        { verb: "locator.fill", value: { secret: "otp-1" } },
        { verb: "otp.rejected", message: "Wrong code" },
        { verb: "locator.fill", value: { secret: "otp-2" } },
        { verb: "otp.accepted" }
      ]
    )
  })
})

describe("calls", () => {
  it("wait for their turn beyond 16 at a time", async () => {
    let now = 0
    let most = 0
    const host = async () => {
      now += 1
      most = Math.max(most, now)
      await Promise.resolve()
      now -= 1
      return { ok: 1 }
    }

    const ended = await runLogin(async ({ page }) => {
      const counts = await Promise.all(Array.from({ length: 100 }, () => page.locator("a").count()))
      assert.strictEqual(counts.length, 100)
      return "authenticated"
    }, host)

    assert.deepStrictEqual([ended.done, most], ["authenticated", 16])
  })

  it("go to paths at the bank's first origin, and to whole addresses as they are", async () => {
    const messages = await sent(async ({ page }) => {
      await page.goto("/login")
      await page.goto("https://other.example/x")
      return "authenticated"
    })

    assert.deepStrictEqual(
      messages.map(({ url }) => url),
      ["https://bank.example/login", "https://other.example/x"]
    )
  })

  it("leave before the phase is over, those of the log too", async () => {
    const seen: Array<string> = []
    await runLogin(
      async ({ log }) => {
        log.info("one", { a: 1 })
        log.warn("two")
        return "authenticated"
      },
      async ({ message, verb }) => {
        await new Promise((resolve) => setImmediate(resolve))
        seen.push(`${verb} ${String(message)}`)
        return { ok: null }
      }
    )

    assert.deepStrictEqual(seen, ["log one", "log two"])
  })

  it("know the bank's day, not the host's", async () => {
    let today = ""
    await runLogin(async (context) => {
      today = context.today
      return "authenticated"
    }, nothing)

    // 23:30 UTC is past midnight in Madrid.
    assert.strictEqual(today, "2026-11-21")
  })
})
