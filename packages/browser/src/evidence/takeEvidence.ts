/** What is kept of a failure: a picture with every field and every known secret covered, and an outline without values. */
import type { Evidence } from "@counterfoil/core"
import type { Frame, Locator } from "playwright-core"
import type { PageSession } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { inPieces } from "../inPieces.ts"
import { outlineOfFrame } from "../reading/outline.ts"

const fieldCss = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox], [role=spinbutton]"
const millis = 8_000
const mostFrames = 12
const longestAddress = 8_192

/** The engine that looks for a text runs apart from the page's own code: the page learns nothing by it. */
export const coveredIn = ({ secrets, rules }: PageSession, frame: Frame): ReadonlyArray<Locator> => [
  frame.locator(fieldCss),
  ...(rules.allowsSecret(frame.url()) ? secrets.visible().map((secret) => frame.getByText(secret)) : [])
]

export const takeEvidence = async (session: PageSession): Promise<Evidence> => {
  const page = session.pages.current()
  if (page === undefined) throw fault("PageClosed", "There is no page to take a picture of")
  const frames = page.frames().slice(0, mostFrames)
  const isAll = page.frames().length <= mostFrames
  const screenshot = await page.screenshot({
    mask: frames.flatMap((frame) => [
      ...coveredIn(session, frame),
      // In which fields nobody looked for fields: they are covered whole.
      ...(isAll ? [] : [frame.locator("iframe, frame")])
    ]),
    maskColor: "#555555",
    animations: "disabled",
    caret: "hide",
    timeout: millis
  })
  const outlines = await Promise.all(frames.map((frame) => outlineOfFrame(frame, millis)))
  return {
    screenshot,
    outline: await inPieces(session.secrets.scrubbing(outlines.join("\n\n"))),
    url: session.secrets.scrub(page.url().slice(0, longestAddress))
  }
}
