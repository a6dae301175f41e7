/** More processor time than it may have, and waits that never end. */
import { type Family, timeout } from "../Attack.ts"

const burners: ReadonlyArray<readonly [string, string]> = [
  ["loops", "for (;;) {}"],
  ["loops after it has waited for the host", `await said('{"verb":"ping"}'); for (;;) {}`],
  ["loops in a microtask", "await Promise.resolve().then(() => { for (;;) {} })"],
  ["queues microtasks without end", "const again = () => Promise.resolve().then(again); return again()"],
  ["matches an expression that backtracks", "return /^(a+)+$/.test('a'.repeat(40) + 'b')"],
  ["sorts with a comparison that never ends", "return [3, 1, 2].sort(() => { for (;;) {} })"],
  ["loops in a getter that the sandbox reads", "return { get then() { for (;;) {} } }"],
  ["loops in toJSON of its result", "return { toJSON() { for (;;) {} } }"],
  ["loops in a replacer", "return JSON.stringify({ a: 1 }, () => { for (;;) {} })"],
  ["loops in a proxy's trap", "return Object.keys(new Proxy({}, { ownKeys() { for (;;) {} } }))"],
  ["loops in a generator", "const forever = (function* () { for (;;) yield 1 })(); for (const _ of forever) {} "],
  ["loops in an async generator", "for await (const _ of (async function* () { for (;;) yield 1 })()) {}"],
  ["computes a power that takes minutes", "return String((2n ** 4000000n) ** 9n).length"],
  [
    "parses a program that never ends being parsed",
    "return (0, eval)('['.repeat(5_000) + ']'.repeat(5_000)) && new Function('for(;;){}')()"
  ],
  ["compares strings of its own making for ever", "let a = 'a'.repeat(1e6); for (;;) { a === a + 'b' }"]
]

const sleepers: ReadonlyArray<readonly [string, string]> = [
  ["a promise that nobody keeps", "await new Promise(() => {})"],
  ["a thenable that never calls back", "await { then() {} }"],
  ["a call that the host never answers", `await send('{"verb":"never"}')`],
  [
    "sixteen calls that the host never answers",
    `await Promise.all(Array.from({ length: 16 }, () => send('{"verb":"never"}')))`
  ],
  ["the first of nothing", "await Promise.race([])"],
  [
    "an async iterator that never yields",
    "for await (const _ of { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) }) {}"
  ],
  [
    "itself",
    "const p = (async () => { await null; return p2 })(); const p2 = new Promise((go) => p.then(go)); await p2"
  ],
  ["one sleep after another", `for (;;) await said('{"verb":"sleep","ms":50}')`]
]

export const processor: Family = {
  name: "processor",
  attacks: burners.map(([what, body]) => ({ title: what, body, fails: timeout }))
}

export const hangs: Family = {
  name: "hangs",
  attacks: [
    ...sleepers.map(([what, body]) => ({ title: `waits for ${what}`, body, fails: timeout })),
    { title: "loops while its bundle loads", before: "for (;;) {}", body: "return []", fails: ["does_not_load"] },
    {
      title: "loops in the manifest that it registers",
      before: `const real = __counterfoilRegister; globalThis.shadow = (entry) => real({ get manifest() { for (;;) {} }, run: entry.run }); shadow({ run: async () => "{}" })`,
      body: "return []",
      fails: ["does_not_load"]
    }
  ]
}
