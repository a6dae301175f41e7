/**
 * The runner process: one isolate, one run, then it is killed.
 *
 * Plain JavaScript on purpose: the process starts with `--no-expose-wasm`, and Node's type stripper is WebAssembly.
 * It trusts nothing that comes out of the isolate and holds nothing worth stealing: no environment, no network, no
 * files but its own. Only strings cross the isolate's border; the parent owns every deadline.
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

// Imported, it would cost a quarter of the start: without WebAssembly the names that it exports are looked for slowly.
const require = createRequire(import.meta.url)
const ivm = require("isolated-vm")

const fileName = "bank-script.js"
const limits = {
  argumentChars: 256 * 1024,
  replyChars: 4 * 1024 * 1024,
  resultChars: 4 * 1024 * 1024,
  manifestChars: 64 * 1024,
  messageChars: 2_000,
  stackChars: 4_000,
  consoleLines: 200,
  callsInFlight: 16
}

const die = () => process.kill(process.pid, "SIGKILL")
const tell = (message) => {
  if (process.connected) process.send(message)
}
const finish = (message) => {
  if (process.connected) process.send(message, die)
  else die()
}

/** What this process must lack. The parent refuses to use a runner that can do any of it. */
const missing = () => {
  const can = (what) => process.permission === undefined || process.permission.has(what)
  return [
    ...(can("fs.write") ? ["--permission"] : []),
    ...(can("child") ? ["no child processes"] : []),
    ...(can("worker") ? ["no worker threads"] : []),
    ...(typeof WebAssembly === "undefined" ? [] : ["--no-expose-wasm"]),
    ...(process.execArgv.includes("--no-node-snapshot") ? [] : ["--no-node-snapshot"])
  ]
}

let isolate
let enter
let cpuLimitMs = Infinity
let inFlight = 0
let nextCall = 0
const waiting = new Map()

/** Forwards one call to the parent. Never rejects: a rejection would be unhandled in this process. */
const host = (json) => {
  if (typeof json !== "string" || json.length > limits.argumentChars) {
    return Promise.resolve('{"err":{"code":"TooLarge","message":"the arguments of a call are too large"}}')
  }
  if (inFlight >= limits.callsInFlight) {
    return Promise.resolve(
      `{"err":{"code":"TooManyCalls","message":"at most ${limits.callsInFlight} calls may be in flight"}}`
    )
  }
  inFlight += 1
  nextCall += 1
  const id = nextCall
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    tell({ type: "call", id, json })
  })
}

const answer = ({ id, json }) => {
  const resolve = waiting.get(id)
  if (resolve === undefined) return
  waiting.delete(id)
  inFlight -= 1
  resolve(
    json.length > limits.replyChars
      ? `{"err":{"code":"TooLarge","message":"the answer has more than ${limits.replyChars} characters"}}`
      : json
  )
}

const outOfMemory = () => finish({ type: "outOfMemory" })

/**
 * Turns a failure of isolated-vm itself, or a rejection in the isolate that nobody handles, into a message and the place of it.
 * Only texts of V8 or isolated-vm get here.
 */
const report = (error, otherwise) => {
  const message = String(error?.message ?? error).slice(0, limits.messageChars)
  const stack = typeof error?.stack === "string" ? { stack: error.stack.slice(0, limits.messageChars) } : {}
  if (isolate.isDisposed || /memory limit|out of memory/i.test(message)) outOfMemory()
  else otherwise({ message, ...stack })
}

let context
/** An isolate with nothing of a script in it: made before it is known whose it will be. */
const prepare = async ({ memoryMiB }) => {
  isolate = new ivm.Isolate({
    memoryLimit: memoryMiB,
    onCatastrophicError: () => {
      tell({ type: "outOfMemory" })
      setTimeout(() => process.abort(), 20)
    }
  })
  context = await isolate.createContext()
  const boot = readFileSync(new URL("./boot.js", import.meta.url), "utf8")
  enter = await context.evalClosure(boot, [new ivm.Reference(host), JSON.stringify(limits)], {
    arguments: { copy: false },
    result: { reference: true },
    filename: "sandbox.js"
  })
}

const load = async ({ bundle, loadCpuMs, cpuMs }) => {
  await prepared
  cpuLimitMs = loadCpuMs
  budgetFrom = isolate.cpuTime
  watchCpu()
  try {
    const script = await isolate.compileScript(bundle, { filename: fileName })
    await script.run(context, { release: true })
    const manifest = JSON.parse(await enter.apply(undefined, ["loaded"], { result: { copy: false } }))
    cpuLimitMs = cpuMs
    tell({ type: "loaded", ...manifest })
  } catch (error) {
    report(error, (failed) => tell({ type: "loaded", failed }))
  }
}

const invoke = async ({ phase, args }) => {
  budgetFrom = isolate.cpuTime
  try {
    const json = await enter.apply(undefined, ["invoke", phase, args], { result: { promise: true } })
    if (typeof json !== "string") throw new Error("the phase did not answer with text")
    tell({ type: "ended", json })
  } catch (error) {
    report(error, (failed) => tell({ type: "ended", json: JSON.stringify({ failed }) }))
  }
}

/** isolated-vm's own timeout ends with the first await on the host, so the processor time is watched from here. */
let budgetFrom = 0n
const watchCpu = () => {
  setInterval(() => {
    if (isolate.isDisposed) return
    if (Number(isolate.cpuTime - budgetFrom) / 1e6 > cpuLimitMs) finish({ type: "outOfCpu" })
  }, 100)
}

let prepared
process.on("disconnect", die)
process.on("message", (message) => {
  if (message.type === "prepare") prepared = prepare(message)
  else if (message.type === "load") void load(message)
  else if (message.type === "invoke") void invoke(message)
  else if (message.type === "answer") answer(message)
})
tell({ type: "ready", missing: missing() })
