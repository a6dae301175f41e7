/** A look as it is asked and answered, without its locator: what `look.ts` and the marks of typed fields are made of. */
import type { Frame } from "playwright-core"
import type { InPage, LookPart } from "./lookEngine.ts"

export const engineName = "counterfoil"

/** What is asked in the page, by its name: the code is there already (`registerLooks.ts` lists them all). */
export interface Look<Arg> {
  readonly name: string
  readonly code: string
  /** The argument as JSON carries it into the page. */
  readonly say: (arg: Arg) => unknown
}

/** `inPage` is self-contained. */
export const makeLook = <Found, Arg>(name: string, inPage: InPage<Found, Arg>): Look<Arg> => ({
  name,
  code: String(inPage),
  say: (arg) => arg
})

/** Says nothing of an element but that no secret went into it: of one that a secret did go into nothing is told. */
export const guardLook = makeLook("guard", (_: ReadonlyArray<unknown>, __: null) => "")

let asked = 0
export const nextQuery = (): string => String((asked += 1))

const written = (sign: string): string => `%${sign.charCodeAt(0).toString(16)}`

/** Nothing of it means something in a selector. */
export const selectorOf = (part: LookPart): string =>
  `${engineName}=${encodeURIComponent(JSON.stringify(part)).replaceAll(/['()*!~]/g, written)}`

export type Answer =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "nothing" | "typed" }
  | { readonly kind: "count"; readonly count: number }

export const understand = (said: string): Answer => {
  const rest = said.slice(1)
  switch (said[0]) {
    case "=":
      return { kind: "text", text: rest }
    case "!":
      return { kind: "typed" }
    case "*":
      return { kind: "count", count: Number(rest) }
    default:
      return { kind: "nothing" }
  }
}

/** What a look says of the document that is in a frame. Without a time limit it ends with its frame at the latest. */
export const lookIn = async <Arg>(frame: Frame, look: Look<Arg>, arg: Arg, timeout = 0): Promise<string | null> => {
  const part = { do: "look", query: nextQuery(), name: look.name, arg: look.say(arg) } as const
  const selector = selectorOf({ ...part, isGuarded: false, least: 0, most: 0 })
  const answer = understand((await frame.locator(selector).textContent({ timeout })) ?? "")
  return answer.kind === "text" ? answer.text : null
}
