/**
 * What a login has done with its secrets so far, and what it may still do.
 *
 * The password is typed once: whole, or by single characters of it where a bank asks for some ("the 2nd, the 5th"), each of
 * these once. Otherwise a script could find out characters one by one, from how a page or the host takes them. All that is
 * typed before the first click, choice, Enter (or another key that may send) or navigation is one use; that step may send it, and after it the password isn't typed
 * again in this login.
 */
import type { PageCall, SecretHandle } from "../scripts/PageCall.ts"
import type { ScriptPhase } from "../scripts/ScriptRunner.ts"
import { type Moment, momentOf, phaseProblem, secretKind } from "./phaseRules.ts"

/** The handle that a call types, if it does. */
export const typedSecret = (call: PageCall): SecretHandle | undefined => {
  if (call.verb === "keypad.type") return call.secret
  return "value" in call && typeof call.value !== "string" ? call.value : undefined
}

/** What of a secret was typed: all of it, or these places. */
type Typed = "whole" | ReadonlySet<number>

export interface SecretUse {
  readonly begin: (phase: ScriptPhase) => void
  /** No phase runs. */
  readonly end: () => void
  readonly phase: () => ScriptPhase | undefined
  readonly moment: () => Moment | undefined
  /** Whether the last login has sent the password, for all that the host knows. */
  readonly isSent: () => boolean
  /** Takes note of a call that is about to be carried out; answers why it may not be, for the script's author. */
  readonly admit: (call: PageCall) => string | undefined
}

const sendingVerbs: ReadonlySet<PageCall["verb"]> = new Set<PageCall["verb"]>([
  "locator.click",
  "locator.dblclick",
  // A page may send its form as soon as one of these changes.
  "locator.check",
  "locator.uncheck",
  "locator.selectOption",
  "page.goto",
  "page.reload",
  "page.goBack",
  "page.goForward",
  "page.close"
])

/** One sign, or what moves within a page. Everything else may send, shortcuts of the page's own among it. */
const harmlessKey =
  /^(?:Shift\+)?(?:\S|Tab|Escape|Backspace|Delete|Home|End|Arrow(?:Left|Right|Up|Down)|(?:Key|Digit)\w|Shift)$/u

/** A new line is Enter wherever it is pressed, and a blank presses the button that has the focus. */
const pressesNoButton = (text: string): boolean => /^\S*$/u.test(text)

const maySend = (call: PageCall): boolean => {
  if (sendingVerbs.has(call.verb)) return true
  if ("key" in call) return !harmlessKey.test(call.key)
  return call.verb === "locator.pressSequentially" && typeof call.value === "string" && !pressesNoButton(call.value)
}

const isRepeated = (positions: ReadonlyArray<number>): boolean => new Set(positions).size < positions.length

const placesProblem = (typed: Typed | undefined, { positions = [], secret }: SecretHandle): string | undefined => {
  if (isRepeated(positions)) return `A place of "${secret}" is named twice: each is typed once`
  if (typed === "whole") return `"${secret}" was typed whole: its characters aren't typed too in the same login`
  const again = positions.find((position) => typed?.has(position))
  return again === undefined
    ? undefined
    : `Character ${again} of "${secret}" was typed in this login: each is typed once`
}

export const makeSecretUse = (): SecretUse => {
  let phase: ScriptPhase | undefined
  let isSent = false
  let password: Typed | undefined
  const codes = new Map<string, Typed>()

  const moment = () => (phase === undefined ? undefined : momentOf(phase, isSent))

  const usePassword = (handle: SecretHandle): string | undefined => {
    if (handle.positions === undefined) {
      if (password !== undefined && password !== "whole") {
        return "Characters of the password were typed: it isn't typed whole too in the same login"
      }
      password = "whole"
      return undefined
    }
    const problem = placesProblem(password, handle)
    if (problem !== undefined || password === "whole") return problem
    password = new Set([...(password ?? []), ...handle.positions])
    return undefined
  }

  const useCode = (handle: SecretHandle): string | undefined => {
    const typed = codes.get(handle.secret)
    const isUsed = typed === "whole" || (typed !== undefined && handle.positions === undefined)
    const used = "A code is typed once: this one was. Ask for another by code.rejected() when the bank refused it"
    const problem = isUsed ? used : placesProblem(typed, handle)
    if (problem !== undefined || typed === "whole") return problem
    codes.set(
      handle.secret,
      handle.positions === undefined ? "whole" : new Set([...(typed ?? []), ...handle.positions])
    )
    return undefined
  }

  const use = (handle: SecretHandle): string | undefined => {
    const kind = secretKind(handle.secret)
    const problem = phaseProblem(`type ${kind}`, moment())
    if (problem !== undefined) return problem
    if (kind === "code") return useCode(handle)
    if (kind === "password") return usePassword(handle)
    return handle.positions === undefined ? undefined : "The user name is typed whole"
  }

  return {
    begin: (begun) => {
      phase = begun
      if (begun !== "login") return
      isSent = false
      password = undefined
    },
    end: () => {
      phase = undefined
    },
    phase: () => phase,
    moment,
    isSent: () => isSent,
    admit: (call) => {
      const problem = phaseProblem(call.verb, moment())
      if (problem !== undefined) return problem
      const handle = typedSecret(call)
      if (handle !== undefined) return use(handle)
      if (password !== undefined && maySend(call)) isSent = true
      return undefined
    }
  }
}
