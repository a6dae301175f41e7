/**
 * A bank's page may show frames of others: a chat, an advert. One that takes the focus whenever it hasn't got it would be typed into
 * instead of the field that was looked at a moment before.
 */
import type { LocatorStep } from "@counterfoil/core"
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, css, faultOf, open, secret, type Steps, text } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const password = "Zebra!77x"

const takesFocus = `<input><script>
  const field = document.querySelector("input"), { port1, port2 } = new MessageChannel()
  const take = () => { if (document.activeElement !== field || !document.hasFocus()) { window.focus(); field.focus() } }
  port1.onmessage = () => { take(); port2.postMessage(0) }
  port2.postMessage(0)
  document.body.append("Here")
</script>`

const tellsLength = "this.nextElementSibling.textContent = this.value.length + ' signs'"
const login = (thief: string) => `
  <input id="own" type="password" oninput="${tellsLength}"><p></p>
  <iframe id="inner" srcdoc="<input type=password oninput=&quot;${tellsLength}&quot;><p></p>"></iframe>
  <iframe id="thief" src="${thief}/takes-focus"></iframe>`

const keypad = Array.from({ length: 10 }, (_, digit) => `<button>${digit}</button>`).join("")

const inside = (frame: string, steps: ReadonlyArray<LocatorStep>): Steps => [
  { method: "frameLocator", arg: frame },
  ...steps
]
const thiefs = inside("#thief", css("input"))

/** A bank's page whose frame of another origin, of the same site or not, has begun to take the focus. */
const beset = Effect.fnUntraced(function* (isOfSameSite: boolean) {
  const other = yield* startSite({ "/takes-focus": takesFocus })
  const thief = isOfSameSite ? other.origin : other.origin.replace("127.0.0.1", "localhost")
  const bank = yield* startSite({ "/": login(thief) })
  const driver = yield* open(bank, { origins: [thief], secretOrigins: [bank.origin] })
  yield* driver.putSecret("password", password)
  yield* driver.goto("/")
  yield* driver.on(inside("#thief", text("Here")), "locator.waitFor")
  return driver
})

layer(browserLayer(), { excludeTestServices: true })("A frame that takes the focus", (it) => {
  it.effect.each([
    ["of the same site", true],
    ["of another site", false]
  ] as const)("is not filled with a secret in place of the bank's field: %s", ([, isOfSameSite]) =>
    Effect.gen(function* () {
      const { on } = yield* beset(isOfSameSite)
      const length = text(`${password.length} signs`)

      yield* on("#own", "locator.fill", { value: secret("password") })
      yield* on(length, "locator.waitFor")
      yield* on(inside("#inner", css("input")), "locator.fill", { value: secret("password") })
      yield* on(inside("#inner", length), "locator.waitFor")

      expect(yield* on(thiefs, "locator.inputValue")).toBe("")
    })
  )

  it.effect("ends the typing of a secret key by key", () =>
    Effect.gen(function* () {
      const { on } = yield* beset(true)

      const fault = yield* faultOf(on("#own", "locator.pressSequentially", { value: secret("password") }))

      expect(fault.code).toBe("SecretOrigin")
      expect(yield* on(thiefs, "locator.inputValue")).toBe("")
    })
  )

  it.effect(
    "nor is a secret typed key by key into the bank's frame within its page, which is filled all the same",
    () =>
      Effect.gen(function* () {
        const bank = yield* startSite({ "/": login(""), "/keypad": keypad })
        const around = yield* startSite({
          "/": `<iframe id="bank" src="${bank.origin}/"></iframe><iframe id="keypad" src="${bank.origin}/keypad"></iframe>`
        })
        const { call, goto, on, putSecret } = yield* open(around, {
          origins: [bank.origin],
          secretOrigins: [bank.origin]
        })
        yield* putSecret("password", password)
        yield* putSecret("otp-1", "4071")
        yield* goto("/")
        const own = inside("#bank", css("#own"))

        const typed = yield* faultOf(on(own, "locator.pressSequentially", { value: secret("password") }))
        const keys = { steps: inside("#keypad", css("button")), read: "text", secret: secret("otp-1") }
        const pressed = yield* faultOf(call({ verb: "keypad.type", page: 0, timeout: 60_000, ...keys }))
        yield* on(own, "locator.fill", { value: secret("password") })
        yield* on(inside("#bank", text(`${password.length} signs`)), "locator.waitFor")

        for (const { code, message } of [typed, pressed]) {
          expect([code, message]).toEqual([
            "SecretOrigin",
            "A secret can't be typed key by key into a frame within a page that isn't of the secret origins"
          ])
        }
      })
  )
})
