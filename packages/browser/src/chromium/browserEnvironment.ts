/** The variables that the browser is started with. */
import type { ChromiumFolders } from "./OwnUser.ts"

/** Chromium puts a socket below its temporary folder, and a socket's path has at most 107 bytes. */
const longestTemporaryFolder = 60

/** Of the C locale it makes `en-US@posix`, which is no language: pages that format by `navigator.language` break. */
const withLanguage = (kept: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { LC_ALL = "", LANG = "", ...others } = kept
  const said = LC_ALL === "" ? LANG : LC_ALL
  return /^(?:|C|POSIX)(?:\..*)?$/.test(said) ? { ...others, LANG: "en_US.UTF-8" } : kept
}

/** The browser gets no variable of ours: they hold the keys of the whole service. */
export const browserEnvironment = ({ home }: ChromiumFolders): Record<string, string> => {
  const names = [
    "PATH",
    "LANG",
    "LC_ALL",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "XDG_RUNTIME_DIR",
    "FONTCONFIG_FILE"
  ]
  const kept = names.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const isShort = home.length <= longestTemporaryFolder
  return { ...withLanguage(Object.fromEntries(kept)), HOME: home, ...(isShort ? { TMPDIR: home } : {}) }
}
