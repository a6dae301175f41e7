/** Types a secret on a keypad that is one picture: the host reads the shapes of its keys and clicks where they lie. */
import type { PageCall } from "@counterfoil/core"
import type { ElementHandle } from "playwright-core"
import { type Act, locatorOf, waiting } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { endIfTold, type KeyLooks } from "./keypadState.ts"
import { isKeypad, noKey, partOfKeypad } from "./keypadRules.ts"
import { pressAll } from "./pressAll.ts"
import { trustedFrameOf } from "./typeSecret.ts"

type KeypadCall = Extract<PageCall, { readonly verb: "keypad.type" }>
type Shapes = Extract<KeypadCall["read"], { readonly shapes: unknown }>

export const isDrawn = (read: KeypadCall["read"]): read is Shapes => typeof read === "object" && "shapes" in read

interface Picture {
  readonly tagName: string
  readonly width: number
  readonly height: number
  readonly naturalWidth?: number
  readonly naturalHeight?: number
  readonly decode?: () => Promise<void>
}
interface PictureWindow {
  readonly document: {
    readonly createElement: (tag: "canvas") => {
      width: number
      height: number
      readonly getContext: (kind: "2d") => {
        readonly drawImage: (picture: Picture, x: number, y: number) => void
        readonly getImageData: (x: number, y: number, w: number, h: number) => { readonly data: Uint8ClampedArray }
      }
    }
  }
  readonly crypto: { readonly subtle: { readonly digest: (name: string, bytes: Uint8Array) => Promise<ArrayBuffer> } }
}

/** What one cell shows, as hashes. */
interface Cell {
  /** Dark or light against its ground, cut to its edges, so that colour and place don't matter; "": empty. */
  readonly shape: string
  /** All of its pixels. */
  readonly look: string
}

/** Runs in the page: self-contained. The cells, row by row; null: the element shows no picture. */
const readCells = async (
  element: Picture,
  { columns, rows }: { readonly columns: number; readonly rows: number }
): Promise<ReadonlyArray<Cell> | null> => {
  const { crypto, document }: PictureWindow = Object(globalThis)
  if (element.tagName !== "CANVAS" && element.tagName !== "IMG") return null
  await element.decode?.()
  const canvas = document.createElement("canvas")
  canvas.width = Math.min(element.naturalWidth ?? element.width, 2000)
  canvas.height = Math.min(element.naturalHeight ?? element.height, 2000)
  const context = canvas.getContext("2d")
  context.drawImage(element, 0, 0)
  const hash = async (bytes: Uint8Array) => {
    const digest = await crypto.subtle.digest("SHA-256", bytes)
    return Array.from(new Uint8Array(digest).slice(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("")
  }
  const [width, height] = [canvas.width / columns, canvas.height / rows]
  const shapeAt = (column: number, row: number): string => {
    // The frames of keys are left out.
    const [w, h] = [Math.floor(width * 0.8), Math.floor(height * 0.8)]
    const { data } = context.getImageData(Math.ceil((column + 0.1) * width), Math.ceil((row + 0.1) * height), w, h)
    const light = (at: number) => {
      const alpha = (data[at * 4 + 3] ?? 0) / 255
      const sum = (data[at * 4] ?? 0) + (data[at * 4 + 1] ?? 0) + (data[at * 4 + 2] ?? 0)
      return (sum / 3) * alpha + 255 * (1 - alpha)
    }
    const ground = light(0)
    const isInk = (x: number, y: number) => Math.abs(light(y * w + x) - ground) > 60
    const places = (length: number) => Array.from({ length }, (_, place) => place)
    const lines = places(h).filter((y) => places(w).some((x) => isInk(x, y)))
    const [top, bottom] = [lines[0], lines.at(-1)]
    if (top === undefined || bottom === undefined) return ""
    const across = places(w).filter((x) => lines.some((y) => isInk(x, y)))
    const [left = 0, right = 0] = [across[0], across.at(-1)]
    const inside = (from: number, to: number) => places(to - from + 1).map((place) => place + from)
    return inside(top, bottom)
      .map((y) =>
        inside(left, right)
          .map((x) => (isInk(x, y) ? "1" : "0"))
          .join("")
      )
      .join("/")
  }
  const lookAt = (column: number, row: number): Uint8Array => {
    const [x, y] = [Math.floor(column * width), Math.floor(row * height)]
    const { data } = context.getImageData(x, y, Math.ceil(width), Math.ceil(height))
    return new Uint8Array(data)
  }
  const cells: Array<Cell> = []
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const shape = shapeAt(column, row)
      const bytes = Uint8Array.from(shape, (sign) => sign.charCodeAt(0))
      cells.push({ shape: shape === "" ? "" : await hash(bytes), look: await hash(lookAt(column, row)) })
    }
  }
  return cells
}

