/** What a secret is filled into: fields of kinds, and of pages, that have their own ways with what is typed. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, css, open, secret, type Steps } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const says = `oninput="this.nextElementSibling.textContent = 'It has ' + (this.value ?? this.textContent)"`
const selectsNothing = "<script>document.onselectstart = () => false</script>"
const takesItself = `<script>document.querySelector("#field").addEventListener("beforeinput", (event) => {
  event.preventDefault()
  document.querySelector("p").textContent = "It has " + event.data
})</script>`

const fill = Effect.fnUntraced(function* (
  html: string,
  value: string,
  way: (steps: Steps) => Steps = (steps) => steps
) {
  const bank = yield* startSite({ "/": html })
  const { goto, on, putSecret } = yield* open(bank)
  yield* putSecret("username", value)
  yield* goto("/")
  yield* on(way(css("#field")), "locator.fill", { value: secret("username") })
  return yield* on(way(css("p")), "locator.textContent")
})

const inFrame = (steps: Steps): Steps => [
  { method: "frameLocator", arg: "iframe" },
  ...(typeof steps === "string" ? css(steps) : steps)
]

layer(browserLayer(), { excludeTestServices: true })("A secret is filled", (it) => {
  it.effect.each([
    [
      "in place of what stands there, where a page lets nobody select anything",
      `${selectsNothing}<textarea id="field" ${says}>old</textarea><p></p>`,
      "hgranger"
    ],
    [
      "in place of a text there",
      `${selectsNothing}<div contenteditable id="field" ${says}>old</div><p></p>`,
      "hgranger"
    ],
    ["into a field for a day", `<input type="date" id="field" ${says}><p></p>`, "1979-09-19"],
    ["into a field whose page takes what is typed itself", `<input id="field">${takesItself}<p></p>`, "hgranger"]
  ] as const)("%s", ([, html, value]) =>
    Effect.gen(function* () {
      expect(yield* fill(html, value)).toBe("It has [secret]")
    })
  )

  it.effect("in place of what stands in a frame that lets nobody select anything", () =>
    Effect.gen(function* () {
      const page = `${selectsNothing}<input value="old" id="field" ${says}><p></p>`
      const framed = `<iframe srcdoc="${page.replaceAll('"', "&quot;")}"></iframe>`

      expect(yield* fill(framed, "hgranger", inFrame)).toBe("It has [secret]")
    })
  )
})
