/** Types a secret on keys that a page draws: the host reads the keys and clicks them, the script learns neither. */
import type { PageCall } from "@counterfoil/core"
import { createHash } from "node:crypto"
import type { ElementHandle, Frame, JSHandle, Locator } from "playwright-core"
import { type Act, locatorOf, waiting } from "../page/PageSession.ts"
import { fault } from "../fault.ts"
import { isKeypad, noKey, partOfKeypad } from "./keypadRules.ts"
import { anyIsLasting, endIfTold, looksOf } from "./keypadState.ts"
import { pressAll } from "./pressAll.ts"
import { isDrawn, typeOnCanvas } from "./typeOnCanvas.ts"
import { trustedFrameOf } from "./typeSecret.ts"

type Keypad = Extract<PageCall, { readonly verb: "keypad.type" }>

const mostKeys = 60

interface KeyElement {
  readonly closest: (css: string) => { readonly getAttribute: (name: string) => string | null } | null
  readonly innerText?: string
  readonly textContent: string | null
  readonly tagName: string
  readonly getAttribute: (name: string) => string | null
  readonly querySelector: (css: string) => KeyElement | null
}

/** Runs in the page: what is written on a key. */
const readKey = (key: KeyElement, read: { readonly text: boolean; readonly attribute: string }): string => {
  if (read.text) return (key.innerText ?? key.textContent ?? "").trim()
  const holder = key.getAttribute(read.attribute) === null ? key.querySelector(`[${read.attribute}]`) : key
  return (holder?.getAttribute(read.attribute) ?? "").trim()
}

/** Runs in the page: whether the address after a click would say which key it was (an index of letters, numbers of pages). */
const tellsByAddress = (key: KeyElement): boolean => {
  const href = key.closest("a[href]")?.getAttribute("href") ?? "#"
  const isLink = !/^\s*(#|javascript:|$)/i.test(href)
  return (
    isLink || key.closest("form button[name]:not([type=button], [type=reset]), form input[type=submit][name]") !== null
  )
}

/** An `<img>`, or a `<canvas>` that the page draws on: that one has its size only, and nothing to wait for. */
interface Picture extends KeyElement {
  readonly width: number
  readonly height: number
  readonly naturalWidth?: number
  readonly naturalHeight?: number
  readonly decode?: () => Promise<void>
}
interface Canvas {
  width: number
  height: number
  readonly getContext: (kind: "2d") => {
    readonly drawImage: (picture: Picture, x: number, y: number) => void
    readonly getImageData: (x: number, y: number, width: number, height: number) => { readonly data: Uint8ClampedArray }
  }
}
interface PictureWindow {
  readonly document: { readonly createElement: (tag: "canvas") => Canvas }
  readonly crypto: { readonly subtle: { readonly digest: (name: string, bytes: Uint8Array) => Promise<ArrayBuffer> } }
}

/** Runs in the page: the hash of a key's pixels, which stay the same however the picture's file is packed. */
const readPicture = async (key: KeyElement): Promise<string | null> => {
  const isPicture = (element: KeyElement): element is Picture =>
    element.tagName === "IMG" || element.tagName === "CANVAS"
  // A canvas beside a picture is an ornament.
  const picture = isPicture(key) ? key : (key.querySelector("img") ?? key.querySelector("canvas"))
  const { document, crypto }: PictureWindow = Object(globalThis)
  if (picture === null || !isPicture(picture)) return null
  await picture.decode?.()
  const canvas = document.createElement("canvas")
  canvas.width = Math.min(picture.naturalWidth ?? picture.width, 400)
  canvas.height = Math.min(picture.naturalHeight ?? picture.height, 400)
  const context = canvas.getContext("2d")
  context.drawImage(picture, 0, 0)
  const size = Array.from(`${canvas.width}x${canvas.height}`, (character) => character.charCodeAt(0))
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  const digest = await crypto.subtle.digest("SHA-256", Uint8Array.from([...size, ...data]))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, 16)
}

