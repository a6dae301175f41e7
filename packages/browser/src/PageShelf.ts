/** The pages of one session by number, their dialogs, and the popups and downloads that a script waits for. */
import { PageFault } from "@counterfoil/core"
import type { Schema } from "effect"
import { readFile, stat } from "node:fs/promises"
import type { BrowserContext, Dialog, Download, Page, Response } from "playwright-core"
import { type Deadline, within } from "./within.ts"

const mostPages = 10
const mostExpectations = 16
const mostDownloads = 16
const keptTypes = 50
/** Also the longest answer that crosses to a script. */
const largestDownload = 4 * 1024 * 1024

const typesByEnding: Readonly<Record<string, string>> = {
  csv: "text/csv",
  txt: "text/plain",
  xml: "application/xml",
  ofx: "application/x-ofx",
  qfx: "application/x-ofx",
  json: "application/json",
  pdf: "application/pdf"
}

interface Shelved {
  readonly page: Page
  dialogAnswer: "accept" | "dismiss"
  isWaitingForDownload: number
}

export interface PageShelf {
  readonly adopt: (page: Page) => void
  readonly get: (number: number) => Page
  /** The page that was opened last and still is. */
  readonly latest: () => Page | undefined
  readonly answerDialogs: (number: number, answer: "accept" | "dismiss") => void
  readonly expect: (number: number, what: "popup" | "download") => string
  readonly expected: (token: string, deadline: Deadline) => Promise<Schema.Json>
  readonly readDownload: (id: string, encoding: "utf-8" | "windows-1252") => Promise<string>
}

const invalid = (message: string) => new PageFault({ code: "InvalidCall", message })

export const makePageShelf = (context: BrowserContext): PageShelf => {
  const shelf: Array<Shelved> = []
  const expectations = new Map<string, () => Promise<Schema.Json>>()
  const downloads = new Map<string, Download>()
  const contentTypes = new Map<string, string>()

  const noteType = (response: Response) => {
    const type = response.headers()["content-type"]
    if (type === undefined) return
    contentTypes.set(response.url(), type.split(";")[0]?.trim() ?? "")
    const [oldest] = contentTypes.keys()
    if (contentTypes.size > keptTypes && oldest !== undefined) contentTypes.delete(oldest)
  }

  const answer = (shelved: Shelved, dialog: Dialog) => {
    // A page that asks "leave?" is left: the script has already said that it navigates.
    const isAccepted = dialog.type() === "beforeunload" || shelved.dialogAnswer === "accept"
    void (isAccepted ? dialog.accept() : dialog.dismiss()).catch(() => undefined)
  }

  const adopt = (page: Page) => {
    if (shelf.some((shelved) => shelved.page === page)) return
    if (shelf.length >= mostPages) return void page.close().catch(() => undefined)
    const shelved: Shelved = { page, dialogAnswer: "dismiss", isWaitingForDownload: 0 }
    shelf.push(shelved)
    page.on("dialog", (dialog) => answer(shelved, dialog))
    page.on("download", (download) => {
      if (shelved.isWaitingForDownload === 0) void download.cancel().catch(() => undefined)
    })
  }
  context.on("page", adopt)
  context.on("response", noteType)

  const at = (number: number): Shelved => {
    const shelved = shelf[number]
    if (shelved === undefined) throw invalid(`There is no page ${number} in this session`)
    if (shelved.page.isClosed()) throw new PageFault({ code: "PageClosed", message: `Page ${number} is closed` })
    return shelved
  }

  const shelveDownload = async (download: Download): Promise<Schema.Json> => {
    const path = await download.path().catch(() => {
      throw new PageFault({ code: "Failed", message: "The download was broken off" })
    })
    const { size } = await stat(path)
    const name = download.suggestedFilename()
    const ending = name.split(".").at(-1)?.toLowerCase() ?? ""
    const type = contentTypes.get(download.url()) ?? typesByEnding[ending] ?? "application/octet-stream"
    const id = `download-${downloads.size + 1}`
    downloads.set(id, download)
    return { download: id, name, type, size }
  }

  const expectPopup = (shelved: Shelved) => {
    const popup = new Promise<Page>((resolve) => shelved.page.once("popup", resolve))
    return async (): Promise<Schema.Json> => {
      const page = await popup
      adopt(page)
      const number = shelf.findIndex((each) => each.page === page)
      if (number === -1) throw invalid(`A session has at most ${mostPages} pages`)
      return { page: number }
    }
  }

  const expectDownload = (shelved: Shelved) => {
    if (downloads.size >= mostDownloads) throw invalid(`A session has at most ${mostDownloads} downloads`)
    shelved.isWaitingForDownload += 1
    const download = new Promise<Download>((resolve) => shelved.page.once("download", resolve))
    return async (): Promise<Schema.Json> => {
      const done = await download
      shelved.isWaitingForDownload -= 1
      return shelveDownload(done)
    }
  }

  return {
    adopt,
    get: (number) => at(number).page,
    latest: () => shelf.findLast(({ page }) => !page.isClosed())?.page,
    answerDialogs: (number, dialogAnswer) => {
      at(number).dialogAnswer = dialogAnswer
    },
    expect: (number, what) => {
      if (expectations.size >= mostExpectations) throw invalid(`At most ${mostExpectations} things can be waited for`)
      const token = `expected-${crypto.randomUUID()}`
      expectations.set(token, what === "popup" ? expectPopup(at(number)) : expectDownload(at(number)))
      return token
    },
    expected: async (token, deadline) => {
      const wait = expectations.get(token)
      if (wait === undefined) throw invalid("That popup or download was not announced with page.expect")
      expectations.delete(token)
      return within(wait(), deadline, "The popup or download")
    },
    readDownload: async (id, encoding) => {
      const download = downloads.get(id)
      if (download === undefined) throw invalid("There is no such download in this session")
      const path = await download.path()
      if ((await stat(path)).size > largestDownload) {
        throw new PageFault({ code: "TooLarge", message: "A download of more than 4 MiB can't be read" })
      }
      return new TextDecoder(encoding).decode(await readFile(path))
    }
  }
}
