/** After the login a bank's page only reads: every way of a page to send more than that, and declarations stretched to cover it. */
import type { DeclaredRequest, ScriptPhase } from "@counterfoil/core"
import type { Attack, Family } from "../Attack.ts"

const after: ReadonlyArray<ScriptPhase> = ["extract", "keepAlive", "logout", "resume"]

const ways: ReadonlyArray<readonly [string, string]> = [
  ["fetch", "fetch('/transfer', { method: 'POST', body: 'x' })"],
  ["fetch without CORS", "fetch('/transfer', { method: 'POST', mode: 'no-cors', keepalive: true, body: 'x' })"],
  ["a request of XML", "const x = new XMLHttpRequest(); x.open('PUT', '/transfer'); x.send('x')"],
  ["a beacon", "navigator.sendBeacon('/transfer', 'x')"],
  ["a form", "Object.assign(add('form', { action: '/transfer', method: 'post' })).submit()"],
  [
    "a form in a frame",
    "const f = add('iframe', { name: 'f' }); add('form', { action: '/transfer', method: 'post', target: 'f' }).submit()"
  ],
  ["a form in a tab", "add('form', { action: '/transfer', method: 'post', target: '_blank' }).submit()"],
  ["a link's ping", "add('a', { href: '#x', ping: '/transfer' }).click()"],
  [
    "a worker",
    "new Worker(URL.createObjectURL(new Blob(['fetch(\"' + location.origin + '/transfer\", { method: \"DELETE\" })'])))"
  ],
  ["a method of its own", "fetch('/transfer', { method: 'TRANSFER' })"],
  ["a socket", "new WebSocket(location.origin.replace('http', 'ws') + '/transfer')"],
  [
    "a frame that is written",
    "const d = add('iframe').contentDocument; d.body.innerHTML = '<form action=/transfer method=post></form>'; d.forms[0].submit()"
  ]
]

const running = (code: string): string =>
  `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}) })
    for (let i = 0; i < 20 && (await ask("page.title")) !== "ended"; i += 1) await ask("sleep", { ms: 50 })
    return []`

const undeclared = after.flatMap((phase) =>
  ways.map(([way, code]): Attack => ({ title: `sends a transfer by ${way} in ${phase}`, phase, body: running(code) }))
)

const search: DeclaredRequest = { method: "POST", path: "/search", phases: ["extract"] }
const stretched: ReadonlyArray<readonly [string, string, string]> = [
  ["another path", "POST", "/transfer"],
  ["a path below", "POST", "/search/transfer"],
  ["a path that only begins like it", "POST", "/search-transfer"],
  ["a path up and down again", "POST", "/search/../transfer"],
  ["an encoded path up", "POST", "/search/%2e%2e/transfer"],
  ["an encoded slash", "POST", "/search%2f..%2ftransfer"],
  ["a backslash", "POST", "/search\\\\..\\\\transfer"],
  ["two slashes", "POST", "//search"],
  ["capitals", "POST", "/SEARCH"],
  ["a slash at the end", "POST", "/search/"],
  ["an encoded letter", "POST", "/se%61rch%00"],
  ["PUT", "PUT", "/search"],
  ["PATCH", "PATCH", "/search"],
  ["DELETE", "DELETE", "/search"],
  ["a parameter of the path", "POST", "/search;x/transfer"]
]

const declaring = stretched.map(([what, method, path]): Attack => ({
  title: `has declared a search, and sends by ${what}`,
  phase: "extract",
  declares: [search],
  body: running(`fetch(${JSON.stringify(path)}, { method: ${JSON.stringify(method)}, body: 'x' })`)
}))

const elsewhere = after.map((phase): Attack => ({
  title: `has declared a search for another phase than ${phase}`,
  phase,
  declares: [
    { ...search, path: "/other" },
    { ...search, phases: [phase === "logout" ? "resume" : "logout"] }
  ],
  gets: [],
  body: running("fetch('/search', { method: 'POST', body: 'x' })")
}))

export const declared: Family = { name: "declared requests", attacks: [...undeclared, ...declaring, ...elsewhere] }
