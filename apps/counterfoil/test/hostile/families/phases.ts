/** Secrets wanted where no login is under way, and a second time where one is. */
import type { ScriptPhase } from "@counterfoil/core"
import type { Attack, Family } from "../Attack.ts"

const phasesWithout: ReadonlyArray<ScriptPhase> = ["resume", "extract", "keepAlive", "logout"]
const secrets = [
  `{ secret: "username" }`,
  `{ secret: "password" }`,
  `{ secret: "password", positions: [1] }`,
  `{ secret: "otp-1" }`
]
const front = `await ask("page.goto", { url: BANK + "/" });`

const typing: ReadonlyArray<readonly [string, (secret: string) => string]> = [
  ["fill", (secret) => `on("#password", "fill", { value: ${secret} })`],
  ["press keys", (secret) => `on("#password", "pressSequentially", { value: ${secret} })`],
  ["use a keypad", (secret) => `ask("keypad.type", { ...css("#pager button"), secret: ${secret}, read: "text" })`]
]

const typed = (phase: ScriptPhase): ReadonlyArray<Attack> =>
  secrets.flatMap((secret) =>
    typing.map(([how, call]) => ({
      title: `wants to ${how} with ${secret} in ${phase}`,
      phase,
      body: `${front} const got = await ${call(secret)}; return got === "SecretRefused" ? [] : [got]`
    }))
  )

const codeVerbs: ReadonlyArray<readonly [string, string]> = [
  ["otp.request", `{ type: "sms", length: 6 }`],
  ["otp.approval", `{ message: "approve" }`],
  ["otp.question", `{ question: "why" }`],
  ["otp.image", `{ image: "x" }`],
  ["otp.rejected", `{}`]
]

const asked = (phase: ScriptPhase): ReadonlyArray<Attack> =>
  codeVerbs.map(([verb, args]) => ({
    title: `asks for a code by ${verb} in ${phase}`,
    phase,
    body: `const got = await ask("${verb}", ${args}); return ["LoginEnded", "InvalidCall"].includes(got) ? [] : [got]`
  }))

const sends: ReadonlyArray<readonly [string, string]> = [
  ["a click", `await on("#go", "click")`],
  ["Enter", `await on("#password", "press", { key: "Enter" })`],
  ["a new address", front],
  ["a reload", `await ask("page.reload")`],
  ["a step back", `await ask("page.goBack")`],
  ["a step forward", `await ask("page.goForward")`],
  ["a double click", `await on("h1, #go", "dblclick")`],
  ["the space bar", `await on("#go", "press", { key: "Space" })`]
]

const again = sends.flatMap(([what, sent]): ReadonlyArray<Attack> =>
  secrets.slice(0, 3).map((secret) => ({
    title: `types ${secret} after the password and ${what}`,
    body: `${front} await type("#password", "password"); ${sent}; ${front}
      const got = await on("#password", "fill", { value: ${secret} }); return got === "SecretRefused" ? [] : [got]`
  }))
)

const halves: ReadonlyArray<readonly [string, string, string]> = [
  ["whole and then a place of it", `{ secret: "password" }`, `{ secret: "password", positions: [3] }`],
  ["a place of it and then whole", `{ secret: "password", positions: [3] }`, `{ secret: "password" }`],
  ["one place twice", `{ secret: "password", positions: [3] }`, `{ secret: "password", positions: [3] }`],
  ["places that meet", `{ secret: "password", positions: [1, 2] }`, `{ secret: "password", positions: [2, 3] }`],
  ["a place twice at once", `{ secret: "password", positions: [4] }`, `{ secret: "password", positions: [5, 5] }`]
]

const twice = halves.map(([what, first, second]): Attack => ({
  title: `types the password ${what}`,
  body: `${front} await on("#password", "fill", { value: ${first} })
      const got = await on("#password", "fill", { value: ${second} }); return got === "SecretRefused" ? [] : [got]`
}))

export const phases: Family = {
  name: "phases",
  onOnePage: true,
  attacks: [...phasesWithout.flatMap((phase) => [...typed(phase), ...asked(phase)]), ...again, ...twice]
}
