/** Ways out of the isolate, to the process or the machine. */
import type { Family } from "../Attack.ts"

/** Gains whatever the expression gives, if it gives anything but undefined. */
const reach = (expression: string) => `
  const gained = []
  try { const got = await (${expression}); if (got !== undefined && got !== null && got !== false) gained.push(String(got).slice(0, 80)) } catch {}
  return gained`

const constructors = [
  ["of a function", "(() => {}).constructor"],
  ["of an async function", "(async () => {}).constructor"],
  ["of a generator", "((body) => () => (function* () {}).constructor(body)().next().value)"],
  ["of an async generator", "((body) => async () => (await (async function* () {}).constructor(body)().next()).value)"],
  ["of the host's function", "send.constructor"],
  ["of the host's promise", "send('{}').constructor.constructor"],
  ["of the console", "console.log.constructor"],
  ["of the arguments", "phase.constructor.constructor"],
  ["of an error that the host made", "(await send('{').then(() => new Error(), (e) => e)).constructor.constructor"],
  ["behind a proxy", "new Proxy(send, {}).constructor"],
  ["by bind", "send.bind(null).constructor"],
  ["by Reflect", "Reflect.get(send, 'constructor')"]
] as const

const globals = ["process", "require", "module", "global", "Deno", "Bun", "importScripts", "XMLHttpRequest", "fetch"]

export const escape: Family = {
  name: "escape",
  attacks: [
    ...constructors.map(([what, expression]) => ({
      title: `reaches the process by the constructor ${what}`,
      body: reach(`(${expression})("return typeof process === 'undefined' ? undefined : process.pid")()`)
    })),
    ...globals.map((name) => ({
      title: `finds ${name} by indirect eval`,
      body: reach(`(0, eval)("typeof ${name} === 'undefined' ? undefined : '${name}'")`)
    })),
    ...["node:fs", "node:child_process", "isolated-vm", "./runner.mjs", "data:text/javascript,export default 1"].map(
      (name) => ({
        title: `imports ${name}`,
        body: reach(`import(${JSON.stringify(name)}).then(() => "imported")`)
      })
    ),
    {
      title: "reads the frames of the host with a hook for stack traces",
      body: `const gained = []
        Error.prepareStackTrace = (_, frames) => frames
        for (const frame of new Error().stack) {
          const file = String(frame.getFileName?.() ?? "")
          for (const read of ["getThis", "getFunction"]) { const got = frame[read]?.(); if (got !== undefined && got !== globalThis && file !== "bank-script.js") gained.push(read + " of " + file) }
          if (/runner\\.mjs|node:|\\/packages\\//.test(file)) gained.push(file)
        }
        return gained`
    },
    {
      title: "reads the paths of the host in a stack",
      body: `const stacks = []
        try { null.x } catch (error) { stacks.push(error.stack) }
        try { await send({ get toString() { stacks.push(new Error().stack); return () => "{}" } }) } catch (error) { stacks.push(error.stack) }
        return stacks.filter((stack) => /runner\\.mjs|node_modules|\\/home|\\/tmp|file:/.test(stack))`
    },
    {
      title: "walks the caller chain of a sloppy function",
      body: reach(`(function () { return arguments.callee.caller?.caller?.caller })()`)
    },
    {
      title: "hooks the sandbox's own functions by a setter on Object.prototype",
      body: reach(`(async () => {
        const seen = []
        for (const name of ["result", "promise", "reference", "copy", "arguments", "timeout"]) {
          Object.defineProperty(Object.prototype, name, { configurable: true, get() { seen.push(name); return undefined }, set() { seen.push(name) } })
        }
        await send('{"verb":"x"}')
        for (const name of ["result", "promise", "reference", "copy", "arguments", "timeout"]) delete Object.prototype[name]
        return seen.some((name) => name === "reference" || name === "copy") ? seen.join() : undefined
      })()`)
    },
    {
      title: "uses shared memory, WebAssembly or Atomics as a clock or a bridge",
      body: `return ["WebAssembly", "SharedArrayBuffer", "Atomics"].filter((name) => name in globalThis || (0, eval)("typeof " + name) !== "undefined")`
    },
    {
      title: "brings WebAssembly back with a fresh realm",
      body: reach(
        `(() => { const f = Object.getPrototypeOf(async () => {}).constructor; return f("return typeof WebAssembly === 'undefined' ? undefined : 'wasm'")() })()`
      )
    },
    {
      title: "keeps the door by which scripts register, for a second script",
      before: "const door = globalThis.__counterfoilRegister",
      body: `try { door({ manifest: "{}", run: () => "{}" }); return ["registered"] } catch { return [] }`
    },
    {
      title: "finds the door again after loading",
      body: `return ["__counterfoilRegister"].filter((name) => name in globalThis)`
    },
    {
      title: "lists what the sandbox left on the global object",
      body: `const usual = /^(Object|Function|Array|Number|parseFloat|parseInt|Infinity|NaN|undefined|Boolean|String|Symbol|Date|Promise|RegExp|.*Error|JSON|Math|Intl|ArrayBuffer|.*Array|DataView|Map|BigInt|Set|Iterator|WeakMap|WeakSet|WeakRef|Proxy|Reflect|FinalizationRegistry|decodeURI|decodeURIComponent|encodeURI|encodeURIComponent|escape|unescape|eval|isFinite|isNaN|console|globalThis)$/
        return Object.getOwnPropertyNames(globalThis).filter((name) => !usual.test(name))`
    }
  ]
}