/** A picture's name in a keypad's map: SHA-256 over its size ("4x4") and its pixels (RGBA by rows), 16 digits of it. */
export const pictureHash = (size: string, pixels: ReadonlyArray<number>): string =>
  createHash("sha256").update(size).update(Uint8Array.from(pixels)).digest("hex").slice(0, 16)

/** "7", and also "digit 7" or "k7": the one digit of a longer text. */
const characterOfText = (text: string): string => {
  const found = [...text].length > 1 ? text.match(/\d/g) : null
  return found?.length === 1 ? found[0] : text
}

const characterOfPicture = (hash: string | null, images: Readonly<Record<string, string>>): string => {
  if (hash === null) throw fault("Failed", "A key of the keypad has no picture that can be read: an img or a canvas")
  return images[hash] ?? ""
}

type Read = Exclude<Keypad["read"], { readonly shapes: unknown }>

/** What a key says, as its author maps it: "siete" types a 7. */
const characterOfLabel = async (key: ElementHandle, labels: Readonly<Record<string, string>>): Promise<string> => {
  const own = await key.evaluate(readKey, { text: true, attribute: "" })
  const label = own === "" ? await key.evaluate(readKey, { text: false, attribute: "aria-label" }) : own
  return labels[label] ?? ""
}

const characterOn = async (key: ElementHandle, read: Read): Promise<string> => {
  if (typeof read === "object" && "labels" in read) return characterOfLabel(key, read.labels)
  if (typeof read === "object" && "images" in read) {
    return characterOfPicture(await key.evaluate(readPicture).catch(() => null), read.images)
  }
  const attribute = typeof read === "string" ? read : read.attribute
  return characterOfText(await key.evaluate(readKey, { text: read === "text", attribute }))
}

/**
 * What the author needs to complete the map. Only before anything is pressed: then it is nothing of the secret's, but a picture
 * that a key has for a moment says that it was pressed.
 */
const nameUnknownPictures = async (
  keys: ReadonlyArray<ElementHandle>,
  shown: ReadonlyArray<string>,
  read: Read
): Promise<void> => {
  if (typeof read !== "object" || !("images" in read)) return
  const unknown = keys.flatMap((key, place) => (shown[place] === "" ? [{ key, place }] : []))
  if (unknown.length === 0) return
  const named = await Promise.all(
    unknown.map(async ({ key, place }) => `key ${place + 1} ${await key.evaluate(readPicture)}`)
  )
  throw fault("Failed", `The keypad shows pictures that the map doesn't know: ${named.join(", ")}`)
}

const tellingKey = () =>
  fault(
    "InvalidCall",
    "A key of a keypad can't be a link, send a form, or stay ticked or open: it would tell the characters"
  )

interface Keyed extends KeyElement {
  readonly parentElement: Keyed | null
  readonly contains: (other: Keyed) => boolean
  readonly querySelectorAll: (css: string) => Iterable<Keyed>
  readonly getClientRects: () => { readonly length: number }
}

/** Runs in the page: elements beside the keys, of their kind and in the same group, that are none of them. */
const besideKeys = ({ keys, most }: { readonly keys: ReadonlyArray<Keyed>; readonly most: number }) => {
  let group: Keyed | null = keys[0] ?? null
  while (group !== null && !keys.every((key) => group?.contains(key))) group = group.parentElement
  const tags = new Set(keys.map(({ tagName }) => tagName))
  const beside = Array.from(group?.querySelectorAll("*") ?? []).filter(
    (each) =>
      tags.has(each.tagName) &&
      each.getClientRects().length > 0 &&
      !keys.some((key) => key === each || key.contains(each) || each.contains(key))
  )
  return beside.slice(0, most + 1)
}

const elementsOf = async (list: JSHandle): Promise<ReadonlyArray<ElementHandle>> => {
  const properties = await list.getProperties()
  return [...properties.values()].flatMap((property) => property.asElement() ?? [])
}

