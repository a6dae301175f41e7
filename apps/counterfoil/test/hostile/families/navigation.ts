/** Ways to another origin by addresses: what a script can ask for itself, and what a page does when it is clicked. */
import type { Attack, Family } from "../Attack.ts"

const refused: ReadonlyArray<readonly [string, string]> = [
  ["the canary", "CANARY + '/x'"],
  ["the canary in capitals", "CANARY.replace('http', 'HTTP') + '/x'"],
  ["the canary as localhost", "CANARY.replace('127.0.0.1', 'localhost')"],
  ["the canary as a number", "CANARY.replace('127.0.0.1', '2130706433')"],
  ["the canary in hexadecimal", "CANARY.replace('127.0.0.1', '0x7f.1')"],
  ["the canary as 127.1", "CANARY.replace('127.0.0.1', '127.1')"],
  ["the canary as IPv6", "CANARY.replace('127.0.0.1', '[::ffff:127.0.0.1]')"],
  ["the canary behind the bank's name", "BANK.replace('http://', 'http://x:y@').replace(/@.*/, '@') + CANARY.slice(7)"],
  ["the canary with the bank as user name", "'http://' + BANK.slice(7) + '@' + CANARY.slice(7)"],
  ["the canary with backslashes", "'http:\\\\\\\\' + CANARY.slice(7)"],
  ["the canary with a tab before it", "'\\t' + CANARY"],
  ["the bank on another port", "BANK.replace(/:\\d+$/, ':1')"],
  ["the bank over https", "BANK.replace('http', 'https')"],
  ["the bank with a password in the address", "BANK.replace('http://', 'http://a:b@')"],
  ["a metadata service", "'http://169.254.169.254/latest/meta-data/'"],
  ["the partner's host with another scheme", "PARTNER.replace('http', 'ws')"]
]

const schemes: ReadonlyArray<string> = [
  "file:///etc/passwd",
  "view-source:file:///etc/passwd",
  "view-source:http://127.0.0.1/",
  "chrome://version",
  "chrome://settings/passwords",
  "chrome-untrusted://new-tab-page",
  "chrome-extension://abc/x.html",
  "devtools://devtools/bundled/inspector.html",
  "about:blank",
  "about:srcdoc",
  "javascript:document.title='x'",
  "data:text/html,<script>1</script>",
  "blob:http://127.0.0.1/x",
  "filesystem:http://127.0.0.1/temporary/x",
  "ftp://127.0.0.1/",
  "intent://x#Intent;end",
  "mailto:a@b.invalid",
  "ws://127.0.0.1/",
  "",
  "/relative",
  "//127.0.0.1:1/x"
]

const visits = (what: string, url: string): Attack => ({
  title: `opens ${what}`,
  body: `const code = await ask("page.goto", { url: ${url} })
    return ["NavigationRefused", "InvalidCall"].includes(code) ? [] : [code]`
})

const stays = `const url = await ask("page.url"); return url.startsWith(CANARY) ? [url] : []`
const clicks: ReadonlyArray<readonly [string, string]> = [
  ["follows a link", "await on('#out', 'click')"],
  ["opens a link in a tab", "await on('#outTab', 'click')"],
  ["downloads from a link", "await on('#outFile', 'click')"],
  ["sends a form", "await on('#outField', 'fill', { value: 'x' }); await on('#outGo', 'click')"],
  ["sends a form that holds the user name", "await type('#outField', 'username'); await on('#outGo', 'click')"],
  ["puts the user name in the address of a form", "await type('#outQuery', 'username'); await on('#outAsk', 'click')"],
  ["sends a form by Enter", "await type('#outField', 'username'); await on('#outField', 'press', { key: 'Enter' })"],
  ["opens a popup", "await on('#popOut', 'click')"],
  ["clicks with the key for a new tab", "await on('#out', 'focus'); await ask('page.press', { key: 'Control+Enter' })"],
  ["follows a redirect", "await ask('page.goto', { url: BANK + '/redirect' })"],
  ["follows two redirects", "await ask('page.goto', { url: BANK + '/hops' })"],
  [
    "is refreshed away by a header",
    "await ask('page.goto', { url: BANK + '/refresh' }); await ask('page.waitForURL', { url: CANARY + '/**', timeout: 400 })"
  ],
  ["is told to preload, preconnect and report there by headers", "await ask('page.goto', { url: BANK + '/links' })"]
]

export const navigation: Family = {
  name: "navigation",
  attacks: [
    ...refused.map(([what, url]) => visits(what, url)),
    ...clicks.map(([what, does]) => ({
      title: `${what} to the canary`,
      // Of a redirect the proxy's refusal is shown under the address that it led to.
      body: `await ask("page.goto", { url: BANK + "/" }); ${does}; ${what.includes("redirect") ? "return []" : stays}`
    }))
  ]
}

export const otherSchemes: Family = {
  name: "schemes",
  attacks: schemes.map((url) => visits(url === "" ? "nothing" : url, JSON.stringify(url)))
}
