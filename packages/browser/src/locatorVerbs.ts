/** The verbs of a locator: what is done to an element, and what is read from it. */
import type { PageCall } from "@counterfoil/core"
import type { Schema } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import type { ElementHandle, Locator } from "playwright-core"
import { type Act, locatorOf, waiting } from "./PageSession.ts"
import { fault } from "./fault.ts"
import { outlineOf } from "./outline.ts"
import { beforeActing, betweenTwoKeys } from "./pacing.ts"
import { isStale, secretRead } from "./readAll.ts"
import { fieldOf, readRecords } from "./readRecords.ts"
import { readTable } from "./readTable.ts"
import { attributeOf, innerTextOf, textContentOf, textsOf, valueOf } from "./readText.ts"
import { isEditing, partOfSecret, refuseClipboard } from "./refusedKeys.ts"
import { checkSelector } from "./selectorContent.ts"
import { typeOnKeypad } from "./typeOnKeypad.ts"
import { typeSecret } from "./typeSecret.ts"

type CallOf<Verb extends PageCall["verb"]> = Extract<PageCall, { readonly verb: Verb }>
type LocatorVerb = Extract<PageCall["verb"], `locator.${string}` | `keypad.${string}`>

/**
 * Reads from one element that no secret went into. The element is found first and read when nothing is being typed, so
 * that a read which was waiting can't see what is typed meanwhile.
 */
const readFrom = async <A>(
  act: Act,
  locator: Locator,
  read: (element: ElementHandle) => Promise<A>,
  mayBeTyped = false
): Promise<A> => {
  const { session } = act
  for (;;) {
    const element = await locator.elementHandle(waiting(act))
    try {
      return await session.typingLock.look(async () => {
        if (!mayBeTyped && session.typed.hasAny() && (await session.typed.isTyped(element))) throw secretRead()
        return read(element)
      })
    } catch (error) {
      // The page moved on between finding and reading: the locator is asked again, until the time is up.
      if (!isStale(error) || act.deadline.left() <= 1) throw error
    } finally {
      void element.dispose().catch(() => undefined)
    }
  }
}

const inputValue = (act: Act, locator: Locator): Promise<string> =>
  readFrom(act, locator, async (element) => {
    const type = await attributeOf(element, "type")
    if (type?.toLowerCase() === "password") throw fault("SecretRead", "A password field can't be read")
    return valueOf(element, act.deadline.left())
  })

/** What may still be asked of a field that a secret went into. */
const harmlessAttributes =
  /^(id|name|type|class|role|placeholder|autocomplete|inputmode|maxlength|minlength|pattern|required|disabled|readonly|for|tabindex|aria-(label|labelledby|describedby|invalid|required|disabled|hidden))$/i

const getAttribute = async (act: Act, locator: Locator, name: string): Promise<string | null> => {
  const mayBeTyped = harmlessAttributes.test(name)
  return readFrom(act, locator, (element) => attributeOf(element, name), mayBeTyped)
}

const mostFields = 20

/** Between two readings that have to be the same. */
const settleMillis = 30

/** Reads until the list has stopped growing, or the time is up. */
const untilSettled = async <A>(act: Act, isWanted: boolean | undefined, read: () => Promise<A>): Promise<A> => {
  let last = await read()
  while (isWanted === true && act.deadline.left() > settleMillis) {
    await delay(settleMillis, undefined, { signal: act.signal })
    const next = await read()
    if (JSON.stringify(next) === JSON.stringify(last)) break
    last = next
  }
  return last
}

const records = (act: Act, call: CallOf<"locator.records">): Promise<Schema.Json> =>
  untilSettled(act, call.settled, () => readRecordsOnce(act, call))

const readRecordsOnce = async (act: Act, call: CallOf<"locator.records">): Promise<Schema.Json> => {
  const headers = Object.keys(call.fields)
  if (headers.length > mostFields) throw fault("InvalidCall", `A record has at most ${mostFields} fields`)
  const fields = Object.values(call.fields).map(fieldOf)
  for (const { css } of fields) checkSelector(css)
  return { headers, rows: await readRecords(act, locatorOf(act, call), fields) }
}

const rows = async (act: Act, call: CallOf<"locator.rows">): Promise<Schema.Json> => {
  const locator = locatorOf(act, call)
  const table = await untilSettled(act, call.settled, () => readFrom(act, locator, readTable))
  if (table === null) throw fault("Failed", "rows() needs a <table> or an element with the role grid or table")
  return { headers: table.headers, rows: table.rows }
}

const enter = async (act: Act, call: CallOf<"locator.fill" | "locator.pressSequentially">): Promise<null> => {
  const locator = locatorOf(act, call)
  await beforeActing(act, call.pace)
  if (typeof call.value !== "string") return typeSecret(act, call, locator, call.value)
  if (call.verb === "locator.fill") {
    await locator.fill(call.value, waiting(act))
    return null
  }
  await refuseTyped(act, locator)
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
const refuseTyped = async (act: Act, locator: Locator): Promise<void> => {
  const { session } = act
  if (!session.typed.hasAny()) return
  const element = await locator.elementHandle(waiting(act))
  await session.typingLock.look(async () => {
    if (await session.typed.isTyped(element)) throw partOfSecret()
    const frame = await element.ownerFrame()
    await element.focus()
    if (frame !== null && (await session.typed.isFocused(frame.page()))) throw partOfSecret()
  })
}

const press = async (act: Act, call: CallOf<"locator.press">): Promise<null> => {
  refuseClipboard(call.key)
  const locator = locatorOf(act, call)
  if (isEditing(call.key)) await refuseTyped(act, locator)
  await locator.press(call.key, waiting(act))
  return null
}

const click = async (act: Act, call: CallOf<"locator.click" | "locator.dblclick">): Promise<null> => {
  await beforeActing(act, call.pace)
  const locator = locatorOf(act, call)
  // It would select a word.
  if (call.verb === "locator.dblclick") await refuseTyped(act, locator)
  await (call.verb === "locator.click" ? locator.click(waiting(act)) : locator.dblclick(waiting(act)))
  return null
}

export const locatorVerbs = (act: Act) => {
  const at = (call: Extract<PageCall, { readonly steps: unknown }>) => locatorOf(act, call)
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
    "locator.textContent": (call) => readFrom(act, at(call), textContentOf),
    "locator.innerText": (call) => readFrom(act, at(call), innerTextOf),
    "locator.allInnerTexts": (call) => textsOf(act, at(call), "innerText"),
    "locator.allTextContents": (call) => textsOf(act, at(call), "textContent"),
    "locator.getAttribute": (call) => getAttribute(act, at(call), call.name),
    "locator.inputValue": (call) => inputValue(act, at(call)),
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
    "locator.outline": (call) => readFrom(act, at(call), () => outlineOf(at(call), act.deadline.left())),
    "keypad.type": (call) => typeOnKeypad(act, call)
  } satisfies { [Verb in LocatorVerb]: (call: CallOf<Verb>) => Promise<Schema.Json> }
}
