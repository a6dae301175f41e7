/** The keys of a keypad one after the other, at a person's pace, and then no trace of which was the last. */
import type { PageCall } from "@counterfoil/core"
import type { Frame } from "playwright-core"
import { dropFocus } from "./keypadRules.ts"
import { betweenTwoKeys } from "./pacing.ts"
import type { Act } from "../page/PageSession.ts"
import { refuseWithin, trustedFramesBeside } from "./typeSecret.ts"

interface Typing {
  readonly text: string
  readonly pace: Extract<PageCall, { readonly verb: "keypad.type" }>["pace"]
  readonly press: (character: string) => Promise<void>
}

export const pressAll = (act: Act, frame: Frame, { pace, press, text }: Typing): Promise<void> =>
  act.session.typed.whileTyping(trustedFramesBeside(act.session, frame), async () => {
    refuseWithin(act.session, frame)
    try {
      for (const character of text) {
        await press(character)
        await betweenTwoKeys(act, pace)
      }
    } finally {
      await frame.evaluate(dropFocus).catch(() => undefined)
      await frame
        .page()
        .mouse.move(0, 0)
        .catch(() => undefined)
    }
  })
