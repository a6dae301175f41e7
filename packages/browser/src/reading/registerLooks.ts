/** Puts our looks beside Playwright's own engines: before a browser has its first context. */
import { makeLookEngine } from "../looks/lookEngine.ts"
import { engineName, guardLook, type Look } from "../looks/makeLook.ts"
import { makeMarks } from "../looks/marks.ts"
import { makeReady } from "../looks/makeReady.ts"
import { loadPlaywright } from "../playwright.ts"
import { readRecordsLook } from "./readRecords.ts"
import { readTableLook } from "./readTable.ts"
import { looksOfTexts } from "./readText.ts"
import { looksOfMarks } from "../looks/TypedFields.ts"

const looks: ReadonlyArray<Pick<Look<never>, "name" | "code">> = [
  ...looksOfMarks,
  ...looksOfTexts,
  guardLook,
  makeReady,
  readTableLook,
  readRecordsLook
]

const code = (): string => {
  const named = looks.map(({ code: look, name }) => `${JSON.stringify(name)}: ${look}`)
  return `(${String(makeLookEngine)})(${String(makeMarks)}, { ${named.join(",\n")} })`
}

let registered: Promise<void> | undefined

/** Playwright has one list of engines for all of its browsers. */
export const registerLooks = (): Promise<void> =>
  (registered ??= loadPlaywright().selectors.register(engineName, { content: code() }, { contentScript: true }))
