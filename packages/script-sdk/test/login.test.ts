import { assert, describe, it } from "vitest"
import { type BankScript, Retryable, said, statements, Terminal } from "@counterfoil/script-sdk"
import { loadScript, type Message, runLogin, timeout } from "./runScript.ts"

type Login = BankScript["login"]

const nothing = () => ({ ok: null })

describe("a script's manifest", () => {
  it("has the declarations, the phases and the patterns as text", () => {
    const { manifest } = loadScript({
      volatileText: [/REF \d+/giu],
      namePrefixes: ["TRF DE", /abono \d+/gi],
      resume: async () => true
    })

    const read = JSON.parse(manifest)

    assert.deepInclude(read, { bank: "test-bank", zone: "Europe/Madrid", phases: ["resume", "login", "extract"] })
    assert.deepStrictEqual(read.volatileText, [{ regex: "REF \\d+", flags: "iu" }])
    assert.deepStrictEqual(read.namePrefixes, ["TRF DE", { regex: "abono \\d+", flags: "i" }])
  })
})

describe("a code in the outcome of a login", () => {
  const login: Login = ({ outcome, page }) =>
    outcome(
      {
        home: page.getByText("Hello"),
        wrongCode: [page.getByRole("alert"), page.frameLocator("iframe").getByRole("alert")],
        usedUp: page.getByText("Too many"),
        code: page.getByLabel("Code")
      },
      {
        home: "authenticated",
        wrongCode: "wrong_code",
        usedUp: "otp_rejected",
        code: {
          code: { type: "numeric", length: 6 },
          enter: async (code) => {
            await page.getByLabel("Code").fill(code)
          }
        }
      }
    )
  /** A host that shows these one after the other, and takes note of what it is asked. */
  const visit = async (...targets: ReadonlyArray<string>) => {
    const left = [...targets]
    const looks: Array<ReadonlyArray<string>> = []
    const told: Array<string> = []
    const ended = await runLogin(login, (message) => {
      if (message.verb.startsWith("otp.")) told.push(message.verb)
      if (message.verb === "locator.fill") told.push(`typed ${JSON.stringify(message["value"])}`)
      if (message.verb.startsWith("otp.re")) return { ok: { secret: `otp-${told.length}`, length: 6 } }
      if (message.verb === "locator.isVisible") return { ok: true }
      if (message.verb !== "page.waitForAny") return { ok: "The bank's words" }
      looks.push(Object.keys(Object(message["targets"])))
      const seen = left.shift() ?? "home"
      return seen === "nothing" ? timeout() : { ok: seen }
    })
    return { ended, looks, told }
  }

  it("is asked for, typed, and said to be right", async () => {
    const { ended, looks, told } = await visit("code", "home")

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(told, ["otp.request", 'typed {"secret":"otp-1"}', "otp.accepted"])
    assert.include(looks[0] ?? [], "code")
    assert.notInclude(looks[1] ?? [], "code")
  })

  it("is asked for once more where the bank wants another, in any of the frames where it says so", async () => {
    const { ended, looks, told } = await visit("code", "wrongCode \u2013 or 1", "home")

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(
      told.map((each) => each.split(" ")[0]),
      ["otp.request", "typed", "otp.rejected", "typed", "otp.accepted"]
    )
    assert.deepStrictEqual(looks[2], ["home", "usedUp"])
  })

  it("is refused again where the bank's sentence still stands once the time is over", async () => {
    const { ended, looks, told } = await visit("code", "wrongCode", "nothing", "target")
    const elsewhere = await visit("code", "wrongCode", "nothing", "nothing")
    const unanswered = await visit("code", "nothing")

    assert.deepInclude(ended.failed, { failure: "otp_rejected", message: "The bank's words" })
    assert.deepStrictEqual(
      told.map((each) => each.split(" ")[0]),
      ["otp.request", "typed", "otp.rejected", "typed", "otp.rejected"]
    )
    assert.include(looks[3] ?? [], "target")
    assert.deepInclude(elsewhere.ended.failed, { failure: "layout_changed" })
    assert.deepInclude(unanswered.ended.failed, { failure: "layout_changed" })
  })

  it("is told to be refused where the bank has had enough", async () => {
    const { ended, told } = await visit("code", "usedUp")

    assert.deepInclude(ended.failed, { failure: "otp_rejected", message: "The bank's words" })
    assert.deepStrictEqual(told.at(-1), "otp.rejected")
  })

  it("that nobody was asked for is no other than a refused one", async () => {
    const { ended, told } = await visit("wrongCode")

    assert.deepInclude(ended.failed, { failure: "otp_rejected" })
    assert.deepStrictEqual(told, [])
  })
})

