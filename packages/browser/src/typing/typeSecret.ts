/** Types a secret into a field, after asking whose frame the field is in. */
import { type PageCall, type SecretHandle, secretKind, type TypingRules } from "@counterfoil/core"
import type { ElementHandle, Frame, Locator } from "playwright-core"
import { type Act, type PageSession, waiting } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { insertSecret } from "./insertSecret.ts"
import { lookOnce } from "../reading/look.ts"
import { makeReady } from "../looks/makeReady.ts"
import { betweenTwoKeys, type Pace } from "./pacing.ts"
import { crossesFrames } from "../locators/replaySteps.ts"

type Typing = Extract<PageCall, { readonly verb: "locator.fill" | "locator.pressSequentially" }>

/**
 * A srcdoc frame is written by its parent and shares its origin. Other frames without an address of their own
 * (about:blank, data:, blob:) may belong to whoever opened them: they are nobody's.
 */
const addressOf = (frame: Frame): string => {
  const parent = frame.parentFrame()
  return frame.url() === "about:srcdoc" && parent !== null ? addressOf(parent) : frame.url()
}

const isTrusted = ({ rules }: PageSession, frame: Frame): boolean => rules.allowsSecret(addressOf(frame))

/** The frame that `element` is in, when secrets may go there. */
export const trustedFrameOf = async (session: PageSession, element: ElementHandle): Promise<Frame> => {
  const frame = await element.ownerFrame()
  if (frame !== null && isTrusted(session, frame)) return frame
  const origin = frame === null ? "a page that is gone" : (URL.parse(addressOf(frame))?.origin ?? "an unknown origin")
  throw fault("SecretOrigin", `A secret can't be typed into a frame of ${origin}: it isn't one of the secret origins`)
}

/** Keys and clicks go to where the focus and the pointer are: a page around the frame can take both, and give them back. */
export const refuseWithin = (session: PageSession, frame: Frame): void => {
  for (let around = frame.parentFrame(); around !== null; around = around.parentFrame()) {
    if (isTrusted(session, around)) continue
    throw fault(
      "SecretOrigin",
      "A secret can't be typed key by key into a frame within a page that isn't of the secret origins"
    )
  }
}

/** Every frame of the page that may react to a secret, for the marks on the fields that it changes. */
export const trustedFramesBeside = (session: PageSession, frame: Frame): ReadonlyArray<Frame> =>
  frame
    .page()
    .frames()
    .filter((each) => each === frame || isTrusted(session, each))

interface Focus {
  readonly activeElement: { readonly tagName: string } | null
  readonly hasFocus: () => boolean
}

/** Runs in the page. Keys go to the element that has the focus, which a page may move into another frame. */
const isFocusHere = () => {
  const { document }: { readonly document: Focus } = Object(globalThis)
  return document.hasFocus() && !/^I?FRAME$/.test(document.activeElement?.tagName ?? "")
}

/** Runs in the page. */
const focusedElement = () => {
  const { document }: { readonly document: Focus } = Object(globalThis)
  return document.activeElement
}

interface Rhythm {
  readonly delay: number
  readonly pace: Pace
}

const pressEach = async (act: Act, element: ElementHandle, text: string, rhythm: Rhythm): Promise<void> => {
  const { delay, pace } = rhythm
  await element.focus()
  for (const character of text) {
    const frame = await trustedFrameOf(act.session, element)
    if (!(await frame.evaluate(isFocusHere))) {
      throw fault("SecretOrigin", "The page moved the focus to another frame while a secret was being typed")
    }
    await frame.page().keyboard.type(character)
    if (delay > 0) await frame.page().waitForTimeout(delay)
    await betweenTwoKeys(act, pace)
  }
}

interface FieldElement {
  readonly tagName: string
  readonly type?: string
  readonly maxLength?: number
}

interface Field {
  readonly kind: "password" | "line" | "value" | "other"
  /** -1: no limit. */
  readonly maxLength: number
}

/** Runs in the page. */
const describeField = (field: FieldElement): Field => {
  const isLine = field.tagName === "INPUT" && /^(text|tel|number|search|email)$/.test(field.type ?? "")
  const isPassword = field.tagName === "INPUT" && field.type === "password"
  const isValue = field.tagName === "INPUT" && /^(date|datetime-local|month|time|week)$/.test(field.type ?? "")
  const kind = isPassword ? "password" : isLine ? "line" : isValue ? "value" : "other"
  return { kind, maxLength: field.maxLength ?? -1 }
}

