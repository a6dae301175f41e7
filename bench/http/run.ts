/**
 * The service as `npm start` runs it, beside servers that do the same work by hand: fastify + ws + pg, and raw
 * uWebSockets.js + pg (the same queries). Every request looks its credential up in Postgres. `--requests`: without the
 * realtime stream. Needs Linux.
 */
import { execFileSync } from "node:child_process"
import { describeMachine, note } from "../lib/report.ts"
import { compareRealtime } from "./realtime.ts"
import { compareRequests } from "./requests.ts"
import { movements, startWorld } from "./world.ts"

const openFiles = (): number => {
  const said = execFileSync("/bin/sh", ["-c", "ulimit -n"]).toString().trim()
  return said === "unlimited" ? Number.POSITIVE_INFINITY : Number(said)
}

export const run = async (): Promise<void> => {
  describeMachine()
  const world = await startWorld()
  try {
    note(`Postgres and all servers on this machine; ${movements} movements, pages of 100`)
    // First, while the processes are fresh: it tells what a connection takes of their memory.
    if (!process.argv.includes("--requests")) await compareRealtime(world, openFiles())
    await compareRequests(world)
  } finally {
    await world.stop()
  }
}
