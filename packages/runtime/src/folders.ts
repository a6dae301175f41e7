/** Whether this process may write to the folders that it works in. */
import * as Fs from "node:fs"
import { tmpdir } from "node:os"
import * as Path from "node:path"

const codeOf = (cause: unknown): string => (cause instanceof Error && "code" in cause ? String(cause.code) : "")

const whys: Readonly<Record<string, string>> = {
  ENOENT: "it is a link to what isn't there",
  ELOOP: "it is a link to what isn't there",
  EROFS: "its disk is read-only"
}

/** Why nothing can be made in a folder that is there; undefined: it can. */
export const whyClosed = (folder: string): string | undefined => {
  try {
    if (!Fs.statSync(folder).isDirectory()) return "it is not a folder"
    Fs.accessSync(folder, Fs.constants.R_OK | Fs.constants.W_OK | Fs.constants.X_OK)
    return undefined
  } catch (cause) {
    return whys[codeOf(cause)] ?? "this user may not write there"
  }
}

/** Also a link to nothing, in whose place nothing can be made. */
export const isThere = (path: string): boolean => {
  try {
    Fs.lstatSync(path)
    return true
  } catch {
    return false
  }
}

/** The folder itself, or the nearest one above it that exists, where it would be made. */
export const nearest = (folder: string): string => (isThere(folder) ? folder : nearest(Path.dirname(folder)))

/** What keeps Chromium and the runners from working here; undefined: nothing does. */
export const closedTemporaryFolder = (): string | undefined => {
  const folder = Path.resolve(tmpdir())
  const why = whyClosed(nearest(folder))
  return why === undefined
    ? undefined
    : `${folder}, where browser and bank scripts write, can't be used (${why}): mend that, or set TMPDIR to another folder`
}
