/** The pages of one session by number, their dialogs, and the popups and downloads that a script waits for. */
import { PageFault, type TextEncoding } from "@counterfoil/core"
import type { Schema } from "effect"
import { readFile, stat } from "node:fs/promises"
import type { BrowserContext, Dialog, Download, Page, Response } from "playwright-core"
import { type DownloadGuard, largestDownload } from "../pipe/DownloadGuard.ts"
import { type Deadline, within } from "../within.ts"

const mostOpenPages = 10
/** Numbers are not used again: those that were closed count here. */
const mostPages = 100
const mostExpectations = 16
const mostDownloads = 16
const keptTypes = 50
const never = -1

const typesByEnding: Readonly<Record<string, string>> = {
  csv: "text/csv",
  txt: "text/plain",
  xml: "application/xml",
  ofx: "application/x-ofx",
  qfx: "application/x-ofx",
  json: "application/json",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  zip: "application/zip",
  pdf: "application/pdf"
}

interface NumberedPage {
  readonly page: Page
  dialogAnswer: "accept" | "dismiss"
  /** Documents that its frames have shown. */
  documents: number
}

interface Expectation {
  readonly came: () => Promise<Schema.Json>
  /** Nobody waits for it any more. */
  readonly stop: () => void
}

export interface SessionPages {
  readonly adopt: (page: Page) => void
  readonly get: (number: number) => Page
  /** The page that the script did something to last, or else the one that was opened last, of those that still are. */
  readonly current: () => Page | undefined
  readonly answerDialogs: (number: number, answer: "accept" | "dismiss") => void
  readonly expect: (number: number, what: "popup" | "download") => string
  readonly expected: (token: string, deadline: Deadline) => Promise<Schema.Json>
  /** `clean` takes what may not be read out of the bytes: in another encoding it would be another text. */
  readonly readDownload: (
    id: string,
    encoding: TextEncoding,
    clean: (bytes: Buffer) => Promise<Buffer>
  ) => Promise<string>
  /** At most 4 MiB. */
  readonly downloadBytes: (id: string) => Promise<Buffer>
  /** A run of a script begins, with page 0: whatever an earlier one left beside it is let go. */
  readonly beginRun: () => void
  /** Page 0 is the only page, has shown so many documents or more, and none since the run began. */
  readonly hasOnlyShownBefore: (documents: number) => boolean
  /** Puts another page in the place of page 0. */
  readonly replaceFirst: (page: Page) => void
}

const invalid = (message: string) => new PageFault({ code: "InvalidCall", message })

const tooLarge = () => new PageFault({ code: "TooLarge", message: "A download of more than 4 MiB can't be read" })

/** Ends it if it isn't done, and removes what there is of it. */
const letGo = (download: Download): void => {
  void download
    .cancel()
    .then(() => download.delete())
    .catch(() => undefined)
}

/** By the mark at its beginning, which no text in UTF-8 has: spreadsheets save so, and banks seldom say it. */
const markedAs = (bytes: Buffer): TextEncoding => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le"
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "utf-8"
}

