/** Tricks with prototypes and built-ins: the sandbox's own code must not stumble over them. */
import type { Family } from "../Attack.ts"

const works = `const answer = await said('{"verb":"ping"}'); return answer === "pong" ? [] : [answer]`

const replaced = [
  "JSON.parse",
  "JSON.stringify",
  "Reflect.apply",
  "Function.prototype.apply",
  "Function.prototype.call",
  "Function.prototype.bind",
  "String.prototype.slice",
  "String.prototype.startsWith",
  "Array.prototype.push",
  "Array.prototype.join",
  "Array.prototype[Symbol.iterator]",
  "Object.freeze",
  "Object.keys",
  "Promise.resolve",
  "String",
  "Error"
]

/** The same, while our own helper goes on with what it kept. */
const kept = `const { parse, stringify } = JSON; const kept = { parse, stringify }
  const ping = async (send) => { const text = await send('{"verb":"ping"}'); return text === '{"ok":"pong"}' ? [] : [text] }`

export const prototypes: Family = {
  name: "prototypes",
  attacks: [
    ...replaced.map((name) => ({
      title: `replaces ${name}`,
      before: `${kept}\n${name} = function () { throw new globalThis.TypeError("hooked") }`,
      body: `JSON.parse = kept.parse; JSON.stringify = kept.stringify; return ping(send)`
    })),
    {
      title: "makes every promise's then a spy that answers for the host",
      before: `const then = Promise.prototype.then`,
      body: `const seen = []
        Promise.prototype.then = function (a, b) { return then.call(this, (value) => { seen.push(typeof value); return a?.(value) }, b) }
        await send('{"verb":"ping"}')
        Promise.prototype.then = then
        return seen.filter((kind) => kind !== "string" && kind !== "undefined")`
    },
    {
      title: "puts ok and err on Object.prototype",
      body: `Object.prototype.ok = "polluted"; Object.prototype.err = { code: "polluted" }
        const text = await send('{"verb":"ping"}'); delete Object.prototype.ok; delete Object.prototype.err
        return text === '{"ok":"pong"}' ? [] : [text]`
    },
    {
      title: "puts toJSON on every prototype",
      body: `for (const kind of [Object, String, Number, Array, Boolean]) kind.prototype.toJSON = () => "polluted"
        const text = await send('{"verb":"ping"}')
        for (const kind of [Object, String, Number, Array, Boolean]) delete kind.prototype.toJSON
        return text === '{"ok":"pong"}' ? [] : [text]`
    },
    {
      title: "sends __proto__ in a call",
      body: `await said('{"verb":"ping","__proto__":{"verb":"secret"},"constructor":{"prototype":{"polluted":true}}}'); ${works}`
    },
    {
      title: "sends a verb that every object has",
      body: `const got = []
        for (const verb of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf", "then"]) got.push(await said(JSON.stringify({ verb })))
        return got.filter((answer) => answer !== "InvalidCall")`
    },
    {
      title: "makes undefined, null and the prototype of null work for it",
      body: `try { Object.setPrototypeOf(Object.prototype, { send: 1 }) } catch {} ${works}`
    },
    {
      title: "freezes and seals what the sandbox gave it",
      body: `for (const each of [send, console, globalThis, Promise.prototype]) { try { Object.freeze(each) } catch {} } ${works}`
    },
    {
      title: "replaces the console to be asked by the sandbox",
      body: `try { globalThis.console = { log: () => { throw 1 } } } catch {} try { console.log = null } catch {} console.log("still there"); ${works}`
    },
    {
      title: "makes the global object exotic",
      body: `try { Object.setPrototypeOf(globalThis, new Proxy({}, {})) } catch {} ${works}`
    }
  ]
}