describe("the outcome of a login", () => {
  const login: Login = ({ outcome, page }) =>
    outcome(
      {
        home: page.getByText("Hello"),
        refused: page.getByRole("alert"),
        terms: page.getByText("Terms"),
        gone: { url: "**/bye" }
      },
      {
        home: "authenticated",
        refused: "invalid_credentials",
        gone: "session_elsewhere",
        terms: () => page.getByText("Agree").click()
      }
    )
  /** A host on whose page these targets come one after the other. */
  const showing = (...targets: ReadonlyArray<string>) => {
    const left = [...targets]
    return ({ verb }: Message) =>
      verb === "page.waitForAny"
        ? left.length === 0
          ? timeout()
          : { ok: left.shift() }
        : { ok: verb === "locator.innerText" ? "  Wrong user\n name " : "" }
  }

  it("is what comes first, after the steps in between", async () => {
    assert.deepStrictEqual(await runLogin(login, showing("terms", "home")), { done: "authenticated" })
  })

  it("is told in the bank's own words where it is a failure", async () => {
    const { failed } = await runLogin(login, showing("refused"))
    const { failed: elsewhere } = await runLogin(login, showing("gone"))

    assert.deepInclude(failed, { failure: "invalid_credentials", message: "Wrong user name" })
    assert.deepInclude(elsewhere, { failure: "session_elsewhere", message: "session_elsewhere" })
  })

  it("is layout_changed when nothing known comes, with the page's outline in the log", async () => {
    const logged: Array<Message> = []
    const host = (message: Message) => {
      if (message.verb === "log") logged.push(message)
      return message.verb === "page.waitForAny"
        ? timeout()
        : { ok: message.verb === "locator.outline" ? "- heading" : "https://x" }
    }

    const { failed } = await runLogin(login, host)

    assert.deepInclude(failed, {
      failure: "layout_changed",
      message: "none of home, refused, terms, gone was seen within 15 s"
    })
    assert.deepInclude(logged[0], { level: "warn", data: { outline: "- heading" } })
  })

  it("ends after a few steps that lead nowhere", async () => {
    const { failed } = await runLogin(login, showing(...Array.from({ length: 20 }, () => "terms")))

    assert.deepInclude(failed, { failure: "layout_changed", message: "the login did not end after 8 steps" })
  })
})

describe("a phase that throws", () => {
  it("ends with the kind that was declared, also from within steps and behind other errors", async () => {
    const nested = await runLogin(
      ({ step }) =>
        step("outer", () =>
          step("inner", async () => {
            throw new Terminal("account_locked", "Call us")
          })
        ),
      nothing
    )
    const wrapped = await runLogin(async () => {
      throw new Error("while paging", { cause: new Retryable("bank_unavailable", "closed") })
    }, nothing)

    assert.deepInclude(nested.failed, { failure: "account_locked", message: "Call us" })
    assert.deepInclude(wrapped.failed, { failure: "bank_unavailable", message: "closed" })
  })

  it("ends as layout_changed where a file that was downloaded can't be read, as a list that can't be", async () => {
    const { failed } = await runLogin(async () => {
      statements.read(":20:STARTUMS\n:25:1/2\n:60F:C261101EUR1,00", { today: "2026-11-28" })
      return "authenticated"
    }, nothing)

    assert.deepInclude(failed, {
      failure: "layout_changed",
      message: "Line 1: the statement has no closing balance :62F:: the file is cut off"
    })
  })

  it("ends with the error's own words where nothing was declared", async () => {
    const ended = await runLogin(async () => JSON.parse("{"), nothing)

    assert.match(ended.failed?.message ?? "", /^SyntaxError: /)
    assert.isUndefined(ended.failed?.failure)
  })
})

