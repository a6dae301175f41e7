/** Three sites on loopback: a bank, a partner whose frames the bank shows, and a canary that nobody may ever reach. */
import { Effect, type Scope } from "effect"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listening } from "@counterfoil/testing/listening"
import { encodings } from "./spellings.ts"

export interface Site {
  readonly origin: string
  readonly port: number
  /** TCP connections ever opened. */
  readonly connections: () => number
  /** The addresses that were asked for, with their queries and bodies. */
  readonly asked: ReadonlyArray<string>
}

type Pages = (url: URL, response: ServerResponse, other: Others) => string | undefined
export interface Others {
  readonly partner: string
  readonly canary: string
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

const startSite = (pages: Pages, others: Others): Effect.Effect<Site, never, Scope.Scope> =>
  Effect.gen(function* () {
    const asked: Array<string> = []
    let connections = 0
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? "/", "http://site.invalid")
      const method = request.headers.upgrade === "websocket" ? "WEBSOCKET" : request.method
      asked.push(`${method} ${request.url} ${await bodyOf(request)}`)
      const page = pages(url, response, others)
      if (page === undefined) return void (response.writableEnded || response.writeHead(404).end("nothing here"))
      response.setHeader("content-type", "text/html; charset=utf-8")
      response.end(`<!doctype html><title>Bank</title><body>${page}`)
    }
    const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
    server.on("connection", () => (connections += 1))
    const port = yield* listening(server)
    return { origin: `http://127.0.0.1:${port}`, port, connections: () => connections, asked }
  })

/** What a careless bank shows: everything that was typed, again and again, in every spelling. */
const front = ({ canary, partner }: Others) => `
  <form id=login action="/echo"><input id=user name=user aria-label=User><input id=password name=password type=password>
    <button id=go>Go</button></form>
  <input id=search aria-label=Search><p id=found></p><input id=one maxlength=1><textarea id=free></textarea><div id=edit contenteditable></div>
  <table id=table><tr><th>Field</th></tr><tr><td><div id=cell contenteditable>-</div></td></tr></table>
  <input id=mirror><input id=hiddenCopy type=hidden><select id=choose><option>a</option></select>
  <a id=out href="${canary}/click">Out</a><a id=outTab target=_blank href="${canary}/tab">Tab</a>
  <a id=outFile download href="${canary}/file.csv">File</a>
  <form id=outForm method=post action="${canary}/form"><input id=outField name=p><button id=outGo>Send</button></form>
  <form id=outGet action="${canary}/get"><input id=outQuery name=q><button id=outAsk>Ask</button></form>
  <form id=file action="/attachment"><input id=fileField name=x><button id=fileGo>Download</button></form>
  <iframe id=partner src="${partner}/frame"></iframe><iframe id=blank></iframe><iframe id=data src="data:text/html,<input>"></iframe>
  <iframe id=own srcdoc="<input id=inner>"></iframe>
  <p id=index>${[..."TrubadoZ"].map((letter) => `<a href="/echo?letter=${letter}">${letter}</a>`).join("")}</p>
  <form id=encode action="/encoded"><input id=how name=how><input id=what name=what><button id=encodeGo>Encode</button></form>
  <form id=spell action="/spelt"><input id=spellHow name=how><input id=spellWhat name=what><button id=spellGo>Spell</button></form>
  <input id=short maxlength=5><input id=two maxlength=2>
  <form id=pager action="/echo">${[..."0123456789"].map((digit) => `<button name=page value=${digit}>${digit}</button>`).join("")}</form>
  <button id=pop onclick="open('/echo?x=1')">Pop</button><button id=popOut onclick="open('${canary}/popup')">Pop out</button>
  <script>
    blank.contentDocument.body.innerHTML = "<input>"
    password.oninput = user.oninput = free.oninput = () => { mirror.value = hiddenCopy.value = event.target.value
      event.target.setAttribute('value', event.target.value); event.target.dataset.copy = event.target.value }
    search.oninput = () => { found.textContent = 'No results for ' + search.value }
  </script>`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;").replaceAll("\0", "")