const refused = (message: string) => fault("SecretRefused", message)

/**
 * What a field shows, a page can show elsewhere: what was looked for, what is left to type. Of a password field it shows
 * nothing. A piece of a secret can't be taken out of a text again, and a field that is too short makes a piece of it.
 */
const refuseField = (field: Field, handle: SecretHandle, length: number, typing: TypingRules): void => {
  if (field.kind === "password") return
  if (secretKind(handle.secret) === "password" && !(typing.passwordInText && field.kind === "line")) {
    throw refused(
      'The password goes into <input type="password"> or on a keypad; for a bank that has neither, the manifest says passwordFields: "text"'
    )
  }
  const isForCharacters = field.maxLength === 1 || field.maxLength === 2
  if (handle.positions !== undefined && !(field.kind === "line" && isForCharacters)) {
    throw refused("Characters of a secret go into password fields, or fields for one or two characters")
  }
  if (handle.positions === undefined && field.maxLength >= 0 && field.maxLength < length) {
    throw refused(`The field takes ${field.maxLength} characters: the secret would be cut off`)
  }
}

const longestDelay = 1000

interface ByHandle {
  readonly call: Typing
  readonly element: ElementHandle
  readonly handle: SecretHandle
  readonly text: string
}

/** Whatever the field is and wherever, typed as the script wants it. */
const typeByHandle = async (act: Act, { call, element, handle, text }: ByHandle): Promise<void> => {
  const { session } = act
  const frame = await trustedFrameOf(session, element)
  await element.waitForElementState("editable", { timeout: act.deadline.left() })
  if (call.verb === "locator.pressSequentially") refuseWithin(session, frame)
  const field = await element.evaluate(describeField)
  refuseField(field, handle, text.length, act.typing)
  // The phase may have ended while the field was waited for.
  act.signal.throwIfAborted()
  await session.typed.whileTyping(trustedFramesBeside(session, frame), async () => {
    await session.typed.mark(element)
    await trustedFrameOf(session, element)
    if (call.verb === "locator.fill") {
      // A day of birth, say: it is set in the field, and no keys are sent.
      if (field.kind === "value") return element.fill(text, { timeout: act.deadline.left() })
      if (await insertSecret(element, text)) return
      throw fault("SecretOrigin", "The page kept the focus from the field that a secret was typed into")
    }
    // What stands there already would cut the secret in two, or off.
    if (handle.positions === undefined) await element.fill("", { timeout: act.deadline.left() })
    await pressEach(act, element, text, { delay: Math.min(call.delay ?? 0, longestDelay), pace: call.pace })
  })
}

/** Fills a plain field of the page's own document, where it stands ready; false: nothing was typed. */
const fillAtOnce = async (act: Act, call: Typing, handle: SecretHandle, text: string): Promise<boolean> => {
  const { session } = act
  const page = session.pages.get(call.page)
  const isPlain = call.verb === "locator.fill" && text !== "" && !crossesFrames(call.steps)
  if (!isPlain || !isTrusted(session, page.mainFrame())) return false
  const watch = session.typed.watch(trustedFramesBeside(session, page.mainFrame()))
  const arg = {
    snapshot: watch.name,
    origins: session.rules.origins.filter(session.rules.allowsSecret),
    takesText: secretKind(handle.secret) !== "password" || act.typing.passwordInText,
    isWhole: handle.positions === undefined,
    length: text.length
  }
  const [isReady] = await Promise.all([lookOnce(act, call, { look: makeReady, arg, mayBeTyped: true }), watch.ready])
  if (isReady === null) return false
  // The phase may have ended meanwhile.
  act.signal.throwIfAborted()
  try {
    const focused = (await page.mainFrame().evaluateHandle(focusedElement)).asElement()
    if (focused === null) return false
    await trustedFrameOf(session, focused)
    return await insertSecret(focused, text)
  } finally {
    await watch.markChanged()
  }
}

export const typeSecret = async (act: Act, call: Typing, locator: Locator, handle: SecretHandle): Promise<null> => {
  const { session } = act
  const text = session.secrets.reveal(handle)
  let isTyped = false
  await session.typingLock.type(async () => {
    isTyped = await fillAtOnce(act, call, handle, text)
  })
  if (isTyped) return null
  const element = await locator.elementHandle(waiting(act))
  await trustedFrameOf(session, element)
  await session.typingLock.type(() => typeByHandle(act, { call, element, handle, text }))
  return null
}
