/** More calls, longer texts, deeper nesting than anybody needs. */
import { type Family, scriptError } from "../Attack.ts"

const codeOf = (json: string) => `const text = ${json}; return [await said(text)]`

export const floods: Family = {
  name: "floods",
  attacks: [
    { title: "asks for more than a phase may", body: `for (;;) await send('{"verb":"ping"}')`, fails: scriptError },
    {
      title: "asks for more than a phase may, in sixteen at a time",
      body: `for (;;) await Promise.all(Array.from({ length: 16 }, () => send('{"verb":"ping"}')))`,
      fails: scriptError
    },
    {
      title: "asks a thousand things at once",
      body: `const answers = await Promise.all(Array.from({ length: 1000 }, () => send('{"verb":"ping"}')))
        return answers.filter((text) => text !== '{"ok":"pong"}' && !text.includes("TooManyCalls"))`
    },
    {
      title: "sends arguments of 300 KiB",
      body: codeOf(`JSON.stringify({ verb: "ping", text: "a".repeat(300_000) })`),
      gets: ["TooLarge"]
    },
    {
      title: "sends arguments of 50 MiB",
      body: codeOf(`'{"verb":"ping","text":"' + "a".repeat(50_000_000) + '"}'`),
      gets: ["TooLarge"]
    },
    {
      title: "sends brackets nested 100,000 deep",
      body: codeOf(`'{"verb":"ping","a":' + "[".repeat(100_000) + "]".repeat(100_000) + "}"`),
      gets: ["InvalidCall"]
    },
    {
      title: "sends a verb of a megabyte",
      body: codeOf(`JSON.stringify({ verb: "a".repeat(200_000) })`),
      gets: ["InvalidCall"]
    },
    { title: "sends an array instead of a call", body: codeOf(`"[1,2,3]"`), gets: ["InvalidCall"] },
    { title: "sends half a call", body: codeOf(`'{"verb":'`), gets: ["InvalidCall"] },
    { title: "sends a number as its verb", body: codeOf(`'{"verb":5}'`), gets: ["InvalidCall"] },
    { title: "sends the same key twice", body: codeOf(`'{"verb":"ping","verb":"nothing"}'`), gets: ["InvalidCall"] },
    {
      title: "sends lone surrogates and zero bytes",
      body: codeOf(`JSON.stringify({ verb: "ping\\ud800\\u0000" })`),
      gets: ["InvalidCall"]
    },
    { title: "sends numbers that are none", body: codeOf(`'{"verb":"ping","n":1e999}'`), gets: ["InvalidCall"] },
    {
      title: "sends things that are no text",
      body: `const answers = []
        for (const each of [undefined, null, 5, {}, [], () => {}, Symbol("x"), new String('{"verb":"ping"}')]) {
          try { answers.push(JSON.parse(await send(each)).err?.code ?? "ok") } catch { answers.push("thrown") }
        }
        return answers.filter((answer) => answer !== "TooLarge")`
    },
    { title: "hands back five megabytes", body: "return 'x'.repeat(5 * 1024 * 1024)", fails: scriptError },
    {
      title: "hands back what JSON can't say",
      body: "const round = {}; round.round = round; return round",
      fails: scriptError
    },
    { title: "hands back a big integer", body: "return 1n", fails: scriptError },
    {
      title: "hands back something nested 50,000 deep",
      body: "let deep = []; for (let i = 0; i < 50_000; i += 1) deep = [deep]; return deep",
      fails: scriptError
    },
    {
      title: "writes a million lines to the console",
      body: "for (let i = 0; i < 1_000_000; i += 1) console.log('x'); return []"
    },
    {
      title: "writes lines of a megabyte",
      body: "for (let i = 0; i < 50; i += 1) console.log('x'.repeat(1_000_000)); return []"
    },
    {
      title: "logs an object that prints for ever",
      body: "console.log({ toJSON: () => { throw new Error('no') } }, new Proxy({}, { ownKeys() { throw 1 } })); return []"
    },
    {
      title: "logs ten thousand lines through the host",
      body: `let answered = 0
        for (let i = 0; i < 1500; i += 1) { await send('{"verb":"log","level":"info","message":"x"}'); answered += 1 }
        return answered === 1500 ? [] : [answered]`
    },
    {
      title: "registers a manifest of a megabyte",
      before: `const real = __counterfoilRegister; globalThis.__proxy = real; real({ manifest: "x".repeat(1_000_000), run: async () => "{}" }); throw new Error("stop")`,
      body: "return []",
      fails: ["does_not_load"]
    },
    {
      title: "registers two scripts",
      before: `__counterfoilRegister({ manifest: "{}", run: async () => "{}" })`,
      body: "return []",
      fails: ["does_not_load"]
    },
    {
      title: "registers a manifest that is none",
      before: `__counterfoilRegister({ manifest: "[]", run: async () => "{}" }); __counterfoilRegister = () => {}`,
      body: "return []",
      fails: ["does_not_load"]
    },
    {
      title: "registers an object in place of text",
      before: `__counterfoilRegister({ manifest: { bank: "x" }, run: async () => "{}" }); __counterfoilRegister = () => {}`,
      body: "return []",
      fails: ["does_not_load"]
    }
  ]
}
