/** Elements of the bank's that are no keypad, named as one: whatever stays ticked, open or gone would tell which were clicked. */
import type { Attack, Family } from "../Attack.ts"
import { secrets } from "../spellings.ts"

/** Everything that the password is made of, and all letters: the host takes nothing less for a keypad. */
const signs = [...new Set([..."abcdefghijklmnopqrstuvwxyz", ...secrets.password])]
const labels = Object.fromEntries(signs.map((sign, nth) => [`Box ${nth + 1}`, sign]))

/** What it is, its markup (with `N` for its number), and how a script finds it. */
const boxes: ReadonlyArray<readonly [string, string, string]> = [
  ["boxes to tick", `<input type=checkbox aria-label="Box N">`, "input"],
  ["labels of boxes", `<label>Box N<input type=checkbox></label>`, "label"],
  ["labels of boxes elsewhere", `<label for=bN>Box N</label><input id=bN type=checkbox>`, "label"],
  ["a choice of one", `<label>Box N<input type=radio name=r></label>`, "label"],
  ["questions that open", `<details><summary>Box N</summary>Answer</details>`, "summary"],
  ["options", `<span role=option aria-selected=false onclick="ariaSelected='true'">Box N</span>`, "span"],
  ["switches", `<button type=button aria-pressed=false onclick="ariaPressed='true'">Box N</button>`, "button"],
  ["rows that open", `<button type=button aria-expanded=false onclick="ariaExpanded='true'">Box N</button>`, "button"],
  ["tabs", `<button type=button role=tab onclick="className='on'">Box N</button>`, "button"],
  ["marked boxes", `<i class=box onclick="className='box on'">Box N</i>`, "i"],
  ["coloured boxes", `<i onclick="style.background='red'">Box N</i>`, "i"],
  ["boxes that go", `<button type=button onclick="remove()">Box N</button>`, "button"],
  ["boxes that hide", `<button type=button onclick="hidden=true">Box N</button>`, "button"],
  ["boxes that say it", `<button type=button onclick="textContent='chosen'">Box N</button>`, "button"],
  ["boxes for one use", `<button type=button onclick="disabled=true">Box N</button>`, "button"],
  ["current boxes", `<button type=button onclick="ariaCurrent='true'">Box N</button>`, "button"]
]

const telling = [
  ":checked",
  "[open]",
  "[aria-selected=true]",
  "[aria-pressed=true]",
  "[aria-expanded=true]",
  ".on",
  "[style]",
  "button:not([hidden])",
  ":disabled",
  "[aria-current]"
]

const attack = (what: string, markup: string, css: string, how: string, args: string, around = ""): Attack => {
  const page = signs.map((_, nth) => markup.replaceAll("N", String(nth + 1))).join("")
  return {
    title: `names ${what} as a keypad, ${how}`,
    body: `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent("document.body.innerHTML = " + ${JSON.stringify(JSON.stringify(page))}) })
      const look = async () => {
        const seen = []
        for (const each of ${JSON.stringify(telling)}) seen.push(await on(each, "count"))
        seen.push(await ask("locator.count", { steps: [{ method: "getByText", arg: "chosen" }] }))
        return JSON.stringify(seen)
      }
      const before = await look()
      ${around}
      const typed = await ask("keypad.type", { ...css(${JSON.stringify(css)}), secret: { secret: "password" }, read: { labels: ${JSON.stringify(labels)} }, ${args} })
      const after = await look()
      return after === before || /LoginEnded/.test(after) ? [] : [typed, before, after]`
  }
}

const [columns, rows] = [10, Math.ceil(signs.length / 10)]

/** A picture of the bank's whose cells are told apart by their bits, and marked when they are clicked. */
const drawn = (mark: string): string => `document.body.innerHTML = "<canvas width=400 height=${rows * 40}>"
  const canvas = document.querySelector("canvas"), pen = canvas.getContext("2d")
  const draw = (nth, how) => {
    const [x, y] = [(nth % ${columns}) * 40, Math.floor(nth / ${columns}) * 40]
    for (let bit = 0; bit < 6; bit += 1) if (((nth + 1) >> bit) & 1) pen.fillRect(x + 8 + (bit % 3) * 8, y + 8 + (bit >> 1) * 8, 6, 6)
    pen.fillRect(x + 6, y + 32, 28, 1)
    if (how) { ${mark} }
  }
  for (let nth = 0; nth < ${signs.length}; nth += 1) draw(nth, false)
  canvas.onclick = ({ offsetX, offsetY }) => draw(Math.floor(offsetX / 40) + ${columns} * Math.floor(offsetY / 40), true)`

/** An empty map is answered with all shapes; the same question after typing would name the marked ones. */
const attackOnPicture = (what: string, mark: string): Attack => ({
  title: `names a picture as a keypad, ${what}`,
  body: `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(drawn(mark))}) })
    const type = async (shapes) => JSON.parse(await send(JSON.stringify({ verb: "keypad.type", page: 0, timeout: 15000, ...css("canvas"), secret: { secret: "password" }, read: { shapes, columns: ${columns}, rows: ${rows} } })))
    const unknown = (answer) => [...(answer.err?.message ?? "").matchAll(/row (\\d+) column (\\d+): (\\w+)/g)].map(([, row, column, shape]) => [(row - 1) * ${columns} + Number(column) - 1, shape])
    const known = unknown(await type({}))
    if (known.length !== ${signs.length}) return ["the page shows no such picture", known.length]
    const map = Object.fromEntries(known.map(([nth, shape]) => [shape, ${JSON.stringify(signs)}[nth]]))
    const typed = await type(map)
    const told = unknown(await type(map)).map(([nth]) => ${JSON.stringify(signs)}[nth])
    return told.length === 0 ? [] : [typed, told]`
})

export const keypads: Family = {
  name: "keypads that are none",
  // Each types a whole password, at a human pace.
  sample: 1,
  attacks: [
    ...boxes.flatMap(([what, markup, css]) => [
      attack(what, markup, css, "and counts what has changed", "timeout: 15000"),
      attack(what, markup, css, "with time for a few keys only", "timeout: 120")
    ]),
    attackOnPicture("whose cells are marked when they are clicked", "pen.fillRect(x + 8, y + 28, 24, 2)"),
    attackOnPicture("whose cells are painted over when they are clicked", "pen.fillRect(x + 8, y + 8, 22, 22)"),
    attackOnPicture("whose cells are emptied when they are clicked", "pen.clearRect(x, y, 40, 40)")
  ]
}
