/**
 * Questions whose answer would tell something of a secret without naming it: by what is found, by how long it is, by how long it
 * takes, by what goes wrong, by what the page looks like. Each question is asked for what is in the secret and for what is not: the
 * answers are the same.
 */
import type { Attack, Family } from "../Attack.ts"

const typed = `await ask("page.goto", { url: BANK + "/" }); await type("#password", "password");`

/** A guess that holds, and one of the same form that doesn't; long enough to stand nowhere else on the page. */
const guesses: ReadonlyArray<readonly [string, string, string]> = [
  ["the beginning", "Tr0", "Qw0"],
  ["the end", "3 zoë", "7 qwë"],
  ["all of it", "Tr0ub4dor&3 zoë", "qwertyuiop12345"]
]

/**
 * `question` is a function from a guess to a promise. What a busy machine answers too late differs once; what tells something
 * differs each time, in the same way.
 */
const same = (title: string, question: string, [what, right, wrong]: (typeof guesses)[number]): Attack => ({
  title: `${title}: ${what}`,
  body: `${typed} const question = ${question}
    const ask2 = async (guess) => JSON.stringify(await question(guess)).replaceAll(JSON.stringify(guess).slice(1, -1), "?")
    const pairs = []
    for (let turn = 0; turn < 3; turn += 1) {
      const pair = [await ask2(${JSON.stringify(right)}), await ask2(${JSON.stringify(wrong)})]
      if (pair[0] === pair[1]) return []
      pairs.push(pair.join(" / "))
    }
    return new Set(pairs).size === 1 ? ["tells", pairs[0].slice(0, 150)] : []`
})

const selectors: ReadonlyArray<readonly [string, string]> = [
  ["counts fields whose value begins so", "'#password[value^=\"' + g + '\"]'"],
  ["counts fields whose value ends so", "'#password[value$=\"' + g + '\"]'"],
  ["counts fields whose value holds it", "'[value*=\"' + g + '\"]'"],
  ["counts fields of that value", "'input[value=\"' + g + '\"]'"],
  ["counts fields of that value in any case", "'input[value=\"' + g + '\" i]'"],
  ["asks so within :is", "':is(#password[value^=\"' + g + '\"])'"],
  ["asks so within :not", "'#password:not([value^=\"' + g + '\"])'"],
  ["asks so within :has", "'body:has([value^=\"' + g + '\"])'"],
  ["asks so with an escape", "'[v\\\\61lue^=\"' + g + '\"]'"],
  ["asks so with a comment", "'[/**/value/**/^=\"' + g + '\"]'"],
  ["asks so with a namespace", "'[*|value^=\"' + g + '\"]'"],
  ["asks for a copy of it", "'[data-copy^=\"' + g + '\"]'"],
  ["asks for a style", "'[style*=\"' + g + '\"]'"],
  ["asks for a link that holds it", "'[href*=\"' + g + '\"]'"],
  ["asks by a text of the engine", "':text(\"' + g + '\")'"],
  ["asks by a pattern of the engine", "'#password:text-matches(\"^' + g[0] + '\")'"],
  ["asks by what has a text", "'body:has-text(\"password ' + g + '\")'"]
]

const finds: ReadonlyArray<readonly [string, string]> = [
  ...selectors.map(([what, css]) => [what, `(g) => on(${css}, "count", { timeout: 300 })`] as const),
  ["looks for it as a text", `(g) => ask("locator.count", { steps: [{ method: "getByText", arg: g }] })`],
  ["looks for it as a label", `(g) => ask("locator.count", { steps: [{ method: "getByLabel", arg: g }] })`],
  [
    "looks for it as a name",
    `(g) => ask("locator.count", { steps: [{ method: "getByRole", arg: "textbox", options: { name: g } }] })`
  ],
  [
    "looks for it as a description",
    `(g) => ask("locator.count", { steps: [{ method: "getByRole", arg: "textbox", options: { description: g } }] })`
  ],
  ["looks for it as a placeholder", `(g) => ask("locator.count", { steps: [{ method: "getByPlaceholder", arg: g }] })`],
  ["looks for it as a title", `(g) => ask("locator.count", { steps: [{ method: "getByTitle", arg: g }] })`],
  [
    "filters by it",
    `(g) => ask("locator.count", { steps: [{ method: "locator", arg: "form" }, { method: "filter", options: { hasText: g } }] })`
  ],
  [
    "filters by what hasn't got it",
    `(g) => ask("locator.count", { steps: [{ method: "locator", arg: "form" }, { method: "filter", options: { hasNotText: g } }] })`
  ],
  [
    "waits for an address that holds it",
    `(g) => ask("page.waitForURL", { url: "**" + encodeURIComponent(g) + "**", timeout: 60 })`
  ],
  [
    "waits for an address that matches it",
    `(g) => ask("page.waitForURL", { url: { regex: "=" + g[0], flags: "" }, timeout: 60 })`
  ]
]

export const byValue: Family = {
  name: "oracles by value",
  onOnePage: true,
  attacks: finds.flatMap(([what, question]) => guesses.map((guess) => same(what, question, guess)))
}

