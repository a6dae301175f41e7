/** The server's time, for ages and countdowns: one clock for the whole page, which stands still while nobody looks. */
import { useSyncExternalStore } from "react"
import { clock } from "../api/clock.ts"

const listeners = new Set<() => void>()
let now = clock.now()
let timer: ReturnType<typeof setInterval> | undefined

const tick = () => {
  now = clock.now()
  for (const listener of listeners) listener()
}

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") tick()
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  now = clock.now()
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
