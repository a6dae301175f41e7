import { assert, layer } from "@effect/vitest"
import type { DeclaredRequest } from "@counterfoil/core"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { browserLayer, type Driver, faultOf, open } from "./support/drive.ts"
import { type Route, startSite } from "./support/Site.ts"

const json =
  (body: unknown, headers: Readonly<Record<string, string>> = {}): Route =>
  (_, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(body))
  }

const asking = (...paths: ReadonlyArray<string>): string =>
  `<p>Account</p><script>${paths.map((path) => `fetch(${JSON.stringify(path)})`).join(";")}</script>`

const readable = (path: string): DeclaredRequest => ({ method: "GET", path, phases: ["extract"], readable: true })

const responses = ({ call }: Driver, path: string, timeout = 60_000) =>
  call({ verb: "page.responses", page: 0, path, after: 0, timeout })

layer(browserLayer(), { excludeTestServices: true })("what a bank answers to its own page", (it) => {
  it.effect("is read as JSON while the script extracts, in the order in which it came", () =>
    Effect.gen(function* () {
      const site = yield* startSite({
        "/account": asking("/api/rows?from=0", "/api/other"),
        "/api/rows": json({ rows: [{ text: "first" }] }, { "x-bank": "header-value" }),
        "/api/other": json({ other: true })
      })
      const driver = yield* open(site, { phase: "extract", declared: [readable("/api/rows")] })
      yield* driver.goto("/account")

      const answers = yield* responses(driver, "/api/rows")

      assert.deepStrictEqual(answers, [
        {
          number: 1,
          method: "GET",
          path: "/api/rows",
          query: { from: "0" },
          status: 200,
          json: { rows: [{ text: "first" }] }
        }
      ])
    })
  )

  it.effect("is not read at a path that the manifest doesn't declare as readable", () =>
    Effect.gen(function* () {
      const site = yield* startSite({ "/account": asking("/api/rows"), "/api/rows": json({}) })
      const driver = yield* open(site, { phase: "extract", declared: [{ method: "POST", path: "/api/rows" }] })
      yield* driver.goto("/account")

      const refused = yield* faultOf(responses(driver, "/api/rows"))

      assert.strictEqual(refused.code, "InvalidCall")
      assert.include(refused.message, 'declare it as { method: "GET", path: "/api/rows", readable: true }')
    })
  )

  it.effect("is not read where the request left in the login, also when it is answered later", () =>
    Effect.gen(function* () {
      const held: Array<ServerResponse> = []
      const site = yield* startSite({
        "/login": asking("/api/rows"),
        "/api/rows": (_, response) => void held.push(response)
      })
      const declared = [readable("/api/rows")]
      const driver = yield* open(site, { phase: "login", declared })
      yield* driver.goto("/login")
      yield* site.reached("/api/rows")
      yield* driver.page.enterPhase("extract", declared)
      for (const response of held) {
        response.setHeader("content-type", "application/json")
        response.end(JSON.stringify({ accessToken: "of the login" }))
      }

      const nothing = yield* faultOf(responses(driver, "/api/rows", 700))

      assert.strictEqual(nothing.code, "Timeout")
    })
  )

  it.effect("has neither keys to the session nor secrets in it", () =>
    Effect.gen(function* () {
      const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlLWhlcmU"
      const site = yield* startSite({
        "/account": asking("/api/rows"),
        "/api/rows": json(
          {
            accessToken: "abc",
            deep: { "x-csrf-token": 1234, text: `Bearer ${token} of you` },
            cookie_again: "s3ss10n-c00k1e-value",
            greeting: "Your session s3ss10n-c00k1e-value is open",
            random: "aZ3kf93jfkDKE93kfjdkE93kdkfjeE93kdkfj",
            ids: ["bZ3kf93jfkDKE93kfjdkE93kdkfjeE93kdkfj", "aZ3kf93jfkDKE93kfjdkE93kdkfjeE93kdkfj"],
            currency: { code: "EUR" },
            confirm: { code: "482913" },
            said: "kq7-zx-and-more is your password",
            reference: "BD0000000042",
            amount: "-12.34"
          },
          { "set-cookie": "sid=s3ss10n-c00k1e-value; HttpOnly; Path=/" }
        )
      })
      const driver = yield* open(site, { phase: "extract", declared: [readable("/api/rows")] })
      yield* driver.putSecret("password", "kq7-zx-and-more")
      yield* driver.goto("/account")

      const [answer] = Object.values(Object(yield* responses(driver, "/api/rows")))

      assert.deepStrictEqual(Object(answer).json, {
        accessToken: "[withheld]",
        deep: { "x-csrf-token": "[withheld]", text: "Bearer [withheld] of you" },
        cookie_again: "[withheld]",
        greeting: "Your session [withheld] is open",
        // Whatever numbers movements by them finds each again.
        random: "[withheld 820eaba4c4f8f3cf]",
        ids: ["[withheld ed35367a42f4def9]", "[withheld 820eaba4c4f8f3cf]"],
        currency: { code: "EUR" },
        confirm: { code: "[withheld]" },
        said: "[secret] is your password",
        reference: "BD0000000042",
        amount: "-12.34"
      })
    })
  )

  it.effect("is left out where it is no JSON, or too large", () =>
    Effect.gen(function* () {
      const site = yield* startSite({
        "/account": asking("/api/rows?page", "/api/rows?large", "/api/rows?good"),
        "/api/rows": (request, response) => {
          const isPage = request.url?.endsWith("page") === true
          response.setHeader("content-type", isPage ? "text/html" : "application/json")
          const isLarge = request.url?.endsWith("large") === true
          response.end(JSON.stringify(isLarge ? "x".repeat(2 * 1024 * 1024 + 1) : { good: true }))
        }
      })
      const driver = yield* open(site, { phase: "extract", declared: [readable("/api/rows")] })
      yield* driver.goto("/account")
      yield* driver.call({ verb: "page.waitForLoadState", page: 0, state: "networkidle", timeout: 60_000 })

      const answers: ReadonlyArray<unknown> = Object.values(Object(yield* responses(driver, "/api/rows")))

      assert.deepStrictEqual(
        answers.map((answer) => Object(answer).query),
        [{ good: "" }]
      )
    })
  )
})