/** A page that spells what it was sent, wherever a page can say something. */
const encoded = (how: string, what: string): string => {
  const said = escaped(encodings[how]?.(what) ?? what)
  return `<h1>${said}</h1><p id=said title="${said}" data-said="${said}" aria-label="${said}">${said}</p>
    <table id=told><tr><th>Told</th></tr><tr><td>${said}</td></tr></table>
    <ul>${[...what].map((letter) => `<li>${escaped(letter)}</li>`).join("")}</ul>
    <input id=held value="${said}"><title>${said}</title>`
}

/** What the bank's page is told of somebody, in every shape that JSON has. */
const told = (how: string, shape: string, what: string): unknown => {
  const text = encodings[how]?.(what) ?? what
  switch (shape) {
    case "name":
      return { people: { [text]: true } }
    case "letters":
      return { rows: [...text] }
    case "pairs":
      return { rows: [...text].map((letter, at) => ({ at, letter })) }
    default:
      return { rows: [{ said: `You are ${text}, since 2019` }] }
  }
}

/** Who was named last, as a session of a bank would know it. */
let named = ""

const bankPages: Pages = (url, response, others) => {
  const typed = [...url.searchParams.values()].filter((value) => value !== "").join(" ")
  const script = JSON.stringify(typed).replaceAll("<", "\\u003c")
  switch (url.pathname) {
    case "/":
      return front(others)
    case "/echo":
      return `<h1></h1><p></p><a></a><img><script>
        const typed = ${script}
        document.title = document.querySelector('h1').textContent = typed
        document.querySelector('p').textContent = [btoa(unescape(encodeURIComponent(typed))), encodeURIComponent(typed), JSON.stringify(typed), typed.toUpperCase()].join(' ')
        document.querySelector('a').href = '/?again=' + encodeURIComponent(typed)
        document.querySelector('img').alt = typed; document.querySelector('a').textContent = 'Again'
      </script>`
    case "/run":
      return `<p id=state>running</p><script>
        const canary = ${JSON.stringify(others.canary)}, ended = []
        const add = (tag, props) => Object.assign(document.body.appendChild(document.createElement(tag)), props)
        try { ${url.searchParams.get("code") ?? ""} } catch {}
        setTimeout(() => { document.title = 'ended' }, 250)
      </script>`
    case "/said":
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(told(url.searchParams.get("how") ?? "", url.searchParams.get("shape") ?? "", named)))
      return undefined
    case "/spelt":
      response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=s.csv" })
      response.end(`typed;${encodings[url.searchParams.get("how") ?? ""]?.(url.searchParams.get("what") ?? "") ?? ""};`)
      return undefined
    case "/encoded":
      named = url.searchParams.get("what") ?? ""
      return encoded(url.searchParams.get("how") ?? "", url.searchParams.get("what") ?? "")
    case "/attachment":
      response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=a.csv" })
      response.end(`typed;${typed}\n${encodeURIComponent(typed)};${Buffer.from(typed).toString("base64")}`)
      return undefined
    case "/large":
      response.writeHead(200, { "content-type": "text/csv", "content-disposition": "attachment; filename=l.csv" })
      response.end(Buffer.alloc(5 * 1024 * 1024, "x"))
      return undefined
    case "/redirect":
      response.writeHead(302, { location: `${others.canary}/landed` }).end()
      return undefined
    case "/hops":
      response.writeHead(307, { location: "/redirect" }).end()
      return undefined
    case "/refresh":
      response.setHeader("refresh", `0; url=${others.canary}/refreshed`)
      return "<p>soon</p>"
    case "/links":
      response.setHeader(
        "link",
        `<${others.canary}/preload>; rel=preload; as=style, <${others.canary}>; rel=preconnect`
      )
      response.setHeader(
        "content-security-policy-report-only",
        `default-src 'none'; report-uri ${others.canary}/report`
      )
      response.setHeader("nel", '{"report_to":"x","max_age":100}')
      response.setHeader("report-to", `{"group":"x","max_age":100,"endpoints":[{"url":"${others.canary}/nel"}]}`)
      return "<img src=/none>"
    default:
      return undefined
  }
}

export const startSites = Effect.gen(function* () {
  const canary = yield* startSite(() => "reached", { partner: "", canary: "" })
  const partner = yield* startSite(() => "<input id=phish>", { partner: "", canary: canary.origin })
  const bank = yield* startSite(bankPages, { partner: partner.origin, canary: canary.origin })
  return { bank, partner, canary }
})
