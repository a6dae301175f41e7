/** The time, for ages and countdowns: one clock for the whole page, which stands still while nobody looks. */
import { useSyncExternalStore } from "react"

const listeners = new Set<() => void>()
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  now = Date.now()
  for (const listener of listeners) listener()
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") tick()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  now = Date.now()
  timer ??= setInterval(() => {
    if (document.visibilityState === "visible") tick()
  }, 1_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

export const useNow = (): number => useSyncExternalStore(subscribe, () => now)
