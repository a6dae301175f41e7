/**
 * Playwright sends a script of its own, 360 KB, to every document that it looks at, and waits for it: most of that time is the way
 * through the pipe. Here it goes once to each page. The browser keeps it for the page's documents, in Playwright's own world and
 * never in the page's (`Page.addScriptToEvaluateOnNewDocument`), as a function that does nothing until it is called; what
 * Playwright sends from then on is replaced by the call.
 *
 * Nothing depends on it. What isn't in the form that is known below goes to the browser as it came, and where the call doesn't
 * answer with what the script makes, the browser is sent the whole of it after all, and Playwright doesn't see the difference.
 */
import { randomUUID } from "node:crypto"
import type { Writable } from "node:stream"
import type { Judge } from "./messageFilter.ts"

/** Stands between Playwright and Chromium on the pipe. */
export interface ScriptSender {
  /** A message of Playwright's, as Chromium gets it. */
  readonly translate: (message: string) => string
  /** Whether Playwright hears a message of Chromium's. */
  readonly judge: Judge
}

interface Session {
  /** Playwright's own in this page. */
  readonly world: string
  hasScript: boolean
}

/** A message of ours whose answer is awaited; `message`: Playwright's own that it replaces. */
interface Awaited {
  readonly sessionId: string
  readonly message?: string
}

/** Both sides of the number of the frame, which is all in which scripts of different frames differ. */
interface Script {
  readonly before: string
  readonly frame: string
  readonly after: string
}

/** Not worth it below. */
const longEnough = 100_000
const endOfMessage = "\0"

/** Playwright counts its messages from 1. */
const firstOwnId = 2 ** 30

// Of a message, at its beginning and its end: the script between them is not taken apart for being found.
const beginning = /^\{"id":(\d+),"method":"Runtime\.evaluate","params":\{"expression":"/
const ending = /","contextId":\d+\},"sessionId":"(\w+)"\}$/
const longestEnding = 200

/** Anything else would be asked for in the page's own world, too. */
const ofOwnWorld = String.raw`\"isUtilityWorld\":true`
const beforeFrame = String.raw`\"frameSeq\":`
/** An expression that can be put where it is called: as JSON has it. */
const beginsAsCall = /^(?:\\n| )*(?=\(\(\) => \{)/
const endsAsCall = /\}\)\(\)(?=;?(?:\\n| )*$)/

const openingWorld =
  /^\{"id":\d+,"method":"Page\.addScriptToEvaluateOnNewDocument","params":\{"source":"","worldName":"([\w@-]+)"\},"sessionId":"(\w+)"\}$/
const longestOpening = 400

const detached = Buffer.from('{"method":"Target.detachedFromTarget"')
const detachedSession = /"sessionId":"(\w+)"/
const answerHead = /^\{"id":(\d+),/
/** A message as long as this has its id in it. */
const longestAnswerHead = 24
const asItShould =
  /^\{"id":\d+,"result":\{"result":\{"type":"object","className":"\w+","description":"[^"]*","objectId":"[^"]+"\}\}/
const refused = /^\{"id":\d+,"error":/

const scriptIn = (expression: string): Script | undefined => {
  const begin = beginsAsCall.exec(expression)?.[0].length
  const tail = expression.slice(-longestEnding)
  const end = endsAsCall.exec(tail)
  const split = expression.lastIndexOf(beforeFrame)
  if (begin === undefined || end === null || split === -1 || !expression.includes(ofOwnWorld, split)) return undefined
  const at = split + beforeFrame.length
  const [frame] = /^\d+/.exec(expression.slice(at, at + 16)) ?? []
  if (frame === undefined) return undefined
  const until = expression.length - tail.length + end.index + end[0].length
  return { frame, before: expression.slice(begin, at), after: expression.slice(at + frame.length, until) }
}

/** `write` sends a message to the browser past Playwright. */
export const makeScriptSender = (write: (message: string) => void): ScriptSender => {
  // A page can't name an element so.
  const name = `counterfoil_${randomUUID().replaceAll("-", "")}`
  const sessions = new Map<string, Session>()
  const awaited = new Map<number, Awaited>()
  let nextOwnId = firstOwnId
  let known: Script | undefined

  const isKnown = ({ after, before }: Script): boolean => known?.before === before && known.after === after

  const keeping = (script: Script, sessionId: string, world: string): string => {
    const id = nextOwnId
    nextOwnId += 1
    awaited.set(id, { sessionId })
    const source = `globalThis.${name} ??= (frame) => ${script.before}frame${script.after}`
    return `{"id":${id},"method":"Page.addScriptToEvaluateOnNewDocument","params":{"source":"${source}","worldName":"${world}","runImmediately":true},"sessionId":"${sessionId}"}${endOfMessage}`
  }

  const calling = (message: string): string | undefined => {
    const [begin, id] = beginning.exec(message.slice(0, longestEnding)) ?? []
    const tail = message.slice(-longestEnding)
    const end = ending.exec(tail)
    const sessionId = end?.[1]
    const session = sessions.get(sessionId ?? "")
    if (begin === undefined || end === null || sessionId === undefined || session === undefined) return undefined
    const rest = tail.slice(end.index)
    const script = scriptIn(message.slice(begin.length, message.length - rest.length))
    if (script === undefined) return undefined
    known ??= script
    if (!isKnown(script)) return undefined
    awaited.set(Number(id), { sessionId, message })
    const first = session.hasScript ? "" : keeping(script, sessionId, session.world)
    session.hasScript = true
    return `${first}${begin}globalThis.${name}?.(${script.frame})${rest}`
  }

  const answered = (id: number, { message }: Awaited, answer: string): "kept" | "dropped" => {
    awaited.delete(id)
    if (message === undefined) return "dropped"
    if (asItShould.test(answer) || refused.test(answer)) return "kept"
    write(message)
    return "dropped"
  }

  const forget = (sessionId: string) => {
    sessions.delete(sessionId)
    for (const [id, of] of awaited) if (of.sessionId === sessionId) awaited.delete(id)
  }

  return {
    translate: (message) => {
      if (message.length >= longEnough) return calling(message) ?? message
      if (message.length > longestOpening) return message
      const [, world, sessionId] = openingWorld.exec(message) ?? []
      if (world !== undefined && sessionId !== undefined) sessions.set(sessionId, { world, hasScript: false })
      return message
    },
    judge: (message, isWhole) => {
      const isDetached = message.subarray(0, detached.length).equals(detached.subarray(0, message.length))
      if (isDetached) {
        if (!isWhole) return "undecided"
        forget(detachedSession.exec(message.toString())?.[1] ?? "")
        return "kept"
      }
      if (awaited.size === 0) return "kept"
      const [, id] = answerHead.exec(message.toString("latin1", 0, longestAnswerHead)) ?? []
      if (id === undefined) return isWhole || message.length >= longestAnswerHead ? "kept" : "undecided"
      const of = awaited.get(Number(id))
      if (of === undefined) return "kept"
      return isWhole ? answered(Number(id), of, message.toString()) : "undecided"
    }
  }
}

/** `pipe` is the one that Playwright writes to. */
export const sendScriptOnce = (pipe: Writable): ScriptSender => {
  const write = pipe.write.bind(pipe)
  const sender = makeScriptSender((message) => void write(message + endOfMessage))
  pipe.write = (chunk: unknown) => write(typeof chunk === "string" ? sender.translate(chunk) : chunk)
  return sender
}