/** The keys that are on the page now, in one look; one more than a keypad may have where there are too many. */
const keysOn = async (frame: Frame, keys: Locator): Promise<ReadonlyArray<ElementHandle>> => {
  const box = await frame.evaluateHandle((): { found: ReadonlyArray<unknown> } => ({ found: [] }))
  try {
    await keys.evaluateAll((found, into) => void (into.box.found = found.slice(0, into.most + 1)), {
      box,
      most: mostKeys
    })
    return await elementsOf(await box.evaluateHandle(({ found }) => found))
  } finally {
    void box.dispose().catch(() => undefined)
  }
}

/** Throws where the keys are a choice of a keypad's: a subset is a question about the secret. */
const refuseChoice = async (
  frame: Frame,
  keys: ReadonlyArray<ElementHandle>,
  labels: ReadonlyArray<string>,
  read: Read
): Promise<void> => {
  if (!isKeypad(labels)) throw partOfKeypad("These keys are neither all digits nor all letters")
  const others = await elementsOf(await frame.evaluateHandle(besideKeys, { keys: [...keys], most: mostKeys }))
  if (others.length > mostKeys) throw partOfKeypad("There are too many elements beside the keys")
  // A picture that the map doesn't know is the one of another button.
  const left = await Promise.all(others.map((other) => characterOn(other, read).catch(() => "")))
  if (left.some((label) => [...label].length === 1)) throw partOfKeypad("Keys of the keypad are left out")
}

export const typeOnKeypad = async (act: Act, call: Keypad): Promise<null> => {
  const { session } = act
  const { read } = call
  if (isDrawn(read)) return typeOnCanvas(act, call, read)
  if (typeof read === "object" && "attribute" in read && !/^[\w:-]+$/.test(read.attribute)) {
    throw fault("InvalidCall", `"${read.attribute}" is not the name of an attribute`)
  }
  const keys = locatorOf(act, call)
  await keys.first().waitFor({ state: "visible", ...waiting(act) })
  const first = await keys.first().elementHandle(waiting(act))
  const frame = await trustedFrameOf(session, first)
  const text = session.secrets.reveal(call.secret)

  const readKeys = async () => {
    const handles = await keysOn(frame, keys)
    if (handles.length > mostKeys) throw fault("InvalidCall", `A keypad has at most ${mostKeys} keys`)
    return { handles, shown: await Promise.all(handles.map((key) => characterOn(key, read))) }
  }

  /** All of it is looked for before anything is pressed: how far it went would tell which character is missing. */
  const checkKeys = async () => {
    const { handles, shown } = await readKeys()
    await nameUnknownPictures(handles, shown, read)
    await refuseChoice(frame, handles, shown, read)
    const tells = await Promise.all(handles.map((key) => key.evaluate(tellsByAddress)))
    if (tells.includes(true) || (await anyIsLasting(frame, handles))) throw tellingKey()
    const isOnOne = (character: string) => shown.filter((label) => label === character).length === 1
    if (![...text].every(isOnOne)) throw noKey()
    return { handles, looks: await looksOf(frame, handles, shown) }
  }

  const press = async (character: string) => {
    // Some keypads are dealt anew after every press: the keys are read each time.
    const { handles, shown } = await readKeys()
    const [index, ...others] = shown.flatMap((label, place) => (label === character ? [place] : []))
    const key = index === undefined ? undefined : handles[index]
    if (key === undefined || others.length > 0) throw noKey()
    const [tells] = await Promise.all([key.evaluate(tellsByAddress), trustedFrameOf(session, key)])
    if (tells) throw tellingKey()
    act.signal.throwIfAborted()
    await key.click({ timeout: act.deadline.left() })
    await Promise.all(handles.map((handle) => handle.dispose()))
  }

  await session.typingLock.typeAlone(async () => {
    const { handles, looks } = await checkKeys()
    const now = async () =>
      looksOf(frame, handles, await Promise.all(handles.map((key) => characterOn(key, read).catch(() => ""))))
    await endIfTold(looks, now, () => pressAll(act, frame, { text, press, pace: call.pace }))
    await Promise.all(handles.map((handle) => handle.dispose()))
  })
  return null
}
