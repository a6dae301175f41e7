import { expect, layer } from "@effect/vitest"
import type { LocatorStep, PageFault } from "@counterfoil/core"
import { Context, Effect, Layer, Redacted } from "effect"
import { pictureHash } from "../src/index.ts"
import { browserLayer, css, type Driver, faultOf, label, open, secret, type Steps, text } from "./support/drive.ts"
import { type Site, startSite } from "./support/Site.ts"

const password = "Hunter2&co"

const login = `
  <form action="/echo">
    <label>User <input name="user"></label>
    <label>Password <input name="password" type="password"></label>
    <textarea aria-label="Memo" name="memo"></textarea>
    <table><tr><th>Field</th></tr><tr><td><div contenteditable aria-label="Free">-</div></td></tr></table>
    <input aria-label="Mirror" id="mirror"><button>Go</button>
    <div id="boxes"><input maxlength="1"><input maxlength="1"><input maxlength="1"></div>
  </form>
  <script>
    user = document.querySelector('[name=user]')
    user.oninput = () => { mirror.value = user.value; user.setAttribute('value', user.value); user.dataset.copy = user.value
      if (!window.late) document.body.insertAdjacentHTML('beforeend', '<input id="late">')
      late.value = user.value }
    const all = [...document.querySelectorAll('#boxes input')]
    all.forEach((box, i) => box.oninput = () => all[i + 1]?.focus())
  </script>`

const echo = `<h1></h1><p></p><a></a><script>
    const all = [...new URLSearchParams(location.search).values()].filter(Boolean)
    document.title = document.querySelector('h1').textContent = all.join(' ')
    document.querySelector('p').textContent = btoa(all.join(' ')) + ' ' + encodeURIComponent(all.join(' '))
    document.querySelector('a').href = '/?again=' + encodeURIComponent(all.join(' '))
    document.querySelector('a').textContent = 'Again'
    document.querySelector('a').setAttribute('aria-label', JSON.stringify(all))
  </script>`

