/** What has been written is there for good, and not only in the machine's memory, which a loss of power empties. */
import * as Fs from "node:fs"

export const settle = (path: string): void => {
  const handle = Fs.openSync(path, "r")
  try {
    Fs.fsyncSync(handle)
  } finally {
    Fs.closeSync(handle)
  }
}

/** The names in a folder. */
export const settleNames = (folder: string): void => {
  try {
    settle(folder)
  } catch {
    // There are file systems of networks that have no such thing; the files themselves are settled.
  }
}