layer(browserLayer(), { excludeTestServices: true })("an overlay that a script has told of", (it) => {
  const banner = `<style>#over{position:fixed;inset:0}</style><button id="go" onclick="this.textContent='went'">Go</button>
    <div id="over" role="dialog"><button id="close" onclick="document.querySelector('#over').remove()">Close</button></div>`
  const overlay = ({ on }: Driver) => on("#over", "page.overlay", { close: [{ method: "locator", arg: "#close" }] })

  it.effect("is clicked away when it stands in the way", () =>
    Effect.gen(function* () {
      const site = yield* startSite({ "/": banner })
      const driver = yield* open(site, { phase: "extract" })
      yield* overlay(driver)
      yield* driver.goto("/")

      yield* driver.on("#go", "locator.click")

      assert.strictEqual(yield* driver.on("#go", "locator.innerText"), "went")
    })
  )

  it.effect("is left alone once another phase has begun", () =>
    Effect.gen(function* () {
      const site = yield* startSite({ "/": banner })
      const driver = yield* open(site, { phase: "extract" })
      yield* overlay(driver)
      yield* driver.page.enterPhase("login", [])
      yield* driver.goto("/")

      const stuck = yield* faultOf(driver.on("#go", "locator.click", { timeout: 700 }))

      assert.strictEqual(stuck.code, "Timeout")
      assert.isTrue(yield* driver.on("#over", "locator.isVisible"))
    })
  )
})

layer(browserLayer(), { excludeTestServices: true })("rows of a table with headings between them", (it) => {
  it.effect("keep the header of the table, and headings are rows of one cell", () =>
    Effect.gen(function* () {
      const table = `<table><tr><th>Date</th><th>Text</th></tr><tr><th colspan="2">November</th></tr>
        <tr><td>01/11</td><td>one</td></tr><tr><td colspan="2">October</td></tr><tr><td>01/10</td><td>two</td></tr></table>`
      const site = yield* startSite({ "/": table })
      const driver = yield* open(site, { phase: "extract" })
      yield* driver.goto("/")

      const { headers, rows } = Object(yield* driver.on("table", "locator.rows"))

      assert.deepStrictEqual(headers, ["Date", "Text"])
      assert.deepStrictEqual(
        Array.from<unknown, ReadonlyArray<string>>(rows, (row) =>
          Array.from<unknown, string>(Object(row).cells, (cell) => Object(cell).text)
        ),
        [["01/11", "one"], ["October"], ["01/10", "two"]]
      )
    })
  )
})