/** A picture of one colour, 4 by 4 pixels, and its hash. */
const colour = (digit: number) => [digit * 20, 100, 200 - digit * 10] as const
const picture = (digit: number) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4" fill="rgb(${colour(digit).join()})"/></svg>`
  )}`
const pixelsOf = (digit: number) => Array.from({ length: 16 }, () => [...colour(digit), 255]).flat()
const digits = [7, 3, 9, 1, 0, 4, 8, 2, 6, 5]
const keypad = `
  <input type="text" aria-label="Pin" readonly>
  ${digits.map((d) => `<button data-key="k${d}" aria-label="digit ${d}" onclick="add(${d})">${d}</button>`).join("")}
  <p>${digits.map((d) => `<img alt="${d}" src="${picture(d)}" onclick="add(${d})">`).join("")}</p>
  <script>function add(d) { document.querySelector('input').value += d; document.title += d }</script>`

const other = startSite({ "/frame": `<input aria-label="Phish">` })
const site = Effect.gen(function* () {
  const elsewhere = yield* other
  const routes = {
    "/": login,
    "/echo": echo,
    "/plain": `<form><input name="plain"></form>`,
    "/keypad": keypad,
    "/frames": `<iframe id=other src="{{other}}/frame"></iframe><iframe id=blank></iframe>
      <iframe id=own srcdoc="<input aria-label='Inner'>"></iframe>
      <script>blank.contentDocument.body.innerHTML = "<input>"</script>`,
    "/thief": `<input id=first><iframe id=other src="{{other}}/frame"></iframe>
      <script>first.oninput = () => other.focus()</script>`
  }
  return { bank: yield* startSite(routes, { other: elsewhere.origin }), elsewhere }
})

/** One session for most tests of this file: each goes to a page of its own first. */
class Session extends Context.Service<Session, Driver & { readonly bank: Site; readonly elsewhere: Site }>()(
  "test/Session"
) {
  static readonly layer = Layer.effect(
    Session,
    Effect.gen(function* () {
      const { bank, elsewhere } = yield* site
      const driver = yield* open(bank, { origins: [elsewhere.origin] })
      yield* driver.putSecret("password", password)
      yield* driver.putSecret("username", password)
      yield* driver.putSecret("otp-1", password)
      return { ...driver, bank, elsewhere }
    })
  )
}

const said = (answer: Effect.Effect<unknown, PageFault>): Effect.Effect<string> =>
  Effect.match(answer, {
    onFailure: (fault) => `${fault.code}: ${fault.message}`,
    onSuccess: (value) => JSON.stringify(value)
  })

/** Every verb that answers with something, asked of one element. */
const readings = ({ on }: Driver, steps: Steps) => [
  on(steps, "locator.inputValue"),
  on(steps, "locator.textContent"),
  on(steps, "locator.innerText"),
  on(steps, "locator.allInnerTexts"),
  on(steps, "locator.outline"),
  on(steps, "locator.rows"),
  ...["value", "data-copy", "aria-label", "href"].map((name) => on(steps, "locator.getAttribute", { name }))
]

const inside = (frame: string, ...steps: ReadonlyArray<LocatorStep>): ReadonlyArray<LocatorStep> => [
  { method: "frameLocator", arg: frame },
  ...steps
]

layer(Session.layer.pipe(Layer.provideMerge(browserLayer())), { excludeTestServices: true })("A secret", (it) => {
  it.effect("that is a word of the script leaves the script's own names alone: a customer may be called code", () =>
    Effect.gen(function* () {
      const { bank } = yield* Session
      const driver = yield* open(bank)
      yield* driver.putSecret("username", "code")
      yield* driver.goto("/")

      const targets = { home: { steps: text("Never") }, code: { steps: label("User") } }
      expect(yield* driver.call({ verb: "page.waitForAny", page: 0, targets, timeout: 60_000 })).toBe("code")
      const records = yield* driver.on("body", "locator.records", { fields: { code: "label", rows: "h1" } })
      expect(records).toMatchObject({ headers: ["code", "rows"] })
    })
  )

  it.effect("reaches the bank, and no verb reads it back from any field or from the pages after", () =>
    Effect.gen(function* () {
      const driver = yield* Session
      const { call, goto, on } = driver
      yield* goto("/")
      const fields: ReadonlyArray<readonly [Steps, string]> = [
        [label("User"), "username"],
        [label("Password"), "password"],
        [label("Memo"), "username"],
        [css("[aria-label=Free]"), "username"]
      ]
      for (const [field, handle] of fields) {
        yield* on(field, "locator.fill", { value: secret(handle) })
        const answers = yield* Effect.forEach(readings(driver, field), said)
        expect(answers.filter((answer) => answer.startsWith("SecretRead")).length).toBeGreaterThanOrEqual(5)
        for (const answer of answers) expect(answer).not.toContain("unter2")
      }
      expect(yield* said(on("#mirror", "locator.inputValue"))).toContain("SecretRead")
      expect((yield* faultOf(on("input[value^=Hunter]", "locator.count"))).code).toBe("InvalidCall")
      expect(yield* said(on("table", "locator.rows"))).toContain("SecretRead")
      expect(yield* said(on("form", "locator.outline"))).toContain("SecretRead")

      yield* on("button", "locator.click")

      const page = [call({ verb: "page.url", page: 0 }), call({ verb: "page.title", page: 0 })]
      const after = [...page, ...["h1", "p", "a", "body"].flatMap((selector) => readings(driver, selector))]
      const answers = yield* Effect.forEach(after, said)
      expect(answers.filter((answer) => answer.includes("[secret]")).length).toBeGreaterThan(10)
      for (const answer of answers) {
        expect(answer).not.toContain("unter2")
        expect(answer).not.toContain(Buffer.from(password).toString("base64").slice(0, 6))
      }
    })
  )

  it.effect("is typed character by character where a bank asks for positions, each box unreadable", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* Session
      yield* putSecret("otp-2", "H")
      yield* goto("/")
      const box = (place: number): Steps => [...css("#boxes input"), { method: "nth", arg: place }]

      yield* on(box(0), "locator.pressSequentially", { value: secret("otp-1", 1, 7, 3) })

      for (const place of [0, 1, 2])
        expect((yield* faultOf(on(box(place), "locator.inputValue"))).code).toBe("SecretRead")
      yield* on(label("User"), "locator.fill", { value: "x" })
      yield* on(label("User"), "locator.pressSequentially", { value: secret("otp-2") })
      expect((yield* faultOf(on(label("User"), "locator.inputValue"))).code).toBe("SecretRead")
      expect((yield* faultOf(on("#mirror", "locator.inputValue"))).code).toBe("SecretRead")
      yield* goto("/plain")
      yield* on("input", "locator.fill", { value: "x" })
      yield* on("input", "locator.pressSequentially", { value: secret("otp-2") })
      yield* goto("/echo")
      yield* call({ verb: "page.goBack", page: 0 })
      expect(yield* on("input", "locator.inputValue")).toBe("")
      expect((yield* faultOf(on(label("User"), "locator.press", { key: "Control+KeyC" }))).code).toBe("InvalidCall")
    })
  )

  it.effect("is not typed where the page could show it, or pieces of it", () =>
    Effect.gen(function* () {
      const { goto, on, page } = yield* Session
      yield* goto("/")
      const refusals = ["password", "otp-1"].flatMap((handle) =>
        [label("User"), label("Memo"), css("[aria-label=Free]")].flatMap((field) =>
          ["locator.fill", "locator.pressSequentially"].map((verb) => on(field, verb, { value: secret(handle, 1, 2) }))
        )
      )
      const whole = on(label("User"), "locator.fill", { value: secret("password") })

      for (const refusal of [...refusals, whole]) expect((yield* faultOf(refusal)).code).toBe("SecretRefused")
      yield* on(label("Password"), "locator.fill", { value: secret("password", 1, 2) })
      const steps = [{ method: "getByLabel", arg: "User" }] as const
      const fill = { verb: "locator.fill", page: 0, steps, value: secret("password") } as const
      yield* page.call(fill, { passwordInText: true })
    })
  )

  it.effect("goes into the bank's own frames only", () =>
    Effect.gen(function* () {
      const { goto, on, elsewhere } = yield* Session
      yield* goto("/frames")
      const value = { value: secret("username") }

      for (const verb of ["locator.fill", "locator.pressSequentially"]) {
        const fault = yield* faultOf(on(inside("#other", ...css("input")), verb, value))
        expect(fault.code).toBe("SecretOrigin")
        expect(fault.message).toContain(elsewhere.origin)
        expect((yield* faultOf(on(inside("#blank", ...css("input")), verb, value))).code).toBe("SecretOrigin")
      }

      expect(yield* on(inside("#other", ...css("input")), "locator.inputValue")).toBe("")
      expect(yield* on(inside("#blank", ...css("input")), "locator.inputValue")).toBe("")
      yield* on(inside("#own", ...css("input")), "locator.fill", value)
      expect((yield* faultOf(on(inside("#own", ...css("input")), "locator.inputValue"))).code).toBe("SecretRead")
    })
  )

  it.effect("stops when the page moves the focus to another origin's frame", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto("/thief")

      const fault = yield* faultOf(on("#first", "locator.pressSequentially", { value: secret("username") }))

      expect(fault.code).toBe("SecretOrigin")
      expect(yield* on(inside("#other", ...css("input")), "locator.inputValue")).toBe("")
    })
  )

  it.effect("isn't quoted by a fault", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* Session
      yield* goto(`/echo?a=${encodeURIComponent(password)}`)
      const value = { value: secret("password") }

      const faults = [
        yield* faultOf(on("h1", "locator.fill", value)),
        yield* faultOf(on("*", "locator.fill", value)),
        yield* faultOf(on("nothing", "locator.fill", { ...value, timeout: 50 })),
        yield* faultOf(on(text(password), "locator.check")),
        yield* faultOf(on("h1", "locator.fill", { value: secret("unknown") }))
      ]

      expect(faults.map(({ code }) => code)).toEqual(["Failed", "StrictMode", "Timeout", "Failed", "InvalidCall"])
      for (const { message } of faults) expect(message).not.toContain("unter2")
    })
  )

  it.effect("keeps a read waiting while it is typed", () =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* Session
      yield* putSecret("otp-3", "Hun")
      yield* goto("/")

      const [first, second] = yield* Effect.all(
        [
          faultOf(on("#late", "locator.inputValue")),
          faultOf(Effect.andThen(on("#late", "locator.waitFor"), on("#mirror", "locator.inputValue"))),
          on(label("User"), "locator.pressSequentially", { value: secret("otp-3"), delay: 150 })
        ],
        { concurrency: 3 }
      )

      expect([first.code, second.code]).toEqual(["SecretRead", "SecretRead"])
    })
  )

  it.effect("is spelt on a keypad by the host, however the keys are labelled", () =>
    Effect.gen(function* () {
      const { call, goto, on, putSecret } = yield* Session
      yield* putSecret("otp-4", "407291")
      const images = Object.fromEntries(digits.map((d) => [pictureHash("4x4", pixelsOf(d)), String(d)]))
      const pads = [
        ["button", "text"],
        ["img", "alt"],
        ["img", { images }],
        ["button", "aria-label"],
        ["button", { attribute: "data-key" }]
      ] as const
      for (const [keys, read] of pads) {
        yield* goto("/keypad")
        yield* on(keys, "keypad.type", { read, secret: secret("otp-4", 2, 1, 3), timeout: 30_000 })
        expect(yield* call({ verb: "page.title", page: 0 })).toBe("Test bank047")
        expect((yield* faultOf(on("input", "locator.inputValue"))).code).toBe("SecretRead")
        expect(yield* on(":focus", "locator.count")).toBe(0)
      }
      yield* on("button", "keypad.type", { read: "text", secret: secret("otp-4"), timeout: 30_000 })
      expect(yield* call({ verb: "page.title", page: 0 })).not.toContain("407291")
    })
  )

  it.effect("isn't told by a keypad that can't spell it, nor typed there beside another call", () =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* Session
      yield* putSecret("pin", "4a")
      yield* goto("/keypad")
      const type = (read: unknown) => on("button", "keypad.type", { read, secret: secret("pin"), timeout: 30_000 })

      const missing = yield* faultOf(type("text"))
      const waiting = on(text("nothing"), "locator.waitFor", { timeout: 3_000 })
      const [, beside] = yield* Effect.all([faultOf(waiting), faultOf(type("text"))], { concurrency: 2 })
      const unknown = yield* faultOf(on("img", "keypad.type", { read: { images: {} }, secret: secret("pin") }))

      expect(missing.message).toBe("The keypad doesn't have exactly one key for each character of the secret")
      expect(beside.code).toBe("InvalidCall")
      expect(unknown.message).toMatch(/pictures that the map doesn't know: key 1 [0-9a-f]{16}, key 2 /)
    })
  )

  it.effect("is gone from the evidence: the same picture and outline, whatever was typed", () =>
    Effect.gen(function* () {
      const { bank } = yield* Session
      const evidenceOf = (value: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { page, goto, on, putSecret } = yield* open(bank)
            yield* putSecret("password", value)
            yield* putSecret("username", value)
            yield* goto("/")
            yield* on(label("Password"), "locator.fill", { value: secret("password") })
            for (const name of ["User", "Memo"]) yield* on(label(name), "locator.fill", { value: secret("username") })
            const filled = yield* page.evidence
            yield* goto(`/echo?name=${value}`)
            return { filled, echoed: yield* page.evidence }
          })
        )

      const one = yield* evidenceOf("abcd1234")
      const two = yield* evidenceOf("4321dcba")

      expect(one.filled.screenshot.length).toBeGreaterThan(1000)
      expect(Buffer.compare(one.filled.screenshot, two.filled.screenshot)).toBe(0)
      expect(one.filled.outline).toContain('- textbox "Password"')
      expect(one.filled.outline).toBe(two.filled.outline)
      expect(one.echoed.outline).toContain("[secret]")
      for (const { echoed } of [one, two]) expect(`${echoed.outline}${echoed.url}`).not.toMatch(/abcd1234|4321dcba/)
    })
  )

  it.effect("is gone from the picture of a page of many frames", () =>
    Effect.gen(function* () {
      const bank = yield* startSite({
        "/": Array.from({ length: 13 }, (_, at) => `<iframe src="/field?${at}" height="30"></iframe>`).join(""),
        "/field": "<input>"
      })
      const pictureOf = (typed: string) =>
        Effect.scoped(
          Effect.gen(function* () {
            const { goto, on, page, putSecret } = yield* open(bank)
            yield* putSecret("username", typed)
            yield* goto("/")
            for (const at of [0, 12]) {
              const frame = { method: "frameLocator", arg: `iframe[src='/field?${at}']` } as const
              yield* on([frame, ...css("input")], "locator.fill", { value: secret("username") })
            }
            return (yield* page.evidence).screenshot
          })
        )

      const [one, two] = [yield* pictureOf("abcd1234"), yield* pictureOf("4321dcba")]

      expect(one.length).toBeGreaterThan(1000)
      expect(Buffer.compare(one, two)).toBe(0)
    })
  )

  it.effect("lets a session go on later from its storage", () =>
    Effect.gen(function* () {
      const bank = yield* startSite({
        "/": (_, response) => {
          response.setHeader("set-cookie", ["sid=abc; HttpOnly; Max-Age=3600"]).setHeader("content-type", "text/html")
          response.end(`<script>localStorage.setItem('device', 'd1')</script>`)
        },
        "/state": (request, response) => {
          response.setHeader("content-type", "text/html")
          response.end(`<p>${request.headers.cookie}</p><i></i>
            <script>document.querySelector('i').textContent = localStorage.getItem('device')</script>`)
        }
      })
      const first = yield* open(bank)
      yield* first.goto("/")

      const state = yield* first.page.storageState
      const second = yield* open(bank, { storageState: state })
      yield* second.goto("/state")
      const third = yield* open(bank, { storageState: Redacted.make("{}") })
      yield* third.goto("/state")

      expect(String(state)).not.toContain("abc")
      expect(yield* second.on("body", "locator.innerText")).toContain("sid=abc")
      expect(yield* second.on("i", "locator.innerText")).toBe("d1")
      expect(yield* third.on("p", "locator.innerText")).toBe("undefined")
    })
  )
})
