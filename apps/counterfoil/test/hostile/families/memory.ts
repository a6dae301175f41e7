/** More memory than there is: the process ends, the server doesn't notice. */
import { type Family, memory } from "../Attack.ts"

const bombs: ReadonlyArray<readonly [string, string]> = [
  ["arrays", "const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random()))"],
  ["a map", "const kept = new Map(); for (let i = 0; ; i += 1) kept.set(i, { i })"],
  [
    "strings that grow",
    "let text = 'x'; const kept = []; for (;;) { text += text + kept.length; kept.push(text.split('').join('-')) }"
  ],
  ["a string split into its letters", "return 'a'.padStart(536870880).split('').length"],
  ["one large array", "return new Array(2 ** 27).fill(1).length"],
  ["symbols", "const kept = {}; for (;;) kept[Symbol(Math.random())] = 1"],
  [
    "closures",
    "const kept = []; const make = (n) => { const big = new Array(1000).fill(n); return () => big[n % 1000] }; for (let i = 0; ; i += 1) kept.push(make(i))"
  ],
  ["promises", "const kept = []; for (;;) kept.push(new Promise(() => {}))"],
  ["buffers", "const kept = []; for (;;) kept.push(new Uint8Array(2 ** 21).fill(1))"],
  [
    "a buffer that says it may grow",
    "const b = new ArrayBuffer(1024, { maxByteLength: 2 ** 31 }); const kept = []; for (;;) { new Uint8Array(b).fill(1); kept.push(b.slice(0), new ArrayBuffer(2 ** 24, { maxByteLength: 2 ** 30 })); kept.at(-1) && new Uint8Array(kept.at(-1)).fill(1) }"
  ],
  ["typed arrays of a huge length", "return new Float64Array(2 ** 31).fill(1).length"],
  ["JSON of a hundred million numbers", "return JSON.parse('[' + '1,'.repeat(100_000_000) + '1]').length"],
  [
    "a regular expression's captures",
    "const text = 'ab'.repeat(4_000_000); return [...text.matchAll(/(a)(b)/g)].length"
  ],
  ["big integers", "let n = 3n; for (;;) n = n ** 3n"],
  ["keys of one object", "const kept = {}; for (let i = 0; ; i += 1) kept['key' + i + Math.random()] = i"],
  ["a sparse array that is sorted", "const a = []; a[2 ** 26] = 1; a.fill(1); return a.sort().length"],
  [
    "functions made from text",
    "const kept = []; for (let i = 0; ; i += 1) kept.push(new Function('return ' + i + ' + \"' + 'x'.repeat(5000) + '\"'))"
  ],
  [
    "a recursion that keeps what it has",
    "const deep = (n, big) => [deep(n + 1, new Array(5000).fill(n)), big]; const again = () => { try { return deep(0) } catch { return again() } }; return again()"
  ],
  [
    "errors with long stacks",
    "const kept = []; Error.stackTraceLimit = 10000; const fall = (n) => n === 0 ? kept.push(new Error('x'.repeat(1000)).stack) : fall(n - 1); for (;;) fall(500)"
  ],
  [
    "finalizers that never run",
    "const registry = new FinalizationRegistry(() => {}); const kept = []; for (;;) { const o = { big: new Array(1000).fill(1) }; registry.register(o, o.big); kept.push(o.big) }"
  ]
]

export const memoryBombs: Family = {
  name: "memory",
  attacks: [
    ...bombs.map(([what, body]) => ({ title: `fills the memory with ${what}`, body, fails: memory })),
    {
      title: "fills the memory while its bundle loads",
      before: "const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random()))",
      body: "return []",
      fails: ["does_not_load"]
    }
  ]
}
