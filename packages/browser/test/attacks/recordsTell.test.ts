/** A record is read with all that its fields name: of a field that a secret went into neither text nor attributes. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, faultOf, open, secret } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

const site = startSite({
  "/": `<div id="above" contenteditable>-</div><form><p>Pin</p><input id="pin" type="password"></form><script>
    document.querySelector("#pin").oninput = ({ target }) => { target.dataset.copy = target.title = target.value }</script>`
})

layer(browserLayer(), { excludeTestServices: true })("A record", (it) => {
  it.effect("has nothing of a field that a secret went into", () =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* open(yield* site)
      // So short a password is not taken out of what is read: a script could try out all of them.
      yield* putSecret("password", "4711")
      yield* putSecret("username", "ana")
      yield* goto("/")
      const read = (field: unknown) => on("form", "locator.records", { fields: { field } })
      yield* on("#pin", "locator.fill", { value: secret("password") })
      yield* on("#above", "locator.fill", { value: secret("username") })

      for (const attribute of ["data-copy", "title"]) {
        expect((yield* faultOf(read({ css: "input", attribute }))).code).toBe("SecretRead")
      }
      expect((yield* faultOf(read({ above: "#above" }))).code).toBe("SecretRead")
      expect(yield* read("p")).toEqual({
        headers: ["field"],
        rows: [{ at: 0, cells: [{ text: "Pin", href: null }] }]
      })
    })
  )
})
