import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { browserLayer, css, type Driver, faultOf, label, open, role, text } from "./support/drive.ts"
import { type Site, startSite } from "./support/Site.ts"
import { form, table } from "./support/verbPages.ts"

const site = startSite({
  "/": form,
  "/table": table,
  "/list": `<ul><li aria-posinset="7"><time datetime="2026-02-01">1 Feb</time> <b>Coffee</b> <i>-1,85</i></li>
    <li aria-posinset="8"><time datetime="2026-02-02">2 Feb</time> <a href="/movement/2"><b>Book</b></a>
      <button onclick="document.title = 'second'">Details</button></li>
    <li style="display:none" data-id="m3"><b>hidden</b></li></ul>
    <input id=field aria-description="Any words" onkeyup="document.title = event.key">`,
  "/days": `<h3>Nothing yet</h3><h3 title="2026-02-02">Monday</h3><ul><li>Tea</li><li>Milk</li></ul>
    <section><h3 title="2026-02-01">Sunday</h3><ul><li>Bread</li></ul></section><h3>Later</h3>`,
  "/large": `<p id=text></p><p class=part></p><p class=part></p><input id=field><table id=table><tr><td></table><div id=many></div>
    <script>
      const long = 'abcdefgh '.repeat(250_000)
      document.querySelector('#text').textContent = document.title = field.value = long
      document.querySelector('#text').setAttribute('data-long', long); document.querySelector('#text').title = long
      for (const part of document.querySelectorAll('.part')) part.textContent = long.slice(0, 1_500_000)
      document.querySelector('td').textContent = long
      many.innerHTML = '<b>x</b>'.repeat(10_001)
    </script>`,
  "/tab": `<a href="/statement.csv" target="_blank">Statement</a>`,
  "/home": "<h1>Home</h1><a href='/table'>Movements</a>",
  "/frames": `<iframe title="Bank's access" src="/home"></iframe><iframe name="news" src="/home"></iframe>
    <iframe id="frame-20261127" src="/home"></iframe>
    <p><template shadowrootmode="open"><iframe title="Identity" src="/home"></iframe></template></p>`,
  "/later": `<div id=out></div><script>setTimeout(() => { out.innerHTML = '<p>Ready</p><p class=error>Wrong code</p>'
    history.pushState({}, '', '/later?step=2') }, 50)</script>`,
  "/popup": `<button onclick="window.open('/home')">Open</button>`,
  "/dialog": `<button onclick="document.title = String(confirm('Sure?'))">Ask</button>`,
  "/files": `<a href="/statement.csv">Statement</a><a href="/latin.txt">Latin</a><a href="/big.txt">Big</a>`,
  "/statement.csv": (_, response) => {
    response.writeHead(200, { "content-type": "text/csv; charset=utf-8", "content-disposition": "attachment" })
    response.end("date;amount\n2026-02-01;12,00 €\n")
  },
  "/latin.txt": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-disposition": "attachment; filename=l.txt" })
    response.end(Buffer.from([0x80, 0x20, 0xe9]))
  },
  "/big.txt": (_, response) => {
    response.writeHead(200, { "content-type": "text/plain", "content-disposition": "attachment; filename=b.txt" })
    response.end(Buffer.alloc(4 * 1024 * 1024 + 1))
  },
  "/slow": () => undefined
})

/** One session for all tests of this file: each goes to a page of its own first. */
class Session extends Context.Service<Session, Driver & { readonly bank: Site }>()("test/Session") {
  static readonly layer = Layer.effect(
    Session,
    Effect.gen(function* () {
      const bank = yield* site
      return { ...(yield* open(bank)), bank }
    })
  )
}

