/**
 * What runs in an isolate before the bundle does; evaluated there as the body of a strict function.
 *
 * `$0` is the one reference to the host: a function from JSON text to a promise of JSON text. It stays in this closure,
 * so that the bundle can never see an object of the host. Whatever this code needs later is captured now, for the
 * bundle may replace every built-in.
 */
"use strict"

const host = $0
const limits = JSON.parse($1)

const { stringify } = JSON
const { apply, defineProperty } = Reflect
const callHost = host.apply
const freeze = Object.freeze
const NativePromise = Promise
const resolved = Promise.resolve
const text = String
const slice = String.prototype.slice
const push = Array.prototype.push
const join = Array.prototype.join
const NativeError = Error

const asPromise = freeze({ __proto__: null, result: freeze({ __proto__: null, promise: true }) })
const tooLarge = `{"err":{"code":"TooLarge","message":"the arguments of a call may have at most ${limits.argumentChars} characters"}}`

/** The script's only way out. Takes and gives JSON text, never fails. */
const send = (json) => {
  if (typeof json !== "string" || json.length > limits.argumentChars) {
    return apply(resolved, NativePromise, [tooLarge])
  }
  return apply(callHost, host, [undefined, [json], asPromise])
}

const clip = (value, length) => apply(slice, text(value), [0, length])

/** Text of an error, made here: an error object never leaves the isolate. */
const describe = (error) => {
  const isObject = typeof error === "object" && error !== null
  const message = isObject ? error.message : error
  const stack = isObject ? error.stack : undefined
  return stringify({
    failed: {
      __proto__: null,
      message: clip(message === undefined ? "the script failed without a message" : message, limits.messageChars),
      stack: typeof stack === "string" ? clip(stack, limits.stackChars) : undefined
    }
  })
}

for (const name of ["WebAssembly", "SharedArrayBuffer", "Atomics"]) delete globalThis[name]
delete ArrayBuffer.prototype.resize

let printed = 0
const print =
  (level) =>
  (...values) => {
    printed += 1
    if (printed > limits.consoleLines) return
    const parts = []
    for (let i = 0; i < values.length; i += 1) {
      const value = values[i]
      let part
      try {
        part = typeof value === "string" ? value : stringify(value)
      } catch {
        part = "[not JSON]"
      }
      apply(push, parts, [clip(part, limits.messageChars)])
    }
    const message = clip(apply(join, parts, [" "]), limits.messageChars)
    send(stringify({ __proto__: null, verb: "log", level, message }))
  }
const console = freeze({
  log: print("info"),
  info: print("info"),
  debug: print("info"),
  warn: print("warn"),
  error: print("warn")
})
defineProperty(globalThis, "console", { value: console, writable: false, configurable: false, enumerable: false })

// The first date that is written loads what ICU has, which takes longer than most calls: this is before anybody waits.
new Intl.DateTimeFormat("en-CA", { timeZone: "UTC", year: "numeric", month: "2-digit", day: "2-digit" }).format(0)

let script
/** `defineBankScript` calls this once while the bundle loads; then it is gone. */
const register = (entry) => {
  if (script !== undefined) throw new NativeError("a bundle holds one bank script: defineBankScript was called twice")
  script = { __proto__: null, manifest: entry.manifest, run: entry.run }
}
defineProperty(globalThis, "__counterfoilRegister", {
  value: register,
  writable: false,
  configurable: true,
  enumerable: false
})

const loaded = () => {
  delete globalThis.__counterfoilRegister
  if (script === undefined) return stringify({ failed: { message: "the bundle does not call defineBankScript" } })
  if (typeof script.manifest !== "string" || typeof script.run !== "function") {
    return stringify({
      failed: { message: "the bundle was not made with this SDK: its script has no manifest or entry" }
    })
  }
  if (script.manifest.length > limits.manifestChars)
    return stringify({ failed: { message: "the manifest is too large" } })
  return stringify({ manifest: script.manifest })
}

/** Runs a phase; resolves with `{ done: string }` or `{ failed }` as JSON text, and never rejects. */
const invoke = async (phase, args) => {
  try {
    const json = await apply(script.run, undefined, [send, phase, args])
    if (typeof json !== "string") throw new NativeError("the script's entry did not answer with text")
    if (json.length > limits.resultChars) {
      throw new NativeError(`the result of ${phase} has more than ${limits.resultChars} characters`)
    }
    return json
  } catch (error) {
    return describe(error)
  }
}

return (what, phase, args) => (what === "loaded" ? loaded() : invoke(phase, args))
