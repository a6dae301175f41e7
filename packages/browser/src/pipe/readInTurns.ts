/**
 * Stands between the browser's pipe and Playwright. What a page can tell without end must not take the service's time:
 *
 * - Errors and lines of the console are let fall unread. Nobody here wants them, and Playwright would make objects of each, and
 *   ask the page again for some.
 * - Of the rest a few messages are handed on in each turn of the event loop. A pipe that has much is read up to two megabytes
 *   in one turn, and Playwright takes all of them apart before the next.
 *
 * Playwright doesn't hand out the pipe. Node tells of each process that is started (diagnostics_channel, "child_process").
 */
import { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Readable, Writable } from "node:stream"
import type { AnswersTold } from "./answersTold.ts"
import { type Judge, keepAll, makeMessageFilter } from "./messageFilter.ts"
import { sendScriptOnce } from "./sendScriptOnce.ts"
import { keepSocketsApart } from "./socketsApart.ts"

/** With `--remote-debugging-pipe` Chromium reads here and writes there, and each message ends with a zero. */
const askedThrough = 3
const toldThrough = 4
const endOfMessage = 0

/** One takes 0.1 to 0.8 ms of processor time. */
const messagesInTurn = 16

const unread = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown"]

const inTurns = new WeakSet<Readable>()

/** Where so many messages that begin at `from` end; what is left of a chunk is less, and the last of it may go on in the next. */
const endOfPiece = (chunk: Buffer, from: number): number => {
  let end = from
  for (let taken = 0; taken < messagesInTurn; taken += 1) {
    const next = chunk.indexOf(endOfMessage, end)
    if (next === -1) return chunk.length
    end = next + 1
  }
  return end
}

/** Hands the pipe's bytes to its listeners a piece per turn of the event loop, in order, without the messages that nobody reads or `others` drops. */
export const readInTurns = (pipe: Readable, others?: Judge): void => {
  if (inTurns.has(pipe)) return
  inTurns.add(pipe)
  const filter = makeMessageFilter(unread, others)
  const listeners = pipe.rawListeners("data")
  pipe.removeAllListeners("data")
  pipe.on("data", (chunk: Buffer) => {
    pipe.pause()
    const kept = filter(chunk)
    const give = (from: number) => {
      const end = endOfPiece(kept, from)
      if (end > from) for (const listener of listeners) listener.call(pipe, kept.subarray(from, end))
      setImmediate(() => (end < kept.length ? give(end) : pipe.resume()))
    }
    give(0)
  })
}

/** `launch` starts `program` and is done once somebody reads what it tells; `among` is asked for each message that it tells. */
export const readingInTurns = async <A>(
  program: string,
  launch: () => Promise<A>,
  among: AnswersTold["among"] = (judge) => judge
): Promise<A> => {
  const started: Array<ChildProcess> = []
  const note = (message: unknown) => {
    if (message instanceof Object && "process" in message && message.process instanceof ChildProcess) {
      started.push(message.process)
    }
  }
  subscribe("child_process", note)
  try {
    return await launch()
  } finally {
    unsubscribe("child_process", note)
    for (const { spawnfile, stdio } of started) {
      const [asked, told] = [stdio?.[askedThrough], stdio?.[toldThrough]]
      if (spawnfile !== program || !(told instanceof Readable)) continue
      if (asked instanceof Writable) keepSocketsApart(asked)
      readInTurns(told, among(asked instanceof Writable ? sendScriptOnce(asked).judge : keepAll))
    }
  }
}
