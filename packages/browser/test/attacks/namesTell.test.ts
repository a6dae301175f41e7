/**
 * Of a control within a label, a cell, a row, a button or a heading the accessible name of that element has the value: a search by
 * role and name would tell a secret letter by letter, also a password, and an outline would print its pieces.
 */
import type { LocatorStep } from "@counterfoil/core"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, css, faultOf, label, open, role, secret } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const within = {
  cell: `<table><tr><td>Password</td><td>@</td></tr></table>`,
  row: `<table><tr><td>Password @</td></tr></table>`,
  option: `<div role="listbox"><div role="option">Password @</div></div>`,
  button: `<div role="button">Password @</div>`,
  link: `<a href="#">Password @</a>`,
  heading: `<h1>Password @</h1>`,
  checkbox: `<label><input type="checkbox">Password @</label>`,
  textbox: `<span id="name">Password @</span><input aria-labelledby="name">`,
  radio: `<div role="radio" aria-describedby="name"></div><span id="name">Password @</span>`
}
const page = (field: string) => (each: string) => each.replace("@", field)
const asPassword = page(`<input id="secret" aria-label="Secret" type="password">`)
const asText = page(`<input id="secret" aria-label="Secret" maxlength="1">`)

const site = startSite(
  Object.fromEntries(
    Object.entries(within).flatMap(([name, html]) => [
      [`/password/${name}`, asPassword(html)],
      [`/text/${name}`, asText(html)]
    ])
  )
)

/** A login that is refused: the page that says so, by a script or in a frame, has the password in its field. */
const asAnswer = page(`<input id="secret" aria-label="Secret" type="password" value="Zebra!77x">`)
const later = (name: string) =>
  `<button id="go" onclick="setTimeout(() => location.assign('/echo/${name}'), 200)">Go</button>`
const echoing = startSite(
  Object.fromEntries(
    Object.entries(within).flatMap(([name, html]) => [
      [`/echo/${name}`, asAnswer(html)],
      [`/later/${name}`, later(name)],
      [`/framed/${name}`, `<iframe src="/echo/${name}"></iframe>`]
    ])
  )
)

layer(browserLayer(), { excludeTestServices: true })("The name of what is around a field", (it) => {
  it.effect.each(Object.keys(within))("tells nothing of a secret in it: %s", (name) =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("password", "Zebra!77x")
      yield* goto(`/password/${name}`)
      const searches = ["name", "description"].map((option) => (regex: string) => [
        { method: "getByRole" as const, arg: name, options: { [option]: { regex, flags: "" } } }
      ])
      yield* on("#secret", "locator.fill", { value: secret("password") })

      for (const search of searches) {
        for (const guess of ["Z", "Zebra", "7x$"]) expect(yield* on(search(guess), "locator.count")).toBe(0)
      }
      // What is named otherwise, and the field itself, are found as before, and the field may be filled again.
      expect(yield* on(css("#secret"), "locator.count")).toBe(1)
      yield* on(css("#secret"), "locator.fill", { value: secret("password") })
      yield* on(css("#secret"), "locator.clear")
      expect(yield* on("body", "locator.outline")).not.toContain("[secret]")
    })
  )

  it.effect("is looked for where it tells nothing, whatever the verb", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("password", "Zebra!77x")
      yield* goto("/password/cell")
      yield* on("#secret", "locator.fill", { value: secret("password") })
      const steps = [{ method: "getByRole" as const, arg: "cell", options: { name: { regex: "^Z", flags: "" } } }]
      const verbs = [
        "click",
        "dblclick",
        "hover",
        "focus",
        "blur",
        "scrollIntoViewIfNeeded",
        "isEnabled",
        "waitFor"
      ].concat(["outline", "textContent", "innerText", "rows"])
      const answers = yield* Effect.forEach(
        verbs,
        (verb) => Effect.map(faultOf(on(steps, `locator.${verb}`, { timeout: 400 })), ({ code }) => code),
        { concurrency: 4 }
      )
      const any = { verb: "page.waitForAny", page: 0, targets: { cell: { steps } }, timeout: 400 }

      expect(answers).toEqual(verbs.map(() => "Timeout"))
      expect((yield* faultOf(call(any))).code).toBe("Timeout")
      expect(yield* on(steps, "locator.isVisible")).toBe(false)
      expect(yield* on(steps, "locator.allInnerTexts")).toEqual([])
    })
  )

  it.effect.each(Object.keys(within))("prints no character of one in an outline: %s", (name) =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("otp-1", "Zebra!77x")
      yield* goto(`/text/${name}`)

      yield* on("#secret", "locator.pressSequentially", { value: secret("otp-1", 1) })

      expect(yield* on("body", "locator.outline")).not.toContain("Z")
      expect(yield* on(role(name, "Z"), "locator.count")).toBe(0)
      expect(yield* on(label("Secret"), "locator.count")).toBe(1)
    })
  )

  it.effect("tells nothing of a password that came back in the document, before anything has looked at it", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* open(yield* echoing)
      yield* putSecret("password", "Zebra!77x")
      const named = (name: string, regex: string) => [
        { method: "getByRole" as const, arg: name, options: { name: { regex, flags: "" } } }
      ]
      const counts = (before: ReadonlyArray<LocatorStep>, name: string) =>
        Effect.forEach(["Z", "Zebra", "7x$"], (guess) => on([...before, ...named(name, guess)], "locator.count"))
      const guesses = yield* Effect.forEach(Object.keys(within), (name) =>
        Effect.gen(function* () {
          yield* goto(`/later/${name}`)
          yield* on("#go", "locator.click")
          yield* call({ verb: "page.waitForURL", page: 0, url: `**/echo/${name}` })
          const onPage = yield* counts([], name)
          yield* goto(`/framed/${name}`)
          const inFrame = yield* counts([{ method: "frameLocator", arg: "iframe" }], name)
          const ofFrame = yield* counts([...css("iframe"), { method: "contentFrame" }], name)
          return [name, onPage, inFrame, ofFrame]
        })
      )
      const none = [0, 0, 0]

      expect(guesses).toEqual(Object.keys(within).map((name) => [name, none, none, none]))
    })
  )
})