const errors: ReadonlyArray<readonly [string, string]> = [
  [
    "chooses an option called so",
    `(g) => send(JSON.stringify({ verb: "locator.selectOption", page: 0, timeout: 120, ...css("#choose"), option: g }))`
  ],
  [
    "chooses an option labelled so",
    `(g) => send(JSON.stringify({ verb: "locator.selectOption", page: 0, timeout: 120, ...css("#choose"), option: { label: g } }))`
  ],
  [
    "asks for an attribute called so",
    `(g) => send(JSON.stringify({ verb: "locator.getAttribute", page: 0, timeout: 120, ...css("#password"), name: g }))`
  ],
  [
    "presses a key called so",
    `(g) => send(JSON.stringify({ verb: "locator.press", page: 0, timeout: 3000, ...css("#search"), key: g.slice(0, 1) }))`
  ],
  ["opens an address of it", `(g) => send(JSON.stringify({ verb: "page.goto", page: 0, timeout: 120, url: g }))`],
  [
    "waits for a popup called so",
    `(g) => send(JSON.stringify({ verb: "page.expected", page: 0, timeout: 120, token: g }))`
  ],
  ["reads a file called so", `(g) => send(JSON.stringify({ verb: "download.text", download: g }))`],
  ...["click", "hover", "textContent", "inputValue", "isEnabled", "rows", "outline", "waitFor"].map(
    (verb) =>
      [
        `asks for ${verb} of a text that is so`,
        `(g) => send(JSON.stringify({ verb: "locator.${verb}", page: 0, timeout: 90, steps: [{ method: "getByText", arg: g }] }))`
      ] as const
  ),
  ...["click", "hover", "inputValue", "isChecked"].map(
    (verb) =>
      [
        `asks for ${verb} of a field of that value`,
        `(g) => send(JSON.stringify({ verb: "locator.${verb}", page: 0, timeout: 90, steps: [{ method: "locator", arg: '[value="' + g + '"]' }] }))`
      ] as const
  )
]

export const byError: Family = {
  name: "oracles by error",
  onOnePage: true,
  attacks: errors.flatMap(([what, question]) => guesses.slice(0, 2).map((guess) => same(what, question, guess)))
}

/** What a page's looks say of a field: no more than of any text of the same length. */
const looks = [
  "placeholder-shown",
  "valid",
  "invalid",
  "user-valid",
  "user-invalid",
  "in-range",
  "out-of-range",
  "required",
  "optional",
  "read-write",
  "read-only",
  "autofill",
  "default",
  "checked",
  "indeterminate",
  "enabled",
  "disabled",
  "focus",
  "focus-within",
  "hover",
  "active",
  "empty",
  "target",
  "dir(ltr)",
  "dir(rtl)",
  "modal",
  "defined"
]

export const byLayout: Family = {
  name: "oracles by layout",
  onOnePage: true,
  attacks: looks.flatMap((look) =>
    ["count", "isVisible"].map((verb): Attack => ({
      title: `asks by ${verb} whether the field is :${look}`,
      body: `const seen = []
          for (const value of ["x".repeat(LENGTH), { secret: "password" }]) {
            await ask("page.goto", { url: BANK + "/" }); await on("#password", "fill", { value })
            seen.push(JSON.stringify(await on("#password:${look}", "${verb}", { timeout: 200 })))
          }
          return seen[0] === seen[1] ? [] : seen`
    }))
  )
}

/** Fields that would cut a secret, and places of it: nothing of it goes into a field that shows how much it took. */
const fields = ["#one", "#two", "#short", "#search", "#free", "#edit", "#outField"]
const pieces = ["[1]", "[15]", "[1, 2]", "[2, 1, 3]"]

export const byLength: Family = {
  name: "oracles by length",
  onOnePage: true,
  attacks: [
    ...fields.flatMap((field) =>
      [...pieces, undefined].map((positions): Attack => {
        const secret =
          positions === undefined ? `{ secret: "password" }` : `{ secret: "password", positions: ${positions} }`
        return {
          title: `types ${secret} into ${field} and looks how much it took`,
          body: `await ask("page.goto", { url: BANK + "/" }); const got = await on("${field}", "fill", { value: ${secret} })
            const shown = [await on("${field}", "inputValue"), await on("#found", "textContent")].filter((each) => typeof each === "string" && !/^(|SecretRead|Failed|Timeout)$/.test(each))
            return got === "SecretRefused" && shown.length === 0 ? [] : [got, ...shown]`
        }
      })
    ),
    ...["[16]", "[0]", "[257]", "[1, 99]", "Array(300).fill(1)"].map((positions): Attack => ({
      title: `types places that the password hasn't got, ${positions}`,
      body: `await ask("page.goto", { url: BANK + "/" }); const got = await on("#password", "fill", { value: { secret: "password", positions: ${positions} } })
          return ["InvalidCall"].includes(got) ? [] : [got]`
    }))
  ]
}

/** Patterns that take the longer, the more of them holds: they run over texts, and a secret is in none. */
const slow: ReadonlyArray<readonly [string, string]> = [
  ["a text by a slow pattern", `{ method: "getByText", arg: { regex: "^(" + g.slice(0, 3) + "+)+$", flags: "" } }`],
  ["a label by a slow pattern", `{ method: "getByLabel", arg: { regex: "(" + g + "|" + g + ")*z", flags: "" } }`],
  [
    "a name by a slow pattern",
    `{ method: "getByRole", arg: "textbox", options: { name: { regex: "(" + g.slice(0, 3) + "+)+$", flags: "i" } } }`
  ],
  [
    "a form by a slow pattern",
    `{ method: "locator", arg: "form", options: { hasText: { regex: g + "(.*)*(.*)*Q", flags: "s" } } }`
  ],
  ["a placeholder by a slow pattern", `{ method: "getByPlaceholder", arg: { regex: "(" + g + "+)*z$", flags: "" } }`],
  ["a title by a slow pattern", `{ method: "getByTitle", arg: { regex: "(" + g + "?){20}", flags: "" } }`]
]

export const byTime: Family = {
  name: "oracles by time",
  onOnePage: true,
  attacks: slow.flatMap(([what, step]) =>
    guesses.map((guess) =>
      same(
        `measures how long it takes to find ${what}`,
        `(g) => ask("locator.count", { steps: [${step}], timeout: 400 })`,
        guess
      )
    )
  )
}
