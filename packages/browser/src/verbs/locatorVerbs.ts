/** The verbs of a locator: what is done to an element, and what is read from it. */
import { type PageCall, PageFault } from "@counterfoil/core"
import type { Schema } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { Locator } from "playwright-core"
import { type Act, locatorOf, waiting } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { lookAt } from "../reading/look.ts"
import { guardLook } from "../looks/makeLook.ts"
import { outlineOf } from "../reading/outline.ts"
import { beforeActing, betweenTwoKeys } from "../typing/pacing.ts"
import { fieldOf, readRecords } from "../reading/readRecords.ts"
import { type Reading, readTable } from "../reading/readTable.ts"
import { attributeOf, innerTextOf, textContentOf, textsOf, valueOf } from "../reading/readText.ts"
import { readyToLook } from "../reading/readyToLook.ts"
import { isEditing, partOfSecret, refuseClipboard } from "../typing/refusedKeys.ts"
import { checkSelector } from "../locators/selectorContent.ts"
import { typeOnKeypad } from "../typing/typeOnKeypad.ts"
import { typeSecret } from "../typing/typeSecret.ts"

type CallOf<Verb extends PageCall["verb"]> = Extract<PageCall, { readonly verb: Verb }>
type LocatorCall = Extract<PageCall, { readonly steps: unknown }>
type LocatorVerb = Extract<PageCall["verb"], `locator.${string}` | `keypad.${string}`>

/** What may still be asked of a field that a secret went into. */
const harmlessAttributes =
  /^(id|name|type|class|role|placeholder|autocomplete|inputmode|maxlength|minlength|pattern|required|disabled|readonly|for|tabindex|aria-(label|labelledby|describedby|invalid|required|disabled|hidden))$/i

const mostFields = 20

/** So long a list has to stay as it is. */
const settleMillis = 30

/**
 * Reads until two readings are the same, or the time is up: a page puts rows in one after the other, and draws a table before it
 * fills it. Between the two lies time in which more could have come; where the document has not changed for a while already, that
 * was it. They stay two: what the page has been kept from doing by a long task of its own comes right after the first.
 */
const untilSettled = async <A>(
  act: Act,
  isWanted: boolean | undefined,
  read: () => Promise<Reading<A>>
): Promise<A> => {
  let last = await read()
  while (isWanted === true && act.deadline.left() > settleMillis) {
    const left = settleMillis - last.quiet
    if (left > 0) await delay(left, undefined, { signal: act.signal })
    const next = await read()
    if (JSON.stringify(next.content) === JSON.stringify(last.content)) break
    last = next
  }
  return last.content
}

const records = async (act: Act, call: CallOf<"locator.records">): Promise<Schema.Json> => {
  const headers = Object.keys(call.fields)
  if (headers.length > mostFields) throw fault("InvalidCall", `A record has at most ${mostFields} fields`)
  const fields = Object.values(call.fields).map(fieldOf)
  for (const { css } of fields) checkSelector(css)
  return untilSettled(act, call.settled, async () => {
    const { content, quiet } = await readRecords(act, call, fields)
    return { quiet, content: { headers, rows: content } }
  })
}

const rows = (act: Act, call: CallOf<"locator.rows">): Promise<Schema.Json> =>
  untilSettled(act, call.settled, async () => {
    const table = await readTable(act, call)
    if (table === null) throw fault("Failed", "rows() needs a <table> or an element with the role grid or table")
    const { headers, rows } = table.content
    return { quiet: table.quiet, content: { headers, rows } }
  })

const outline = (act: Act, call: CallOf<"locator.outline">): Promise<string | null> => {
  const read = () => outlineOf(locatorOf(act, call), act.deadline.left())
  return lookAt(act, call, { look: guardLook, arg: null, read })
}

const enter = async (act: Act, call: CallOf<"locator.fill" | "locator.pressSequentially">): Promise<null> => {
  const locator = locatorOf(act, call)
  await beforeActing(act, call.pace)
  if (typeof call.value !== "string") return typeSecret(act, call, locator, call.value)
  if (call.verb === "locator.fill") {
    await locator.fill(call.value, waiting(act))
    return null
  }
  await refuseTyped(act, call)
  if (call.pace === "human") await typeByHand(act, locator, call.value)
  else await locator.pressSequentially(call.value, { delay: Math.min(call.delay ?? 0, 1000), ...waiting(act) })
  return null
}

