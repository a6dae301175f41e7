/** The verbs of a locator: what is done to an element, and what is read from it. */
import type { PageCall } from "@counterfoil/core"
import type { Schema } from "effect"
import type { ElementHandle, Locator } from "playwright-core"
import { type Act, fault, locatorOf, waiting } from "./BankSession.ts"
import { outlineOf } from "./outline.ts"
import { readTable } from "./readTable.ts"
import { typeOnKeypad } from "./typeOnKeypad.ts"
import { typeSecret } from "./typeSecret.ts"

type CallOf<Verb extends PageCall["verb"]> = Extract<PageCall, { readonly verb: Verb }>
type LocatorVerb = Extract<PageCall["verb"], `locator.${string}` | `keypad.${string}`>

const secretRead = () => fault("SecretRead", "A secret was typed into this field: it can't be read back")

const isStale = (error: unknown): boolean =>
  error instanceof Error && /context was destroyed|not attached|was detached|is disposed/i.test(error.message)

/**
 * Reads from one element that no secret went into. The element is found first and read when nothing is being typed, so
 * that a read which was waiting can't see what is typed meanwhile.
 */
const readFrom = async <A>(act: Act, locator: Locator, read: (element: ElementHandle) => Promise<A>): Promise<A> => {
  const { session } = act
  for (;;) {
    const element = await locator.elementHandle(waiting(act))
    try {
      return await session.gate.look(async () => {
        if (session.typed.hasAny() && (await session.typed.isTyped(element))) throw secretRead()
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

const inputValue = async (act: Act, locator: Locator): Promise<string> => {
  const value = await readFrom(act, locator, async (element) => {
    const type = await element.getAttribute("type")
    if (type?.toLowerCase() === "password") throw fault("SecretRead", "A password field can't be read")
    return element.inputValue({ timeout: act.deadline.left() })
  })
  // A field that the page filled from a secret of its own accord, or that the browser restored.
  if (act.session.secrets.isTyped(value)) throw secretRead()
  return value
}

/** What may still be asked of a field that a secret went into. */
const harmlessAttributes =
  /^(id|name|type|class|role|placeholder|autocomplete|inputmode|maxlength|minlength|pattern|required|disabled|readonly|for|tabindex|aria-(label|labelledby|describedby|invalid|required|disabled|hidden))$/i

const getAttribute = async (act: Act, locator: Locator, name: string): Promise<string | null> => {
  if (harmlessAttributes.test(name)) return locator.getAttribute(name, waiting(act))
  const value = await readFrom(act, locator, (element) => element.getAttribute(name))
  if (value !== null && name.toLowerCase() === "value" && act.session.secrets.isTyped(value)) throw secretRead()
  return value
}

const allInnerTexts = ({ session }: Act, locator: Locator): Promise<ReadonlyArray<string>> =>
  session.gate.look(async () => {
    if (!session.typed.hasAny()) return locator.allInnerTexts()
    const elements = await locator.elementHandles()
    const typed = await Promise.all(elements.map((element) => session.typed.isTyped(element)))
    if (typed.includes(true)) throw secretRead()
    return Promise.all(elements.map((element) => element.innerText()))
  })

const rows = async (act: Act, locator: Locator): Promise<Schema.Json> => {
  const table = await readFrom(act, locator, readTable)
  if (table === null) throw fault("Failed", "rows() needs a <table> or an element with the role grid or table")
  return { headers: table.headers, rows: table.rows }
}

const enter = async (act: Act, call: CallOf<"locator.fill" | "locator.pressSequentially">): Promise<null> => {
  const locator = locatorOf(act, call)
  if (typeof call.value !== "string") return typeSecret(act, call, locator, call.value)
  if (call.verb === "locator.fill") await locator.fill(call.value, waiting(act))
  else await locator.pressSequentially(call.value, { delay: Math.min(call.delay ?? 0, 1000), ...waiting(act) })
  return null
}

/** Copying out of a field and pasting elsewhere would be a way to read it. */
const clipboardKeys =
  /(control|controlormeta|meta)\+(.*\+)?(key)?[cxv]$|(control|shift|controlormeta)\+(insert|delete)$|^(copy|cut|paste)$/i

const press = async (act: Act, call: CallOf<"locator.press">): Promise<null> => {
  if (clipboardKeys.test(call.key.replaceAll(/\s/g, ""))) throw fault("InvalidCall", "A script can't use the clipboard")
  await locatorOf(act, call).press(call.key, waiting(act))
  return null
}

export const locatorVerbs = (act: Act) => {
  const at = (call: Extract<PageCall, { readonly steps: unknown }>) => locatorOf(act, call)
  const done = () => null
  return {
    "locator.click": (call) => at(call).click(waiting(act)).then(done),
    "locator.check": (call) => at(call).check(waiting(act)).then(done),
    "locator.uncheck": (call) => at(call).uncheck(waiting(act)).then(done),
    "locator.hover": (call) => at(call).hover(waiting(act)).then(done),
    "locator.fill": (call) => enter(act, call),
    "locator.pressSequentially": (call) => enter(act, call),
    "locator.press": (call) => press(act, call),
    "locator.selectOption": (call) => at(call).selectOption(call.option, waiting(act)).then(done),
    "locator.textContent": (call) => readFrom(act, at(call), (element) => element.textContent()),
    "locator.innerText": (call) => readFrom(act, at(call), (element) => element.innerText()),
    "locator.allInnerTexts": (call) => allInnerTexts(act, at(call)),
    "locator.getAttribute": (call) => getAttribute(act, at(call), call.name),
    "locator.inputValue": (call) => inputValue(act, at(call)),
    "locator.count": (call) => at(call).count(),
    "locator.isVisible": (call) => at(call).isVisible(),
    "locator.isEnabled": (call) => at(call).isEnabled(waiting(act)),
    "locator.isChecked": (call) => at(call).isChecked(waiting(act)),
    "locator.waitFor": (call) =>
      at(call)
        .waitFor({ state: call.state ?? "visible", ...waiting(act) })
        .then(done),
    "locator.rows": (call) => rows(act, at(call)),
    "locator.outline": (call) => readFrom(act, at(call), () => outlineOf(at(call), act.deadline.left())),
    "keypad.type": (call) => typeOnKeypad(act, call)
  } satisfies { [Verb in LocatorVerb]: (call: CallOf<Verb>) => Promise<Schema.Json> }
}
