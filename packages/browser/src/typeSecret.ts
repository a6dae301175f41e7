/** Types a secret into a field, after asking whose frame the field is in. */
import type { PageCall, SecretHandle } from "@counterfoil/core"
import type { ElementHandle, Frame, Locator } from "playwright-core"
import { type Act, type BankSession, fault, waiting } from "./BankSession.ts"
import { betweenTwoKeys, type Pace } from "./pacing.ts"

type Typing = Extract<PageCall, { readonly verb: "locator.fill" | "locator.pressSequentially" }>

/**
 * A srcdoc frame is written by its parent and shares its origin. Other frames without an address of their own
 * (about:blank, data:, blob:) may belong to whoever opened them: they are nobody's.
 */
const addressOf = (frame: Frame): string => {
  const parent = frame.parentFrame()
  return frame.url() === "about:srcdoc" && parent !== null ? addressOf(parent) : frame.url()
}

const isTrusted = ({ rules }: BankSession, frame: Frame): boolean => rules.allowsSecret(addressOf(frame))

/** The frame that `element` is in, when secrets may go there. */
export const trustedFrameOf = async (session: BankSession, element: ElementHandle): Promise<Frame> => {
  const frame = await element.ownerFrame()
  if (frame !== null && isTrusted(session, frame)) return frame
  const origin = frame === null ? "a page that is gone" : (URL.parse(addressOf(frame))?.origin ?? "an unknown origin")
  throw fault("SecretOrigin", `A secret can't be typed into a frame of ${origin}: it isn't one of the secret origins`)
}

/** Every frame of the page that may react to a secret, for the marks on the fields that it changes. */
export const trustedFramesBeside = (session: BankSession, frame: Frame): ReadonlyArray<Frame> =>
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

interface Field {
  readonly tagName: string
  readonly type?: string
  readonly maxLength?: number
}

/** Runs in the page. */
const isForCharacters = (field: Field): boolean =>
  field.tagName === "INPUT" && (field.type === "password" || field.maxLength === 1 || field.maxLength === 2)

/**
 * Single characters can't be taken out of a text again: typed into a field whose content the page shows elsewhere (what was
 * looked for, what is left to type), they would be told one by one.
 */
const refusePieces = async (element: ElementHandle, { positions }: SecretHandle): Promise<void> => {
  if (positions === undefined || (await element.evaluate(isForCharacters))) return
  throw fault("InvalidCall", "Characters of a secret go into password fields, or fields for one or two characters")
}

const longestDelay = 1000

export const typeSecret = async (act: Act, call: Typing, locator: Locator, handle: SecretHandle): Promise<null> => {
  const { session } = act
  const element = await locator.elementHandle(waiting(act))
  const frame = await trustedFrameOf(session, element)
  await refusePieces(element, handle)
  const text = session.secrets.reveal(handle)
  await session.gate.type(async () => {
    await element.waitForElementState("editable", { timeout: act.deadline.left() })
    await session.typed.whileTyping(trustedFramesBeside(session, frame), { frame, element }, async () => {
      await trustedFrameOf(session, element)
      if (call.verb === "locator.fill") return element.fill(text, { timeout: act.deadline.left() })
      await pressEach(act, element, text, { delay: Math.min(call.delay ?? 0, longestDelay), pace: call.pace })
    })
  })
  return null
}
