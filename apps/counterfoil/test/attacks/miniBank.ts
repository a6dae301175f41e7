/** An honest bank with what banks have: a login page with a search field beside it, pages that say what was looked for, a keypad. */
import type { IncomingMessage, ServerResponse } from "node:http"

export interface MiniBank {
  readonly url: string
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;")

const html = (body: string) => `<!doctype html><title>Mini bank</title><body>${body}`

const loginPage = `<form action="/home"><input id=user name=user><input id=password name=password type=password>
    <input id=memorable name=memorable><button id=go>Log in</button></form>
  <form action="/search"><input id=search name=q><button id=find>Find</button></form>
  <form action="/search"><input id=short name=q maxlength=3><button id=findShort>Find</button></form>
  <form action="/found.csv"><input id=export name=q><button id=save>Save</button></form>
  <form action="/code"><input id=code name=code><button id=confirm>Confirm</button></form>`

/** What a page may make of the words that it was asked for. */
const searchPage = (q: string) => `<h1>Results for ${escaped(q)}</h1><input id=again value="${escaped(q)}">
  <a id=next href="/search?q=${encodeURIComponent(q)}&amp;page=2">Next</a>
  <p id=reversed>${escaped([...q].toReversed().join(""))}</p>
  <p id=spaced>${escaped([...q].join(" "))}</p>
  <p id=rotated>${escaped(q.replaceAll(/[a-z]/g, (c) => String.fromCharCode(97 + ((c.charCodeAt(0) - 84) % 26))))}</p>
  <p id=split>${[...q].map((c) => `<b>${escaped(c)}</b>`).join("")}</p>`

const keys = [..."7394806215"]
const keypadPage = `<div role=group aria-label=Keys>${keys.map((key) => `<button type=button>${key}</button>`).join("")}
  <button type=button>Clear</button></div><input id=shown type=password readonly>
  <div id=all role=group>${[..."qwertyuiopasdfghjklzxcvbnm0123456789-"].map((key) => `<i role=button>${key}</i>`).join("")}</div>
  <script>document.addEventListener("click", ({ target }) => { if (/^(BUTTON|I)$/.test(target.tagName)) shown.value += "x" })</script>`

export const pageOf = (request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? "/", "http://mini.invalid")
  const q = url.searchParams.get("q") ?? ""
  if (url.pathname === "/found.csv") {
    response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=found.csv" })
    return void response.end(`found;${q};\n`)
  }
  const pages: Readonly<Record<string, string>> = {
    "/login": loginPage,
    "/home": `<h1>Home</h1>${loginPage}`,
    "/search": searchPage(q),
    "/keypad": keypadPage,
    "/code": `<h1>Thank you</h1>${loginPage}`
  }
  const page = pages[url.pathname]
  response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" })
  response.end(html(page ?? "nothing here"))
}