/** `follow` is told of each window that a script waited for, and goes on in. */
export const makeSessionPages = (
  context: BrowserContext,
  guard: DownloadGuard,
  follow: (page: Page) => void
): SessionPages => {
  const pages: Array<NumberedPage> = []
  const expectations = new Map<string, Expectation>()
  const downloads = new Map<string, Download>()
  const contentTypes = new Map<string, string>()
  let used = 0
  /** Documents of page 0 when the run began; `never`: no longer of interest in this run. */
  let shownBefore = never
  /** Those who wait for a download, in the order in which they began to. */
  const awaited: Array<(download: Download) => void> = []

  const noteType = (response: Response) => {
    const type = response.headers()["content-type"]
    if (type === undefined) return
    contentTypes.set(response.url(), type.split(";")[0]?.trim() ?? "")
    const [oldest] = contentTypes.keys()
    if (contentTypes.size > keptTypes && oldest !== undefined) contentTypes.delete(oldest)
  }

  const answer = (numbered: NumberedPage, dialog: Dialog) => {
    // A page that asks "leave?" is left: the script has already said that it navigates.
    const isAccepted = dialog.type() === "beforeunload" || numbered.dialogAnswer === "accept"
    void (isAccepted ? dialog.accept() : dialog.dismiss()).catch(() => undefined)
  }

  const adopt = (page: Page) => {
    if (pages.some((numbered) => numbered.page === page)) return
    const open = pages.filter((each) => !each.page.isClosed()).length
    if (open >= mostOpenPages || pages.length >= mostPages) return void page.close().catch(() => undefined)
    const numbered: NumberedPage = { page, dialogAnswer: "dismiss", documents: 0 }
    pages.push(numbered)
    page.on("dialog", (dialog) => answer(numbered, dialog))
    page.on("framenavigated", () => {
      numbered.documents += 1
    })
  }
  context.on("page", adopt)
  // Of the context: a link with a target of its own downloads in a page that is gone again at once.
  context.on("download", (download) => {
    const taken = awaited.shift()
    if (taken === undefined) letGo(download)
    else taken(download)
  })
  /** Only while a download is waited for: Playwright keeps every answer that somebody listens for until its page closes. */
  let listeners = 0
  const listenForTypes = (): (() => void) => {
    if (listeners === 0) context.on("response", noteType)
    listeners += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      listeners -= 1
      if (listeners > 0) return
      context.off("response", noteType)
      contentTypes.clear()
    }
  }

  const at = (number: number): NumberedPage => {
    const numbered = pages[number]
    if (numbered === undefined) throw invalid(`There is no page ${number} in this session`)
    if (numbered.page.isClosed()) throw new PageFault({ code: "PageClosed", message: `Page ${number} is closed` })
    return numbered
  }

  const keepDownload = async (download: Download, isWanted: () => boolean): Promise<Schema.Json> => {
    const path = await download.path().catch(() => {
      if (guard.wasTooLarge(download.url())) throw tooLarge()
      throw new PageFault({ code: "Failed", message: "The download was broken off" })
    })
    const { size } = await stat(path)
    if (size > largestDownload) throw tooLarge()
    if (!isWanted()) throw invalid("Nobody waits for that download any more")
    const name = download.suggestedFilename()
    const ending = name.split(".").at(-1)?.toLowerCase() ?? ""
    const type = contentTypes.get(download.url()) ?? typesByEnding[ending] ?? "application/octet-stream"
    const id = `download-${downloads.size + 1}`
    downloads.set(id, download)
    return { download: id, name, type, size }
  }

  const expectPopup = (numbered: NumberedPage): Expectation => {
    const { promise, resolve } = Promise.withResolvers<Page>()
    numbered.page.once("popup", resolve)
    const came = async (): Promise<Schema.Json> => {
      const page = await promise
      adopt(page)
      const number = pages.findIndex((each) => each.page === page)
      if (number === -1) throw invalid(`A session has at most ${mostOpenPages} pages`)
      follow(page)
      return { page: number }
    }
    return { came, stop: () => numbered.page.off("popup", resolve) }
  }

  const expectDownload = (): Expectation => {
    if (downloads.size >= mostDownloads) throw invalid(`A session has at most ${mostDownloads} downloads`)
    const { promise, resolve } = Promise.withResolvers<Download>()
    awaited.push(resolve)
    let isKept = false
    let isOver = false
    const letGoUnlessKept = (download: Download) => {
      if (isOver && !isKept) letGo(download)
    }
    const came = async () => {
      const kept = await keepDownload(await promise, () => !isOver)
      isKept = true
      return kept
    }
    const listenNoMore = listenForTypes()
    const stop = () => {
      listenNoMore()
      const place = awaited.indexOf(resolve)
      if (place >= 0) awaited.splice(place, 1)
      isOver = true
      void promise.then(letGoUnlessKept)
    }
    return { came, stop }
  }

  const bytesOf = async (id: string): Promise<Buffer> => {
    const download = downloads.get(id)
    if (download === undefined) throw invalid("There is no such download in this session")
    return readFile(await download.path())
  }

  return {
    adopt,
    get: (number) => {
      const { page } = at(number)
      used = number
      return page
    },
    current: () => {
      const last = pages[used]?.page
      return last?.isClosed() === false ? last : pages.findLast(({ page }) => !page.isClosed())?.page
    },
    answerDialogs: (number, dialogAnswer) => {
      at(number).dialogAnswer = dialogAnswer
    },
    expect: (number, what) => {
      if (expectations.size >= mostExpectations) throw invalid(`At most ${mostExpectations} things can be waited for`)
      const token = `expected-${crypto.randomUUID()}`
      const numbered = at(number)
      expectations.set(token, what === "popup" ? expectPopup(numbered) : expectDownload())
      return token
    },
    expected: async (token, deadline) => {
      const expectation = expectations.get(token)
      if (expectation === undefined) throw invalid("That popup or download was not announced with page.expect")
      expectations.delete(token)
      return within(expectation.came(), deadline, "The popup or download").finally(expectation.stop)
    },
    readDownload: async (id, encoding, clean) => {
      const bytes = await bytesOf(id)
      return new TextDecoder(encoding === "utf-8" ? markedAs(bytes) : encoding).decode(await clean(bytes))
    },
    downloadBytes: (id) => bytesOf(id),
    beginRun: () => {
      for (const { stop } of expectations.values()) stop()
      expectations.clear()
      for (const download of downloads.values()) letGo(download)
      downloads.clear()
      for (const { page } of pages.splice(1)) void page.close().catch(() => undefined)
      const [first] = pages
      if (first === undefined) return
      first.dialogAnswer = "dismiss"
      shownBefore = first.documents
    },
    hasOnlyShownBefore: (documents) => {
      const [first, ...others] = pages
      if (first === undefined || others.some(({ page }) => !page.isClosed())) return false
      return first.documents >= documents && first.documents === shownBefore
    },
    replaceFirst: (page) => {
      adopt(page)
      const place = pages.findIndex((each) => each.page === page)
      const [numbered] = place > 0 ? pages.splice(place, 1) : []
      if (numbered !== undefined) pages[0] = numbered
      shownBefore = never
    }
  }
}
