/** Recordings as folders: `recording.json`, `answers.json`, `traffic.har`, `calls.ndjson`, `golden.json`. */
import { Schema } from "effect"
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { RehearsedCall } from "../run/CallLog.ts"
import { fromHar, Har, toHar } from "./har.ts"
import { Answers, Golden, type Recording, RecordingHead } from "./Recording.ts"

/** A folder isn't a recording, or can't be read as one. */
export class NotARecording extends Error {
  override readonly name = "NotARecording"
}

const read = async <A>(folder: string, file: string, schema: Schema.Codec<A, unknown>): Promise<A> => {
  const text = await readFile(join(folder, file), "utf8").catch(() => {
    throw new NotARecording(`${folder} is no recording: it has no ${file}`)
  })
  try {
    return await Schema.decodeUnknownPromise(Schema.fromJsonString(schema))(text)
  } catch (error) {
    throw new NotARecording(`${join(folder, file)} can't be read: ${error instanceof Error ? error.message : error}`)
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

const readIfThere = async (path: string): Promise<string | undefined> => {
  try {
    return await readFile(path, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** The names of the recordings in a script's folder, in alphabetical order. */
export const recordingNames = async (scriptFolder: string): Promise<ReadonlyArray<string>> => {
  const entries = await readdir(join(scriptFolder, "recordings"), { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith(".raw"))
    .map(({ name }) => name)
    .toSorted()
}

export const recordingFolder = (scriptFolder: string, name: string): string => join(scriptFolder, "recordings", name)

/** Rejects with `NotARecording`. */
export const readRecording = async (scriptFolder: string, name: string): Promise<Recording> => {
  const folder = recordingFolder(scriptFolder, name)
  const head = await read(folder, "recording.json", RecordingHead)
  const answers = await read(folder, "answers.json", Answers)
  const har = await read(folder, "traffic.har", Har)
  const hasGolden = (await readIfThere(join(folder, "golden.json"))) !== undefined
  const lines = ((await readIfThere(join(folder, "calls.ndjson"))) ?? "").split("\n").filter((line) => line !== "")
  const calls = lines.map((line) => Schema.decodeUnknownSync(Schema.fromJsonString(RehearsedCall))(line))
  const golden = hasGolden ? await read(folder, "golden.json", Golden) : undefined
  return { name, head, answers, exchanges: fromHar(har), calls, golden }
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** The files of a recording by name. */
const recordingFiles = ({
  answers,
  calls,
  exchanges,
  golden,
  head
}: Omit<Recording, "name">): ReadonlyMap<string, string> =>
  new Map([
    ["recording.json", pretty(head)],
    ["answers.json", pretty(answers)],
    ["traffic.har", pretty(toHar(exchanges))],
    ["calls.ndjson", calls.map((call) => `${JSON.stringify(call)}\n`).join("")],
    ...(golden === undefined ? [] : [["golden.json", pretty(golden)] as const])
  ])

/** A run that failed would take the place of one that read the bank. */
class WouldReplaceARead extends Error {
  override readonly name = "WouldReplaceARead"
}

const outcomeOf = async (folder: string): Promise<string | undefined> =>
  (await readIfThere(join(folder, "golden.json"))) === undefined
    ? undefined
    : (await read(folder, "golden.json", Golden)).outcome

/**
 * Writes it whole or not at all; one of the same name is replaced, unless that one read the bank and this one didn't: rejects with
 * `WouldReplaceARead`.
 */
export const writeRecording = async (scriptFolder: string, recording: Recording): Promise<void> => {
  const folder = recordingFolder(scriptFolder, recording.name)
  const outcome = recording.golden?.outcome
  if (outcome !== undefined && outcome !== "read" && (await outcomeOf(folder)) === "read") {
    throw new WouldReplaceARead(
      `this run ended with ${outcome}, and ${folder} shows one that read the bank: that one is kept. Record the failure under another name, or delete the folder first`
    )
  }
  const fresh = `${folder}.${process.pid}.raw`
  await mkdir(fresh, { recursive: true })
  for (const [file, text] of recordingFiles(recording)) await writeFile(join(fresh, file), text)
  await rm(folder, { recursive: true, force: true })
  await rename(fresh, folder)
}

export const writeGolden = (scriptFolder: string, name: string, golden: Golden): Promise<void> =>
  writeFile(join(recordingFolder(scriptFolder, name), "golden.json"), pretty(golden))
