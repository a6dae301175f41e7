/** What a bank shows, in a terminal: a QR code in its own modules, any other picture in half blocks, two pixels to a character. */
import { Option } from "effect"
import { decodeQR } from "qr/decode.js"
import { framesOf, type Pixels } from "./png.ts"

/** Its modules, exactly as they were read: what is scanned from the terminal is what the bank showed. */
const modulesOf = ({ data, height, width }: Pixels): Pixels | undefined => {
  let found: Pixels | undefined
  try {
    decodeQR(
      { width, height, data },
      {
        timeLimit: 2_000,
        imageOnResult: (image) => {
          found = { width: image.width, height: image.height, data: Uint8Array.from(image.data) }
        }
      }
    )
    return found
  } catch {
    return undefined
  }
}

const isDark = ({ data, width, height }: Pixels, x: number, y: number): boolean =>
  x >= 0 && y >= 0 && x < width && y < height && (data[(y * width + x) * 4] ?? 255) < 128

/** Readers want so many light modules around it. */
const quiet = 4

const qrLines = (modules: Pixels, colours: boolean): ReadonlyArray<string> => {
  const lines: Array<string> = []
  for (let y = -quiet; y < modules.height + quiet; y += 2) {
    let line = ""
    for (let x = -quiet; x < modules.width + quiet; x++) {
      const [top, bottom] = [isDark(modules, x, y), isDark(modules, x, y + 1)]
      line += top ? (bottom ? "█" : "▀") : bottom ? "▄" : " "
    }
    // Dark on light, whichever way round the terminal is.
    lines.push(colours ? `\u001b[30;107m${line}\u001b[0m` : line)
  }
  return lines
}

const colourAt = ({ data, width }: Pixels, x: number, y: number): string => {
  const at = (y * width + x) * 4
  return `${data[at] ?? 0};${data[at + 1] ?? 0};${data[at + 2] ?? 0}`
}

/** Two pixels to a character; a colour is said where it changes. */
const blockLine = (pixels: Pixels, y: number, scale: number): string => {
  const below = Math.min(y + scale, pixels.height - 1)
  let line = ""
  let said = ""
  for (let x = 0; x < pixels.width; x += scale) {
    const colours = `\u001b[38;2;${colourAt(pixels, x, y)};48;2;${colourAt(pixels, x, below)}m`
    line += colours === said ? "▀" : `${colours}▀`
    said = colours
  }
  return `${line}\u001b[0m`
}

const pictureLines = (pixels: Pixels, { columns, rows }: Terminal): ReadonlyArray<string> => {
  const scale = Math.max(
    1,
    Math.ceil(pixels.width / columns),
    Math.ceil(pixels.height / (2 * Math.max(1, rows - kept)))
  )
  const lines: Array<string> = []
  for (let y = 0; y < pixels.height; y += 2 * scale) lines.push(blockLine(pixels, y, scale))
  return lines
}

/** Lines for what is asked below it. */
const kept = 3

export interface Terminal {
  readonly columns: number
  readonly rows: number
  readonly colours: boolean
}

const stillOf = (pixels: Pixels, terminal: Terminal): ReadonlyArray<string> | undefined => {
  const modules = modulesOf(pixels)
  if (modules !== undefined && modules.width + 2 * quiet <= terminal.columns) return qrLines(modules, terminal.colours)
  return terminal.colours ? pictureLines(pixels, terminal) : undefined
}

/** As lines; more than one of them moves. */
export interface Shown {
  readonly frames: ReadonlyArray<{ readonly lines: ReadonlyArray<string>; readonly millis: number }>
}

/** None: it can't be shown here. */
export const shownIn = (terminal: Terminal, png: Buffer): Option.Option<Shown> =>
  Option.flatMap(framesOf(png), ([first, ...others]) => {
    if (others.length === 0) {
      const lines = stillOf(first.pixels, terminal)
      return lines === undefined ? Option.none() : Option.some({ frames: [{ lines, millis: 0 }] })
    }
    if (!terminal.colours) return Option.none()
    const drawn = new Map<Pixels, ReadonlyArray<string>>()
    const linesOf = (pixels: Pixels) => {
      const lines = drawn.get(pixels) ?? pictureLines(pixels, terminal)
      drawn.set(pixels, lines)
      return lines
    }
    return Option.some({
      frames: [first, ...others].map(({ millis, pixels }) => ({ lines: linesOf(pixels), millis }))
    })
  })

/** Written over the frame that stands above the line on which the cursor is; the cursor stays there. */
export const drawnOver = (lines: ReadonlyArray<string>): string =>
  `\u001b7\u001b[${lines.length}A\r${lines.join("\r\n")}\u001b8`
