import { PageCall } from "@counterfoil/core"
import { type BankScript, canvasKeypad, defineBankScript, keypad } from "@counterfoil/script-sdk"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { manifest as rawManifest } from "./rawBundle.ts"

const { namePrefixes: _prefixes, phases: _phases, volatileText: _volatileText, ...manifest } = rawManifest

interface Message {
  readonly verb: string
}
interface Entry {
  readonly run: (send: (json: string) => Promise<string>, phase: string, args: string) => Promise<string>
}

/** Runs a login as the sandbox would, with this test as its host. */
const runLogin = async (login: BankScript["login"], answer: (message: Message) => unknown): Promise<unknown> => {
  const entries: Array<Entry> = []
  Reflect.set(globalThis, "__counterfoilRegister", (entry: Entry) => entries.push(entry))
  defineBankScript({ ...manifest, sdk: 1, login, extract: () => Promise.reject(new Error("not read")) })
  Reflect.deleteProperty(globalThis, "__counterfoilRegister")
  const send = async (json: string) => JSON.stringify({ ok: answer(JSON.parse(json)) })
  return JSON.parse((await entries[0]?.run(send, "login", '{"bank":{"origins":["https://bank.example"]}}')) ?? "null")
}

/** Uses everything that a page and a locator can do, with every kind of argument. */
const everything: BankScript["login"] = async ({ page, secrets }) => {
  const field = page
    .frameLocator("#bank")
    .first()
    .getByRole("textbox", {
      name: /user/iu,
      description: "of the bank",
      exact: true,
      checked: false,
      level: 2,
      includeHidden: true
    })
    .and(page.getByLabel("User", { exact: false }))
    .or(page.getByPlaceholder("x").locator("css", { has: page.getByAltText("y"), hasNot: page.getByTitle("z") }))
    .filter({ hasText: "a", hasNotText: /b/g, visible: true })
    .first()
    .last()
    .nth(-1)
  const frame = page.locator("iframe").contentFrame()
  await frame.owner().click({ timeout: 1_000 })
  await frame.getByTestId(/id/).hover()
  await page.locator("form", { hasText: "a" }).locator(page.getByRole("button")).dblclick({ pace: "human" })
  await field.setChecked(true)
  await field.focus()
  await field.blur()
  await field.clear()
  await field.scrollIntoViewIfNeeded()
  await field.check()
  await field.uncheck()
  await field.fill("text", { pace: "human" })
  await field.fill(secrets.username)
  await field.pressSequentially(secrets.password.chars([3])[0] ?? "", { delay: 10 })
  await field.press("Enter")
  await field.selectOption("value")
  await field.selectOption({ label: "Label" })
  await field.selectOption({ index: 1 })
  await field.textContent()
  await field.innerText()
  await field.allInnerTexts()
  await field.allTextContents()
  await field.isEditable()
  await field.records({ date: ".when", id: { css: "", attribute: "data-id" } }, { settled: true })
  await field.getAttribute("href")
  await field.inputValue()
  await field.all()
  await field.isVisible()
  await field.isEnabled()
  await field.isChecked()
  await field.waitFor({ state: "detached" })
  await field.rows({ settled: true })
  await field.outline()
  await page.goto("/path", { timeout: 0 })
  await page.reload()
  await page.goBack()
  await page.goForward()
  await page.waitForLoadState("networkidle")
  await page.press("Escape")
  await page.url()
  await page.title()
  await page.waitForURL(/home/)
  await page.waitForURL("**/home")
  await page.waitForAny({ one: field, two: { url: /x/ }, three: { url: "**/y" }, four: [field, page.getByText("z")] })
  await page.responses("/api/rows", { after: 3, timeout: 1_000 })
  await page.overlay(page.getByRole("dialog"), page.getByText("Close"))
  const popup = await page.popup(() => page.dialog("accept"))
  await popup.close()
  const download = await page.download(async () => {})
  await download.text("windows-1252")
  await download.parts()
  await keypad({ keys: page.locator("button"), read: "aria-label" }).type(secrets.password)
  await keypad({ keys: page.locator("button"), read: { attribute: "data-key" } }).type(secrets.password)
  await keypad({ keys: page.locator("button"), read: { images: { "0f": "1" } } }).type(secrets.password)
  await keypad({ keys: page.locator("button"), read: { labels: { one: "1" } } }).type(secrets.password)
  await canvasKeypad({ canvas: page.locator("canvas"), columns: 4, rows: 3, shapes: { "0f": "1" } }).type(
    secrets.password
  )
  return "authenticated"
}

const answers: Readonly<Record<string, unknown>> = {
  "page.waitForAny": "one",
  "page.expect": "token",
  "page.expected": { page: 1, download: "download-1", name: "a.csv", type: "text/csv", size: 3 },
  "page.responses": [{ number: 4, method: "GET", path: "/api/rows", query: {}, status: 200, json: null }],
  "download.parts": { "a.xml": "<a/>" },
  "locator.count": 2,
  "locator.rows": { headers: ["A"], rows: [{ at: 0, cells: [{ text: "1", href: null }] }] },
  "locator.records": { headers: ["date", "id"], rows: [] },
  "locator.allInnerTexts": ["a"],
  "locator.allTextContents": ["a"]
}
const answerOf = (verb: string): unknown =>
  answers[verb] ??
  (/\.is[A-Z]/.test(verb) ? true : /text|url|title|attribute|value|outline/i.test(verb) ? "text" : null)

describe("the SDK", () => {
  it.effect("speaks as the bridge's schema wants, in every verb that there is", () =>
    Effect.gen(function* () {
      const messages: Array<Message> = []
      const ended = yield* Effect.promise(() =>
        runLogin(everything, (message) => {
          messages.push(message)
          return answerOf(message.verb)
        })
      )

      assert.deepStrictEqual(ended, { done: "authenticated" })
      for (const message of messages) {
        const decoded = yield* Schema.decodeUnknownEffect(PageCall, { onExcessProperty: "error" })(message)
        assert.deepStrictEqual(decoded, message)
      }
      const verbs = PageCall.members.map(({ fields }) => fields.verb.literal)
      assert.sameMembers([...new Set(messages.map(({ verb }) => verb))], verbs)
    })
  )
})
