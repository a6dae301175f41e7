/** Light, dark, or as the system has it; `public/theme.js` sets it before the first paint. */
import { useSyncExternalStore } from "react"

export const themes = ["system", "light", "dark"] as const
export type Theme = (typeof themes)[number]

const key = "counterfoil.theme"
const listeners = new Set<() => void>()

const current = (): Theme => {
  const set = document.documentElement.dataset["theme"]
  return set === "light" || set === "dark" ? set : "system"
}

export const setTheme = (theme: Theme) => {
  try {
    if (theme === "system") localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // It holds for this visit.
  }
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
  for (const listener of listeners) listener()
}

export const useTheme = (): Theme =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, current)
