import * as Fs from "node:fs"
import { dirname } from "node:path"

const isFolder = (path: string): boolean => Fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

const codeOf = (cause: unknown): string => (cause instanceof Error && "code" in cause ? String(cause.code) : "unknown")

/**
 * Makes a folder, and those above it that are missing. One by one: where a file system answers ENOENT to whoever makes
 * something in it, as /proc does, Node's own recursive call never ends.
 */
export const makeFolders = (folder: string, mode = 0o777): void => {
  if (isFolder(folder)) return
  const above = dirname(folder)
  if (above !== folder) makeFolders(above, mode)
  try {
    Fs.mkdirSync(folder, { mode })
  } catch (cause) {
    // Another process may have been faster.
    if (!isFolder(folder)) throw new Error(`${folder} can't be made (${codeOf(cause)})`, { cause })
  }
}