layer(Session.layer.pipe(Layer.provide(browserLayer())), { excludeTestServices: true })("The verbs", (it) => {
  it.effect("read a list that is no table, in one call, and name the element of each row", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/list")
      const fields = {
        day: { css: "time", attribute: "datetime" },
        what: "b",
        amount: "i",
        id: { css: "", attribute: "aria-posinset" }
      }
      const cell = (written: string, href: string | null = null) => ({ text: written, href })
      const { bank } = yield* Session

      const list = yield* on("li", "locator.records", { fields })
      yield* on([...css("li"), { method: "nth", arg: 1 }, ...role("button")], "locator.click", { pace: "human" })
      const title = yield* call({ verb: "page.title", page: 0 })
      const refused = yield* faultOf(on("li", "locator.records", { fields: { day: "p[" } }))

      expect(list).toEqual({
        headers: ["day", "what", "amount", "id"],
        rows: [
          { at: 0, cells: [cell("2026-02-01"), cell("Coffee"), cell("-1,85"), cell("7")] },
          { at: 1, cells: [cell("2026-02-02"), cell("Book"), cell(""), cell("8", `${bank.origin}/movement/2`)] }
        ]
      })
      expect([title, refused.code]).toEqual(["second", "InvalidCall"])
    })
  )

  it.effect("read what stands above the records of a list: the heading of their day", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto("/days")
      const fields = { day: { above: "h3" }, date: { above: "h3", attribute: "title" }, what: { above: "h2" } }

      const list = yield* on("li", "locator.records", { fields })

      const cells = (...texts: ReadonlyArray<string>) => texts.map((each) => ({ text: each, href: null }))
      expect(list).toEqual({
        headers: ["day", "date", "what"],
        rows: [
          { at: 0, cells: cells("Monday", "2026-02-02", "") },
          { at: 1, cells: cells("Monday", "2026-02-02", "") },
          { at: 2, cells: cells("Sunday", "2026-02-01", "") }
        ]
      })
    })
  )

  it.effect("read no text that is too long, wherever it stands: it doesn't even leave the page", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/large")
      const field = { fields: { a: { css: "", attribute: "title" } } }
      // A busy browser takes its time to lay out so much.
      const patient = { timeout: 20_000 }
      const reads = [
        on("#text", "locator.textContent", patient),
        on("#text", "locator.innerText", patient),
        on(".part", "locator.allTextContents", patient),
        on(".part", "locator.allInnerTexts", patient),
        on("#text", "locator.getAttribute", { ...patient, name: "data-long" }),
        on("#text", "locator.getAttribute", { ...patient, name: "title" }),
        on("#field", "locator.inputValue", patient),
        on("#text", "locator.records", { ...patient, ...field }),
        on("#table", "locator.rows", patient),
        on("#many", "locator.outline", patient),
        call({ verb: "page.title", page: 0 })
      ]

      const faults = yield* Effect.forEach(reads, faultOf)

      expect(faults.map(({ code }) => code)).toEqual(reads.map(() => "TooLarge"))
      expect(faults[0]?.message).toBe("A text of more than 2097152 characters can't be read")
    })
  )

  it.effect("press keys where the focus is, go forward, and find by description", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/list")
      const field = [{ method: "getByRole", arg: "textbox", options: { description: "Any words" } }] as const
      yield* on(field, "locator.focus")
      yield* call({ verb: "page.press", page: 0, key: "k" })
      yield* on(field, "locator.pressSequentially", { value: "ab", pace: "human" })
      const typed = yield* on(field, "locator.inputValue")
      yield* on(field, "locator.clear")
      const clipboard = yield* faultOf(call({ verb: "page.press", page: 0, key: "Control+C" }))
      yield* goto("/home")
      yield* call({ verb: "page.goBack", page: 0 })
      yield* call({ verb: "page.goForward", page: 0 })
      yield* call({ verb: "page.waitForLoadState", page: 0, state: "domcontentloaded" })

      expect(typed).toBe("kab")
      expect(clipboard.code).toBe("InvalidCall")
      expect(yield* call({ verb: "page.url", page: 0 })).toMatch(/\/home$/)
    })
  )

  it.effect("act on elements found by every kind of locator", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/")

      yield* on(label("User name"), "locator.fill", { value: "ana" })
      yield* on([{ method: "getByPlaceholder", arg: "User" }], "locator.pressSequentially", { value: " b", delay: 1 })
      yield* on(label("Remember me"), "locator.check")
      yield* on(label("Language"), "locator.selectOption", { option: { label: "Català" } })
      yield* on(text("hover me"), "locator.hover")
      yield* on([...role("button", "Continue"), { method: "first" }], "locator.click")

      expect(yield* on(label("User name"), "locator.inputValue")).toBe("ana b")
      expect(yield* on("#remember", "locator.isChecked")).toBe(true)
      expect(yield* on(label("Language"), "locator.inputValue")).toBe("ca")
      expect(yield* on(text("hovered"), "locator.isVisible")).toBe(true)
      expect(yield* call({ verb: "page.title", page: 0 })).toBe("Clicked")
      expect(yield* on([{ method: "getByTestId", arg: "hint" }], "locator.innerText")).toBe("Two words")
      expect(yield* on([{ method: "getByTestId", arg: "hint" }], "locator.textContent")).toBe("Two   words")
      expect(yield* on([{ method: "getByTitle", arg: "Go on" }], "locator.isEnabled")).toBe(true)
      expect(yield* on([{ method: "getByAltText", arg: "Logo" }], "locator.count")).toBe(1)
      expect(yield* on("p", "locator.count")).toBe(2)
      expect(yield* on("p", "locator.allInnerTexts")).toEqual(["Two words", "Hidden"])
      expect(yield* on("h1", "locator.getAttribute", { name: "id" })).toBe(null)
      yield* on(label("Remember me"), "locator.uncheck")
      expect(yield* on("#remember", "locator.isChecked")).toBe(false)
    })
  )

  it.effect("narrow locators by filters, combinations, places and frames", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto("/")
      const words = { steps: text("Two words") }

      expect(yield* on([{ method: "locator", arg: "p", options: { hasText: "Two" } }], "locator.count")).toBe(1)
      expect(
        yield* on(
          [...css("p"), { method: "filter", options: { hasNotText: { regex: "^two", flags: "i" } } }],
          "locator.count"
        )
      ).toBe(1)
      expect(yield* on([...css("body"), { method: "filter", options: { has: words } }], "locator.count")).toBe(1)
      expect(yield* on([...css("p"), { method: "and", arg: words }], "locator.count")).toBe(1)
      expect(yield* on([...css("h1"), { method: "or", arg: words }], "locator.count")).toBe(2)
      expect(yield* on([...css("p"), { method: "filter", options: { visible: true } }], "locator.count")).toBe(1)
      expect(yield* on([...role("button", "Continue"), { method: "nth", arg: 1 }], "locator.isEnabled")).toBe(false)
      expect(yield* on([...role("button", "Continue"), { method: "last" }], "locator.isEnabled")).toBe(false)
      expect(yield* on([{ method: "frameLocator", arg: "iframe" }, ...text("Inside")], "locator.innerText")).toBe(
        "Inside"
      )
      expect(yield* on([...css("iframe"), { method: "contentFrame" }, ...role("button")], "locator.innerText")).toBe(
        "Inner"
      )
      const owner = [{ method: "frameLocator", arg: "iframe" } as const, { method: "owner" } as const]
      expect(yield* on(owner, "locator.getAttribute", { name: "title" })).toBe("inner")
    })
  )

  it.effect("read a table in one call, as a person sees it", () =>
    Effect.gen(function* () {
      const { bank, goto, on } = yield* Session
      yield* goto("/table")
      const cell = (text: string, href: string | null = null) => ({ text, href })

      expect(yield* on("table", "locator.rows")).toEqual({
        headers: ["Date", "Description", "Amount", ""],
        rows: [
          {
            at: 1,
            cells: [
              cell("01/02/2026"),
              cell("Transfer from Ana", `${bank.origin}/movement/1`),
              cell("12,00"),
              cell("EUR")
            ]
          },
          { at: 2, cells: [cell("01/02/2026"), cell("Card"), cell("-3,50"), cell("EUR")] }
        ]
      })
      expect(yield* on(role("grid"), "locator.rows")).toEqual({
        headers: ["A"],
        rows: [{ at: 1, cells: [cell("1")] }]
      })
      expect((yield* faultOf(on("caption", "locator.rows"))).code).toBe("Failed")
    })
  )

  it.effect("outline roles and names, and leave the values of fields out", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto("/")
      yield* on(label("User name"), "locator.fill", { value: "somebody" })

      const outline = yield* on("form", "locator.outline")

      expect(outline).toContain('- textbox "User name" [placeholder="User"]')
      expect(outline).toContain('- button "Continue" [disabled]')
      expect(outline).not.toContain("somebody")
      expect(outline).not.toContain("English")
    })
  )

  it.effect("outline a whole page whose texts stand bare among its elements", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto("/")

      const outline = yield* on("body", "locator.outline")

      expect(outline).toContain('- heading "Log in" [level=1]')
      expect(outline).toContain('- text: "User name"')
      expect(outline).toContain('- textbox "User name" [placeholder="User"]')
    })
  )

  it.effect("are outlined frame by frame, each with the way that leads a script into it", () =>
    Effect.gen(function* () {
      const { goto, page } = yield* Session
      yield* goto("/frames")
      const { outline } = yield* page.evidence

      const ways = [...outline.matchAll(/ in (frame.*)\n- heading "Home"/g)].map(([, way]) => way)
      expect(ways).toEqual([
        `frameLocator('iframe[title="Bank\\'s access"]')`,
        `frameLocator('iframe[name="news"]')`,
        "frameLocator('iframe').nth(2)",
        `frameLocator('iframe[title="Identity"]')`
      ])
    })
  )

  it.effect("navigate, go back, reload and wait for an address", () =>
    Effect.gen(function* () {
      const { bank, call, goto, on } = yield* Session
      yield* goto("/home")
      yield* on(role("link", "Movements"), "locator.click")
      yield* call({ verb: "page.waitForURL", page: 0, url: "**/table" })
      yield* call({ verb: "page.goBack", page: 0 })
      yield* call({ verb: "page.waitForURL", page: 0, url: { regex: "/home$", flags: "" } })
      yield* call({ verb: "page.reload", page: 0 })

      expect(yield* call({ verb: "page.url", page: 0 })).toBe(`${bank.origin}/home`)
      expect(bank.requests.filter((request) => request === "GET /home").length).toBeGreaterThan(1)
    })
  )

  it.effect("tell which of several targets came first, by visible element or by address", () =>
    Effect.gen(function* () {
      const { call, goto } = yield* Session
      const any = (targets: object, timeout = 60_000) => call({ verb: "page.waitForAny", page: 0, targets, timeout })
      yield* goto("/later")

      expect(yield* any({ never: { steps: text("Never") }, wrong: { steps: css(".error, p") } })).toBe("wrong")
      expect(yield* any({ never: { steps: text("Never") }, step: { url: "**step=2" } })).toBe("step")
      const fault = yield* faultOf(any({ home: { steps: text("Never") }, code: { url: "https://x/" } }, 150))
      expect(fault).toMatchObject({ code: "Timeout", message: "None of home, code came about in time, on /later" })
    })
  )

  it.effect("hand over a popup as a page with a number of its own", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/popup")

      const token = yield* call({ verb: "page.expect", page: 0, what: "popup" })
      yield* on(role("button"), "locator.click")

      expect(yield* call({ verb: "page.expected", page: 0, token })).toEqual({ page: 1 })
      expect(yield* call({ verb: "locator.innerText", page: 1, steps: css("h1") })).toBe("Home")
      yield* call({ verb: "page.close", page: 1 })
      expect((yield* faultOf(call({ verb: "page.title", page: 1 }))).code).toBe("PageClosed")
      expect((yield* faultOf(call({ verb: "page.title", page: 2 }))).code).toBe("InvalidCall")
    })
  )

  it.effect("answer dialogs as told, and dismiss them otherwise", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/dialog")

      yield* on(role("button"), "locator.click")
      const before = yield* call({ verb: "page.title", page: 0 })
      yield* call({ verb: "page.dialog", page: 0, answer: "accept" })
      yield* on(role("button"), "locator.click")

      expect([before, yield* call({ verb: "page.title", page: 0 })]).toEqual(["false", "true"])
    })
  )

  it.effect("read downloads in the bank's encoding, up to 4 MiB", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/files")
      const download = (name: string) =>
        Effect.gen(function* () {
          const token = yield* call({ verb: "page.expect", page: 0, what: "download" })
          yield* on(role("link", name), "locator.click")
          return yield* call({ verb: "page.expected", page: 0, token })
        })

      expect(yield* download("Statement")).toEqual({
        download: "download-1",
        name: "statement.csv",
        type: "text/csv",
        size: 33
      })
      expect(yield* call({ verb: "download.text", download: "download-1" })).toContain("12,00 €")
      yield* download("Latin")
      expect(yield* call({ verb: "download.text", download: "download-2", encoding: "windows-1252" })).toBe("€ é")
      expect((yield* faultOf(download("Big"))).code).toBe("TooLarge")
    })
  )

  it.effect("time out on a popup that never opens and on a page that never answers", () =>
    Effect.gen(function* () {
      const { bank, call, goto } = yield* Session
      yield* goto("/popup")
      const token = yield* call({ verb: "page.expect", page: 0, what: "popup" })

      expect((yield* faultOf(call({ verb: "page.expected", page: 0, token, timeout: 50 }))).code).toBe("Timeout")
      const slow = call({ verb: "page.goto", page: 0, url: `${bank.origin}/slow`, timeout: 200 })
      expect((yield* faultOf(slow)).code).toBe("Timeout")
    })
  )

  it.effect("take a download that opens a tab of its own, and forget one that nobody waits for any more", () =>
    Effect.gen(function* () {
      const { call, goto, on } = yield* Session
      yield* goto("/tab")
      const forgotten = yield* call({ verb: "page.expect", page: 0, what: "download" })
      yield* faultOf(call({ verb: "page.expected", page: 0, token: forgotten, timeout: 1 }))
      const token = yield* call({ verb: "page.expect", page: 0, what: "download" })
      yield* on(role("link"), "locator.click")

      expect(yield* call({ verb: "page.expected", page: 0, token })).toMatchObject({ type: "text/csv" })
    })
  )
})
