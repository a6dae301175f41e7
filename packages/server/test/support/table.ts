/** One row: what is sent, and what has to come back, to the last field. */
import { expect, it } from "vitest"
import type { Call, TestServer } from "./TestServer.ts"

export interface Row {
  readonly path: string
  readonly call?: Call
  readonly status: number
  /** The whole body; undefined for none. */
  readonly json: unknown
}

/** Rows are made when they run, since they may name what `beforeAll` has made. */
export const rows = <Name extends string>(
  server: () => TestServer,
  titles: Readonly<Record<Name, () => Row>>
): void => {
  it.each(Object.entries<() => Row>(titles))("%s", async (_, row) => {
    const { call, json, path, status } = row()
    const answer = await server().call(path, call)
    expect({ status: answer.status, json: answer.json }).toEqual({ status, json })
  })
}
