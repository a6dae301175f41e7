/**
 * Whether keys would tell which of them were pressed: a box that stays ticked, a row that stays open. A script may name any
 * elements as a keypad (by `labels` also ones that show no digit), and could look afterwards which of them have changed.
 */
import { PageFault } from "@counterfoil/core"
import type { ElementHandle, Frame } from "playwright-core"
import { setTimeout as delay } from "node:timers/promises"
import { tellingKeys } from "./keypadRules.ts"

interface Key {
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>
  readonly closest: (css: string) => Key | null
  readonly querySelector: (css: string) => Key | null
  readonly getClientRects: () => { readonly length: number }
}
interface Page {
  readonly getComputedStyle: (key: Key) => Readonly<Record<string, string>>
}

/** Runs in the page: whether any of them is made to stay as it was clicked. */
const anyLasts = (keys: ReadonlyArray<Key>): boolean => {
  const lasting =
    "input[type=checkbox], input[type=radio], select, option, summary, [aria-checked], [aria-pressed], [aria-selected], [aria-expanded], [role=checkbox], [role=radio], [role=switch], [role=option], [role=tab], [role=treeitem], [role=menuitemcheckbox], [role=menuitemradio]"
  const isBoxed = (key: Key): boolean => {
    const { control }: { readonly control?: Key | null } = Object(key.closest("label"))
    return control?.closest(lasting) !== undefined && control.closest(lasting) !== null
  }
  return keys.some((key) => key.closest(lasting) !== null || key.querySelector(lasting) !== null || isBoxed(key))
}

export const anyIsLasting = (frame: Frame, keys: ReadonlyArray<ElementHandle>): Promise<boolean> =>
  frame.evaluate(anyLasts, [...keys])

/** Runs in the page: what tells a key from how it looked before, but for what is written on it; "" of one that isn't there. */
const looksIn = (keys: ReadonlyArray<Key>): ReadonlyArray<string> => {
  const page: Page = Object(globalThis)
  const styles = ["backgroundColor", "color", "opacity", "visibility", "borderColor", "textDecorationLine"]
  return keys.map((key) => {
    if (key.getClientRects().length === 0) return ""
    const style = page.getComputedStyle(key)
    const own = [...key.attributes].flatMap(({ name, value }) =>
      /^(class|disabled|hidden|open|aria-(?!label|describedby|details).*)$/.test(name) ? [`${name}=${value}`] : []
    )
    return [...own.toSorted(), ...styles.map((name) => style[name])].join()
  })
}

/** Keys as they were, or are by now: what each types, and how it looks. */
export interface KeyLooks {
  readonly labels: ReadonlyArray<string>
  readonly looks: ReadonlyArray<string>
}

/** Once their document is gone, all of them are. */
export const looksOf = async (
  frame: Frame,
  keys: ReadonlyArray<ElementHandle>,
  labels: ReadonlyArray<string>
): Promise<KeyLooks> => ({
  labels,
  looks: await frame.evaluate(looksIn, [...keys]).catch(() => keys.map(() => ""))
})

const isOnKey = (label: string | undefined): boolean => [...(label ?? "")].length === 1

/** Some have changed and some have not. Where labels have changed places, keys were dealt anew, and their looks went along. */
const someChanged = (before: KeyLooks, after: KeyLooks): boolean => {
  const changed = before.looks.filter((look, nth) => {
    const [label, now] = [after.labels[nth], after.looks[nth]]
    const isSame = label === before.labels[nth]
    const wasDealt = now !== "" && isOnKey(label) && !isSame
    return !wasDealt && (now !== look || !isSame)
  })
  return changed.length > 0 && changed.length < before.looks.length
}

/** A key may light up for a moment. */
const momentMillis = 1_000
const lookEvery = 50

/** Whether some keys look otherwise than before, and others don't. */
const tellApart = async (before: KeyLooks, now: () => Promise<KeyLooks>): Promise<boolean> => {
  for (const began = performance.now(); someChanged(before, await now()); await delay(lookEvery)) {
    if (performance.now() - began > momentMillis) return true
  }
  return false
}

/**
 * Types, and ends the run where the keys tell what was typed: no other call has run since the first was pressed, and none will.
 * A key that is missing by then tells it too.
 */
export const endIfTold = async (
  before: KeyLooks,
  now: () => Promise<KeyLooks>,
  type: () => Promise<void>
): Promise<void> => {
  const failure = await type().then(
    () => undefined,
    (error: unknown) => error
  )
  if (failure instanceof PageFault && failure.code === "KeypadMiss") throw tellingKeys()
  if (await tellApart(before, now)) throw tellingKeys()
  if (failure !== undefined) throw failure
}
