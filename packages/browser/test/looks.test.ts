/** What is looked at in a page is looked at from a world of its own: nothing that the page does there keeps a look from its answer. */
import { expect, layer } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { browserLayer, css, type Driver, faultOf, label, open, secret } from "./support/drive.ts"
import { type Site, startSite } from "./support/Site.ts"

const form = `
  <label>User <input name="user"></label>
  <label>Password <input name="password" type="password" value="remembered"></label>
  <table><tr><th>Day</th></tr><tr><td>Monday</td></tr></table><p>One</p><p>Two</p>`

/** Whatever a page could put in the way of code that runs among its own. */
const replacing = `<script>
  for (const { prototype } of [Set, Map, WeakSet, Array]) for (const name of ["has", "get", "add", "some", "includes", "filter", "map"])
    if (name in prototype) prototype[name] = () => undefined
  for (const name of ["matches", "closest", "querySelectorAll", "getAttribute"]) Element.prototype[name] = () => null
  Object.defineProperty(HTMLInputElement.prototype, "value", { get: () => "nothing" })
  Array.from = () => []
  JSON.stringify = () => "{}"
  document.createElement = document.hasFocus = () => null
</script>`

const policy = "default-src 'none'; require-trusted-types-for 'script'; trusted-types"

const site: Effect.Effect<Site, never, Scope.Scope> = startSite({
  "/replaced": `${form}${replacing}`,
  "/strict": (_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8")
    response.setHeader("content-security-policy", policy)
    response.end(`<!doctype html><title>Strict</title>${form}`)
  }
})

const typed = ({ on }: Driver) => on(label("User"), "locator.fill", { value: secret("username") })

layer(browserLayer(), { excludeTestServices: true })("A look", (it) => {
  it.effect.each(["/strict", "/replaced"])("reads what %s shows, and no field that a secret went into", (path) =>
    Effect.gen(function* () {
      const driver = yield* open(yield* site)
      const { goto, on, putSecret } = driver
      yield* putSecret("username", "Hunter2&co")
      yield* goto(path)

      yield* typed(driver)

      for (const steps of [label("User"), css("input[name=user]")]) {
        expect((yield* faultOf(on(steps, "locator.inputValue"))).code).toBe("SecretRead")
        expect((yield* faultOf(on(steps, "locator.pressSequentially", { value: "x" }))).code).toBe("SecretRefused")
      }
      expect(yield* on("p", "locator.allInnerTexts")).toEqual(["One", "Two"])
      expect(yield* on("table", "locator.rows", { settled: true })).toEqual({
        headers: ["Day"],
        rows: [{ at: 1, cells: [{ text: "Monday", href: null }] }]
      })
      expect(yield* on("[name=user]", "locator.getAttribute", { name: "name" })).toBe("user")
      // The same field may be filled once more as a whole.
      yield* typed(driver)
    })
  )

  it.effect("tells no password, not even by its label", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* open(yield* site)
      yield* goto("/strict")

      for (const steps of [css("label:nth-of-type(2)"), css("[type=password]")]) {
        expect((yield* faultOf(on(steps, "locator.inputValue"))).code).toBe("SecretRead")
      }
    })
  )
})
