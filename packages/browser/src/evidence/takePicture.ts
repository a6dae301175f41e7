/** Takes a picture of one element, still or moving, for the account's owner: a code to scan, a number to read. */
import type { PictureOf } from "@counterfoil/core"
import type { Locator } from "playwright-core"
import { animatedPng, type Frame } from "./animatedPng.ts"
import type { PageSession } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { replaySteps } from "../locators/replaySteps.ts"
import { coveredIn } from "./takeEvidence.ts"
import { type Deadline, makeDeadline } from "../within.ts"

const waitMillis = 10_000
const longestMillis = 25_000
/** A flicker code begins anew within this time. */
const motionMillis = 4_000
/** A busy machine takes longer for as many. */
const fewestFrames = 8
/** Between two frames the page goes on by itself. */
const pauseMillis = 60
const mostPixels = 1_200
const mostBytes = 1024 * 1024

const checkSize = async (element: Locator, timeout: number): Promise<void> => {
  const box = await element.boundingBox({ timeout })
  if (box === null) throw fault("Failed", "The picture is not to be seen")
  if (box.width > mostPixels || box.height > mostPixels) {
    throw fault(
      "TooLarge",
      `A picture is at most ${mostPixels} by ${mostPixels} pixels: name the element that is shown`
    )
  }
}

const checked = (png: Buffer): Buffer => {
  if (png.length > mostBytes) throw fault("TooLarge", "The picture is too large to be passed on")
  return png
}

const moving = async (shoot: () => Promise<Buffer>, deadline: Deadline): Promise<Buffer> => {
  const beganAt = performance.now()
  const take = async (): Promise<Frame> => {
    const from = performance.now()
    const png = await shoot()
    await new Promise((resolve) => setTimeout(resolve, pauseMillis))
    return { png, millis: performance.now() - from }
  }
  const first = await take()
  const others: Array<Frame> = []
  const isShort = () => performance.now() - beganAt < motionMillis || others.length + 1 < fewestFrames
  while (isShort() && deadline.left() > waitMillis) others.push(await take())
  return animatedPng([first, ...others])
}

export const takePicture = async (session: PageSession, { motion, page, steps }: PictureOf): Promise<Uint8Array> => {
  const shown = session.pages.get(page)
  const deadline = makeDeadline(motion ? longestMillis : waitMillis)
  const element = replaySteps(shown, steps)
  await element.waitFor({ state: "visible", timeout: deadline.left() })
  await checkSize(element, deadline.left())
  const mask = shown.frames().flatMap((frame) => coveredIn(session, frame))
  const shoot = () =>
    element.screenshot({
      mask,
      maskColor: "#555555",
      animations: "allow",
      caret: "hide",
      scale: "css",
      timeout: deadline.left()
    })
  return checked(motion ? await moving(shoot, deadline) : await shoot())
}
