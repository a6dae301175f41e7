/**
 * Ends downloads that are larger than anybody could read, of whatever page, awaited or not: the bank decides how long they go on,
 * and they are written to the disk. How far they are is read from Chromium's messages, because Playwright tells only of the end.
 */
import { Option, Schema } from "effect"
import type { Browser } from "playwright-core"
import { headOf, type Judge } from "./messageFilter.ts"

/** Also the longest answer that crosses to a script. */
export const largestDownload = 4 * 1024 * 1024

export interface DownloadsTold {
  /** The same judge, which from now on tells of downloads among what it judges. */
  readonly among: (judge: Judge) => Judge
  readonly listen: (listener: (event: DownloadEvent) => void) => void
}

const Begin = Schema.Struct({
  method: Schema.Literal("Browser.downloadWillBegin"),
  params: Schema.Struct({ guid: Schema.String, url: Schema.String })
})
const Progress = Schema.Struct({
  method: Schema.Literal("Browser.downloadProgress"),
  params: Schema.Struct({
    guid: Schema.String,
    /** 0 where the bank doesn't say. */
    totalBytes: Schema.Number,
    receivedBytes: Schema.Number,
    state: Schema.String
  })
})
const DownloadEvent = Schema.Union([Begin, Progress])
type DownloadEvent = typeof DownloadEvent.Type

const decodeEvent = Schema.decodeUnknownOption(Schema.fromJsonString(DownloadEvent))
const heads = [headOf("Browser.downloadWillBegin"), headOf("Browser.downloadProgress")]

const couldBegin = (message: Buffer, head: Buffer): boolean => {
  const length = Math.min(message.length, head.length)
  return message.compare(head, 0, length, 0, length) === 0
}

export const watchDownloads = (): DownloadsTold => {
  let tell: (event: DownloadEvent) => void = () => undefined
  return {
    listen: (listener) => {
      tell = listener
    },
    among: (judge) => (message, isWhole) => {
      if (!heads.some((head) => couldBegin(message, head))) return judge(message, isWhole)
      if (!isWhole) return "undecided"
      const verdict = judge(message, isWhole)
      const event = decodeEvent(message.toString())
      if (Option.isSome(event)) tell(event.value)
      return verdict
    }
  }
}

export interface DownloadGuard {
  /** Whether a download from this address was ended. */
  readonly wasTooLarge: (url: string) => boolean
}

const remembered = 200
const longestAddress = 64 * 1024

const remember = <K>(kept: Map<K, string>, key: K, value: string) => {
  kept.set(key, value)
  const [oldest] = kept.keys()
  if (kept.size > remembered && oldest !== undefined) kept.delete(oldest)
}

/** To be called before the browser opens its first context. */
export const guardDownloads = async (browser: Browser, told: DownloadsTold): Promise<DownloadGuard> => {
  const session = await browser.newBrowserCDPSession()
  const addresses = new Map<string, string>()
  const ended = new Map<string, string>()
  const tooLarge = new Map<string, string>()

  /** The browser wants to be told the context, and doesn't tell it. */
  const end = async (guid: string): Promise<void> => {
    const { browserContextIds } = await session.send("Target.getBrowserContexts")
    for (const browserContextId of browserContextIds) {
      void session.send("Browser.cancelDownload", { guid, browserContextId }).catch(() => undefined)
    }
  }

  told.listen((event) => {
    const { guid } = event.params
    if (event.method === "Browser.downloadWillBegin") {
      if (event.params.url.length <= longestAddress) remember(addresses, guid, event.params.url)
      return
    }
    const { receivedBytes, state, totalBytes } = event.params
    if (Math.max(receivedBytes, totalBytes) <= largestDownload || state !== "inProgress" || ended.has(guid)) return
    remember(ended, guid, "")
    const url = addresses.get(guid)
    if (url !== undefined) remember(tooLarge, url, "")
    void end(guid).catch(() => undefined)
  })
  return { wasTooLarge: (url) => tooLarge.has(url) }
}
