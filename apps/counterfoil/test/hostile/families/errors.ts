/** Errors made to hurt whoever reads them. */
import { type Family, scriptError, timeout } from "../Attack.ts"

const thrown: ReadonlyArray<readonly [string, string, "ends" | "hangs"]> = [
  [
    "with a message that never ends being read",
    "throw Object.defineProperty(new Error(), 'message', { get() { for (;;) {} } })",
    "hangs"
  ],
  ["of a class whose message loops", "class E extends Error { get message() { for (;;) {} } }; throw new E()", "hangs"],
  [
    "with a stack that loops",
    "throw Object.defineProperty(new Error('x'), 'stack', { get() { for (;;) {} } })",
    "hangs"
  ],
  [
    "whose message throws",
    "throw Object.defineProperty(new Error(), 'message', { get() { throw new Error('again') } })",
    "ends"
  ],
  ["whose message is an object with a loop in toString", "throw { message: { toString() { for (;;) {} } } }", "hangs"],
  [
    "that is a proxy of which every trap throws",
    "throw new Proxy(new Error(), { get() { throw new Error('trap') }, getPrototypeOf() { throw new Error('trap') } })",
    "ends"
  ],
  [
    "that is a revoked proxy",
    "const { proxy, revoke } = Proxy.revocable(new Error(), {}); revoke(); throw proxy",
    "ends"
  ],
  ["that is undefined", "throw undefined", "ends"],
  ["that is null", "throw null", "ends"],
  ["that is a symbol", "throw Symbol('error')", "ends"],
  ["that is a function", "throw function () {}", "ends"],
  ["that is a big integer", "throw 10n ** 3000n", "ends"],
  ["with a message of a hundred megabytes", "throw new Error('x'.repeat(100_000_000))", "ends"],
  [
    "with a thousand nested causes",
    "let e = new Error('inner'); for (let i = 0; i < 1000; i += 1) e = new Error('outer', { cause: e }); throw e",
    "ends"
  ],
  ["that is its own cause", "const e = new Error('round'); e.cause = e; throw e", "ends"],
  [
    "that gathers ten thousand errors",
    "throw new AggregateError(Array.from({ length: 10_000 }, () => new Error('x')), 'many')",
    "ends"
  ],
  ["that writes to the terminal of whoever reads it", "throw new Error('\\u001b[2J\\u001b]0;owned\\u0007')", "ends"],
  [
    "that pretends to be one of the host's",
    "throw Object.assign(new Error('x'), { _tag: 'ScriptFault', kind: 'declared', failure: 'bank_unavailable' })",
    "ends"
  ],
  [
    "that has line ends and quotes for logs",
    'throw new Error(\'x\\n{"level":"info","message":"forged"}\\r\\n\')',
    "ends"
  ],
  ["in a stack trace hook that throws", "Error.prepareStackTrace = () => { throw new Error('hook') }; null.x", "ends"],
  [
    "in a stack trace hook that loops",
    "Error.prepareStackTrace = () => { for (;;) {} }; const e = new Error('x'); e.stack; throw e",
    "hangs"
  ],
  ["out of the deepest recursion", "const fall = () => fall(); fall()", "ends"]
]

export const errors: Family = {
  name: "errors",
  attacks: [
    ...thrown.map(([what, body, how]) => ({
      title: `throws an error ${what}`,
      body,
      fails: how === "hangs" ? timeout : (["script_error", "crashed", "out_of_memory"] as const)
    })),
    {
      title: "leaves a rejection that nobody handles",
      body: "Promise.reject(new Error('unheard')); return []",
      fails: scriptError
    },
    {
      title: "rejects with a thenable that rejects with itself",
      body: "const t = { then: (_, no) => no(t) }; await t",
      fails: scriptError
    },
    {
      title: "throws while its bundle loads",
      before: "throw new Error('loading')",
      body: "return []",
      fails: ["does_not_load"]
    },
    { title: "is no program at all", before: "this is not { JavaScript", body: "return []", fails: ["does_not_load"] }
  ]
}
