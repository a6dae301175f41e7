/** A page whose list grows between two looks: it is counted and read in one look, so that its bound holds. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, open } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

/** Ten elements match in one millisecond, 3,000 in the next. */
const site = startSite({
  "/": `<ul>${"<li>§</li>".repeat(3_000)}</ul><script>
    for (const few of [...document.querySelectorAll('li')].slice(0, 10)) few.className = 'few'
    setInterval(() => { document.body.className = document.body.className === 'many' ? '' : 'many' }, 1)
  </script>`
})

layer(browserLayer(), { excludeTestServices: true })("A list that grows between two looks", (it) => {
  it.effect.each(["locator.allTextContents", "locator.records"])("is never read beyond its bound: %s", (verb) =>
    Effect.gen(function* () {
      const { goto, on } = yield* open(yield* site)
      yield* goto("/")
      const fields = verb === "locator.records" ? { fields: { text: "" } } : {}
      const read = on("body.many li, li.few", verb, fields).pipe(
        Effect.map((list) => JSON.stringify(list).split("§").length - 1),
        Effect.catch(({ code }) => Effect.succeed(code))
      )
      const reads = yield* Effect.forEach(Array.from({ length: 30 }), () => read)

      expect(new Set(reads)).toEqual(new Set([10, "TooLarge"]))
    }).pipe(Effect.scoped)
  )
})
