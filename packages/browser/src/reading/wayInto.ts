/** How a script gets into a frame, as its author would write it: `frameLocator('iframe[name="login"]')`. */
import type { ElementHandle, Frame } from "playwright-core"

interface FrameElement {
  readonly localName: string
  readonly getAttribute: (name: string) => string | null
  readonly ownerDocument: Root
}

interface Root {
  readonly querySelectorAll: (css: string) => Iterable<{ readonly shadowRoot: Root | null }>
}

interface Seen {
  readonly tag: string
  /** By the name of the attribute: those that no other frame of the document has. */
  readonly own: ReadonlyArray<readonly [string, string]>
  readonly place: number
  readonly of: number
}

/** Runs in the page: self-contained. */
const see = (element: FrameElement): Seen => {
  const tag = element.localName
  /** As a script finds them, in that order: open shadow roots are looked into. */
  const within = (root: Root): ReadonlyArray<unknown> => [
    ...root.querySelectorAll(tag),
    ...Array.from(root.querySelectorAll("*")).flatMap(({ shadowRoot }) =>
      shadowRoot === null ? [] : within(shadowRoot)
    )
  ]
  const all = within(element.ownerDocument)
  const isFrame = (each: unknown): each is FrameElement => typeof each === "object" && each !== null
  const own = ["name", "title", "id"].flatMap((name): ReadonlyArray<readonly [string, string]> => {
    const value = element.getAttribute(name)
    if (value === null || value === "" || value.length > 80) return []
    const same = all.filter((each) => isFrame(each) && each.getAttribute(name) === value)
    return same.length === 1 ? [[name, value]] : []
  })
  return { tag, own, place: all.indexOf(element), of: all.length }
}

/** It probably differs at the next visit: the end of a counter, or of a random id. */
const isMadeUp = (value: string): boolean => /\d{3}|[0-9a-f]{8}/i.test(value)

const quoted = (css: string): string => `'${css.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`

const write = ({ of, own, place, tag }: Seen): string => {
  const [attribute] = own.filter(([, value]) => !isMadeUp(value) && !/[\n\r\f\0]/.test(value))
  if (attribute !== undefined) {
    const [name, value] = attribute
    return `frameLocator(${quoted(`${tag}[${name}="${value.replaceAll(/["\\]/g, "\\$&")}"]`)})`
  }
  return `frameLocator(${quoted(tag)})${of === 1 ? "" : `.nth(${place})`}`
}

const writeStep = async (frame: Frame): Promise<string> => {
  const element: ElementHandle = await frame.frameElement()
  try {
    return write(await element.evaluate(see))
  } finally {
    await element.dispose()
  }
}

/** Empty for a page's main frame. */
export const wayInto = async (frame: Frame): Promise<string> => {
  const parent = frame.parentFrame()
  if (parent === null) return ""
  const [before, step] = await Promise.all([wayInto(parent), writeStep(frame)])
  return before === "" ? step : `${before}.${step}`
}
