/** The server as `npm start` runs it, which tells whoever asks over the channel what its heap holds that is in use. */
import { constants, PerformanceObserver } from "node:perf_hooks"
import { runInForeground } from "../../apps/counterfoil/src/inForeground.ts"
import { serve } from "../../apps/counterfoil/src/serve.ts"

/** After the last full collection that V8 made of its own accord: what is measured isn't helped. */
let liveHeap = process.memoryUsage().heapUsed

const isFull = (entry: object): boolean => {
  const detail = "detail" in entry ? entry.detail : undefined
  return (
    typeof detail === "object" &&
    detail !== null &&
    "kind" in detail &&
    detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  )
}

new PerformanceObserver((list) => {
  if (list.getEntries().some(isFull)) liveHeap = process.memoryUsage().heapUsed
}).observe({ entryTypes: ["gc"] })

process.on("message", () => void process.send?.({ liveHeap }))
process.channel?.unref()

runInForeground(serve)
