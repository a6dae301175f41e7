/** A page as a script's locators see it: for the first look at a website that nobody has written a script for. */
import { RehearsalBrowser } from "@counterfoil/browser"
import { sentenceOf } from "@counterfoil/core"
import { Effect, Option } from "effect"
import { type OutlineNode, outlineNodes } from "./run/outlineNodes.ts"
import { writeLocator } from "./run/successor.ts"

export interface Look {
  readonly url: string
  /** Roles and names, without values. */
  readonly outline: string
  /** What finds each named element of the page. */
  readonly locators: ReadonlyArray<string>
  /** What the page was kept from, each with what would allow it. */
  readonly refused: ReadonlyArray<string>
}

/** What scripts click, fill and read; rows and cells are the bank's data. */
const telling = new Set(
  "button link textbox searchbox combobox spinbutton checkbox radio listbox heading table grid list alert status tab".split(
    " "
  )
)

const settleMillis = 5_000

export const locatorsOf = (outline: string): ReadonlyArray<string> => {
  const nodes = outlineNodes(outline).filter(({ name, role }: OutlineNode) => name !== "" && telling.has(role))
  return [...new Set(nodes.map((node) => `page.${writeLocator(node)}`))]
}

/** `origins`: of the bank; the page may load nothing from elsewhere. */
export const look = Effect.fnUntraced(function* (url: string, origins: ReadonlyArray<string>) {
  const browser = yield* RehearsalBrowser
  const page = yield* browser.open({ origins, secretOrigins: origins, storageState: Option.none() })
  yield* page.enterPhase("login", [])
  yield* page.call({ verb: "page.goto", page: 0, url })
  // Pages that never fall silent are looked at as they are then.
  yield* Effect.ignore(
    page.call({ verb: "page.waitForLoadState", page: 0, state: "networkidle", timeout: settleMillis })
  )
  const seen = yield* page.evidence
  const refused = yield* page.takeRefused
  const found: Look = { ...seen, locators: locatorsOf(seen.outline), refused: refused.map(sentenceOf) }
  return found
}, Effect.scoped)
