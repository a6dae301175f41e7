import { existsSync, readdirSync } from "node:fs"
import { homedir } from "node:os"
import { join } from "node:path"
import { root } from "./pinnedNode.mjs"

const places = {
  linux: ["/usr/lib/chromium/chromium", "/usr/bin/chromium", "/usr/bin/chromium-browser", "/opt/google/chrome/chrome"],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium"
  ]
}

const downloads = { linux: ".cache/ms-playwright", darwin: "Library/Caches/ms-playwright" }

const hasDownload = () => {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), downloads[process.platform] ?? "none")
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith("chromium"))
}

/** One sentence for people if no Chromium is to be seen, else undefined. The browser package decides which is used. */
export const chromiumAdvice = () => {
  const carried = process.platform === "linux" && existsSync(join(root, "node_modules", "@sparticuz", "chromium"))
  const found = carried || (places[process.platform] ?? []).some((file) => existsSync(file)) || hasDownload()
  if (found || process.env.CHROMIUM_PATH !== undefined) return undefined
  return "no Chromium was found: install Chromium or Google Chrome, or set CHROMIUM_PATH to one"
}

/** The one that is named, else the system's; undefined: there is only the one of our dependencies, if any. */
export const systemChromium = () =>
  process.env.CHROMIUM_PATH ?? (places[process.platform] ?? []).find((file) => existsSync(file))