const typeByHand = async (act: Act, locator: Locator, text: string): Promise<void> => {
  for (const character of text) {
    await locator.pressSequentially(character, waiting(act))
    await betweenTwoKeys(act, "human")
  }
}

/**
 * A field that a secret went into may be filled again and left; nothing is done to a part of it. Its focus is asked
 * about as well: keys go there, and an element that takes no focus leaves it where it was.
 */
const refuseTyped = async (act: Act, call: LocatorCall): Promise<void> => {
  const { pages, typed, typingLock } = act.session
  if (!typed.hasAny()) return
  const page = pages.get(call.page)
  await lookAt(act, call, { look: guardLook, arg: null }).catch((error: unknown) => {
    throw error instanceof PageFault && error.code === "SecretRead" ? partOfSecret() : error
  })
  await typingLock.look(async () => {
    await locatorOf(act, call).focus(waiting(act))
    if (await typed.isFocused(page)) throw partOfSecret()
  })
}

const press = async (act: Act, call: CallOf<"locator.press">): Promise<null> => {
  refuseClipboard(call.key)
  const locator = locatorOf(act, call)
  if (isEditing(call.key)) await refuseTyped(act, call)
  await readyToLook(act, locator.page(), () => locator.press(call.key, waiting(act)))
  return null
}

const click = async (act: Act, call: CallOf<"locator.click" | "locator.dblclick">): Promise<null> => {
  await beforeActing(act, call.pace)
  const locator = locatorOf(act, call)
  // It would select a word.
  if (call.verb === "locator.dblclick") await refuseTyped(act, call)
  await readyToLook(act, locator.page(), () =>
    call.verb === "locator.click" ? locator.click(waiting(act)) : locator.dblclick(waiting(act))
  )
  return null
}

export const locatorVerbs = (act: Act) => {
  const at = (call: LocatorCall) => locatorOf(act, call)
  const done = () => null
  return {
    "locator.click": (call) => click(act, call),
    "locator.dblclick": (call) => click(act, call),
    "locator.check": (call) => at(call).check(waiting(act)).then(done),
    "locator.uncheck": (call) => at(call).uncheck(waiting(act)).then(done),
    "locator.hover": (call) => at(call).hover(waiting(act)).then(done),
    "locator.focus": (call) => at(call).focus(waiting(act)).then(done),
    "locator.blur": (call) => at(call).blur(waiting(act)).then(done),
    "locator.clear": (call) => at(call).clear(waiting(act)).then(done),
    "locator.scrollIntoViewIfNeeded": (call) => at(call).scrollIntoViewIfNeeded(waiting(act)).then(done),
    "locator.fill": (call) => enter(act, call),
    "locator.pressSequentially": (call) => enter(act, call),
    "locator.press": (call) => press(act, call),
    "locator.selectOption": (call) => at(call).selectOption(call.option, waiting(act)).then(done),
    "locator.textContent": (call) => textContentOf(act, call),
    "locator.innerText": (call) => innerTextOf(act, call),
    "locator.allInnerTexts": (call) => textsOf(act, call, "innerText"),
    "locator.allTextContents": (call) => textsOf(act, call, "textContent"),
    "locator.getAttribute": (call) =>
      attributeOf(act, call, { name: call.name, mayBeTyped: harmlessAttributes.test(call.name) }),
    "locator.inputValue": (call) => valueOf(act, call),
    "locator.count": (call) => at(call).count(),
    "locator.isVisible": (call) => at(call).isVisible(),
    "locator.isEnabled": (call) => at(call).isEnabled(waiting(act)),
    "locator.isEditable": (call) => at(call).isEditable(waiting(act)),
    "locator.isChecked": (call) => at(call).isChecked(waiting(act)),
    "locator.waitFor": (call) =>
      at(call)
        .waitFor({ state: call.state ?? "visible", ...waiting(act) })
        .then(done),
    "locator.rows": (call) => rows(act, call),
    "locator.records": (call) => records(act, call),
    "locator.outline": (call) => outline(act, call),
    "keypad.type": (call) => typeOnKeypad(act, call)
  } satisfies { [Verb in LocatorVerb]: (call: CallOf<Verb>) => Promise<Schema.Json> }
}