describe("the ends of a login in one table", () => {
  const login: Login = ({ ends, page, step }) =>
    ends({
      authenticated: page.getByText("Hello"),
      code: {
        field: page.getByLabel("Code"),
        send: page.getByText("Go on"),
        resend: page.getByText("Send another"),
        via: "sms",
        purpose: "Log in"
      },
      between: {
        notice: { seen: page.getByText("News"), deal: () => step("news", () => page.getByText("Later").click()) }
      },
      ...said([page.getByRole("alert"), page.frameLocator("iframe").getByRole("alert")], {
        wrong_code: "not right",
        expired_code: "has expired",
        otp_rejected: /too many/i,
        account_locked: "is locked"
      }),
      bank_unavailable: page.getByText("503")
    })
  const visit = async (...targets: ReadonlyArray<string>) => {
    const left = [...targets]
    const told: Array<string> = []
    const asked: Array<unknown> = []
    let looked: object = {}
    const ended = await runLogin(login, (message) => {
      const { verb } = message
      if (verb === "otp.request") asked.push({ ...message })
      if (verb.startsWith("otp.")) told.push(verb)
      const resends = JSON.stringify(message).includes("Send another")
      if (verb === "locator.fill" || verb === "locator.click")
        told.push(resends ? "resend" : verb.slice("locator.".length))
      if (verb.startsWith("otp.re")) return { ok: { secret: `otp-${told.length}`, length: 6 } }
      if (verb === "locator.isVisible") return { ok: true }
      if (verb !== "page.waitForAny") return { ok: "The bank's words" }
      looked = Object(message["targets"])
      return { ok: left.shift() ?? "authenticated" }
    })
    return { ended, told, asked, looked }
  }

  it("asks for the code, types it, sends it, and says what the bank made of it", async () => {
    const { asked, ended, told } = await visit("notice", "code", "wrong_code – or 1", "authenticated")

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(told, [
      "click",
      "otp.request",
      "fill",
      "click",
      "otp.rejected",
      "fill",
      "click",
      "otp.accepted"
    ])
    assert.deepInclude(asked[0], { type: "numeric", via: "sms", purpose: "Log in" })
  })

  it("has the bank send another code for one that came too late, before it is asked for", async () => {
    const { ended, told } = await visit("code", "expired_code – or 0", "wrong_code – or 0")
    const unasked = await visit("expired_code – or 1")

    assert.deepStrictEqual(ended, { done: "authenticated" })
    assert.deepStrictEqual(told.slice(0, 8), [
      "otp.request",
      "fill",
      "click",
      "resend",
      "otp.rejected",
      "fill",
      "click",
      "otp.rejected"
    ])
    assert.deepInclude(unasked.ended.failed, { failure: "otp_rejected", message: "The bank's words" })
    assert.deepStrictEqual(unasked.told, [])
  })

  it("ends with the kind that the bank's sentence means, in the bank's words", async () => {
    const locked = await visit("account_locked – or 0")
    const usedUp = await visit("code", "otp_rejected – or 0")
    const closed = await visit("bank_unavailable")

    assert.deepInclude(locked.ended.failed, { failure: "account_locked", message: "The bank's words" })
    assert.deepInclude(usedUp.ended.failed, { failure: "otp_rejected" })
    assert.deepStrictEqual(usedUp.told.at(-1), "otp.rejected")
    assert.deepInclude(closed.ended.failed, { failure: "bank_unavailable" })
    assert.includeMembers(Object.keys(locked.looked), ["authenticated", "code", "notice", "bank_unavailable"])
  })
})

describe("the accounts of a login", () => {
  it("are listed by a phase that only reads, where the script can list them", async () => {
    const accounts = [{ bankAccount: "ES91", name: "Current" }]
    const { manifest, run } = loadScript({ accounts: async () => accounts })

    assert.deepInclude(JSON.parse(manifest), { listsAccounts: true, phases: ["login", "extract"] })
    assert.deepStrictEqual(JSON.parse(await run(async () => '{"ok":null}', "extract", '{"list":true}')), {
      done: accounts
    })
    assert.notProperty(JSON.parse(loadScript({}).manifest), "listsAccounts")
  })

  it("share a session only where the script can find it open", () => {
    assert.throws(() => loadScript({ sharesSession: true }), /needs a resume/)
    assert.deepInclude(JSON.parse(loadScript({ sharesSession: true, resume: async () => true }).manifest), {
      sharesSession: true
    })
  })
})

describe("what is thrown and is no Error", () => {
  it("is told as such, with what would be right, and no line of the SDK's", async () => {
    const rest = 'which is no Error, and so its line isn\'t known: throw new Error("…"), a Retryable or a Terminal'
    const thrown = [
      ["no table", '"no table"'],
      [{ code: 7 }, "an object"],
      [undefined, "undefined"]
    ] as const
    for (const [value, shown] of thrown) {
      const { failed } = await runLogin(
        () => Promise.reject(value),
        () => ({ ok: null })
      )
      assert.deepStrictEqual(failed, { message: `the script threw ${shown}, ${rest}` })
    }
  })
})

describe("an action that nobody awaits", () => {
  /** Answered when its login is over; calls that never are would count among those under way in whatever comes after. */
  const late = () => Promise.withResolvers<{ readonly ok: true }>()

  it("ends the phase that returned before it, with its line, whatever came of it", async () => {
    const clicked = late()
    const { done, failed } = await runLogin(
      async ({ page }) => {
        void page.getByRole("button", { name: "Log in" }).click()
        await page.getByText("Welcome").isVisible()
        return "authenticated"
      },
      ({ verb }) => (verb === "locator.click" ? clicked.promise : { ok: true })
    )
    clicked.resolve({ ok: true })

    assert.isUndefined(done)
    assert.strictEqual(
      failed?.message,
      "page.getByRole('button', { name: 'Log in' }).click(): NotAwaited: it was still under way when the phase ended: write await before it"
    )
    assert.include(failed?.stack, "login.test.ts")
  })

  it("is none where it is over, where it is awaited, or where it only looks", async () => {
    const seen = late()
    const { done } = await runLogin(
      async ({ page }) => {
        void page.getByRole("link").isVisible()
        await page.getByRole("button").click()
        await page.goto("/login").catch(() => undefined)
        return "authenticated"
      },
      ({ verb }) => (verb === "locator.isVisible" ? seen.promise : verb === "page.goto" ? timeout() : { ok: null })
    )
    seen.resolve({ ok: true })

    assert.strictEqual(done, "authenticated")
  })
})