const cellsOf = (canvas: ElementHandle, { columns, rows }: Shapes): Promise<ReadonlyArray<Cell> | null> =>
  canvas.evaluate(readCells, { columns, rows }).catch(() => null)

/** What was typed may have led on to another page: then all cells are gone. */
const looksNow = async (canvas: ElementHandle, read: Shapes): Promise<KeyLooks> => {
  const cells = (await cellsOf(canvas, read)) ?? Array.from({ length: read.columns * read.rows }, () => gone)
  return { labels: cells.map(({ shape }) => read.shapes[shape] ?? ""), looks: cells.map(({ look }) => look) }
}

const gone: Cell = { shape: "", look: "" }

/** Of all keys, before the first is pressed. */
const keysOf = async (canvas: ElementHandle, read: Shapes): Promise<KeyLooks> => {
  const shown = await cellsOf(canvas, read)
  if (shown === null)
    throw fault("Failed", "The keypad's element shows no picture that can be read: a canvas or an img")
  const unknown = shown.flatMap(({ shape }, place) =>
    shape !== "" && read.shapes[shape] === undefined ? [{ place, shape }] : []
  )
  if (unknown.length > 0) {
    // Shapes name pictures of the bank's, nothing of the secret's: the author needs them to complete the map.
    const places = unknown.map(({ place, shape }) => {
      const [row, column] = [Math.floor(place / read.columns) + 1, (place % read.columns) + 1]
      return `row ${row} column ${column}: ${shape}`
    })
    throw fault("Failed", `The keypad shows shapes that the map doesn't know: ${places.join(", ")}`)
  }
  return { labels: shown.map(({ shape }) => read.shapes[shape] ?? ""), looks: shown.map(({ look }) => look) }
}

export const typeOnCanvas = async (act: Act, call: KeypadCall, read: Shapes): Promise<null> => {
  const { session } = act
  const locator = locatorOf(act, call)
  await locator.waitFor({ state: "visible", ...waiting(act) })
  const canvas = await locator.elementHandle(waiting(act))
  const frame = await trustedFrameOf(session, canvas)
  const text = session.secrets.reveal(call.secret)

  /** Everything is looked for before anything is pressed: how far it went would tell which character is missing. */
  const check = async () => {
    const keys = await keysOf(canvas, read)
    if (!isKeypad(keys.labels)) throw partOfKeypad("These keys are neither all digits nor all letters")
    if (![...text].every((sign) => keys.labels.filter((each) => each === sign).length === 1)) throw noKey()
    return keys
  }

  const press = async (character: string) => {
    // Some keypads are dealt anew after every press: the keys are read each time. Shapes that come only now aren't named.
    const place = (await looksNow(canvas, read)).labels.indexOf(character)
    const box = await canvas.boundingBox()
    if (place < 0 || box === null) throw noKey()
    act.signal.throwIfAborted()
    const [column, row] = [place % read.columns, Math.floor(place / read.columns)]
    const position = { x: ((column + 0.5) * box.width) / read.columns, y: ((row + 0.5) * box.height) / read.rows }
    await canvas.click({ position, timeout: act.deadline.left() })
  }

  await session.typingLock.typeAlone(async () => {
    const before = await check()
    const now = () => looksNow(canvas, read)
    await endIfTold(before, now, () => pressAll(act, frame, { text, press, pace: call.pace }))
  })
  return null
}
