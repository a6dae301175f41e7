/** A bank on loopback that pays whoever asks in any way that a page has, and keeps a list of what it paid. */
import { Effect, type Scope } from "effect"
import { createHash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { listening } from "@counterfoil/testing/listening"

export interface MoneyBank {
  readonly origin: string
  /** How each transfer came in, oldest first. */
  readonly transfers: ReadonlyArray<string>
  /** Method and path of every request. */
  readonly asked: ReadonlyArray<string>
  readonly forget: () => void
}

/** The code that a transfer or a login takes. */
export const bankCode = "482913"

/** RFC 6455, section 1.3. */
const webSocketGuid = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

/** Each button starts a transfer in a way of its own; the page itself is the bank's, and harmless until it is clicked. */
const home = `<h1>Home</h1><a href=/transfer>Transfer</a>
  <form method=post action=/search><button id=search>Search</button></form>
  <form method=post action=/logout><button id=logout>Log out</button></form>
  <form method=post action=/pay/popup target=_blank><button id=popup>Popup</button></form>
  <form method=post action=/moved><button id=redirect>Redirect</button></form>
  <button id=put>PUT</button><button id=keepalive>Keepalive</button><button id=beacon>Beacon</button>
  <button id=unload>On unload</button><button id=later>Fetch later</button><button id=worker>Worker</button>
  <button id=shared>Shared worker</button><button id=socket>Socket</button><button id=frame>Frame</button>
  <script src=/page.js></script>`

/** It notes what it has tried, once the browser has said what became of it where it does: who leaves before breaks it off. */
const pageScript = `
  const note = (way) => document.body.append(Object.assign(document.createElement('p'), { id: 'tried-' + way, textContent: 'Tried' }))
  const post = (path, more) => fetch(path, { method: 'POST', body: 'to=thief', ...more }).catch(() => undefined)
  const on = (id, act) => { document.getElementById(id).onclick = () => { try { act() } catch (error) { document.title = String(error) } } }
  on('put', () => fetch('/pay/put', { method: 'PUT', body: 'to=thief' }).catch(() => undefined).then(() => note('put')))
  on('keepalive', () => post('/pay/keepalive', { keepalive: true }).then(() => note('keepalive')))
  on('beacon', () => navigator.sendBeacon('/pay/beacon', 'to=thief'))
  on('unload', () => { addEventListener('pagehide', () => { navigator.sendBeacon('/pay/unload', 'x'); post('/pay/unload-fetch', { keepalive: true }) }) })
  on('later', () => { if (window.fetchLater) fetchLater('/pay/later', { method: 'POST', body: 'x', activateAfter: 0 }) })
  on('worker', () => { new Worker('/worker.js').onmessage = () => note('worker') })
  on('shared', () => { if (window.SharedWorker) new SharedWorker('/shared.js') })
  on('socket', () => { const socket = new WebSocket(location.origin.replace('http', 'ws') + '/pay/socket'); socket.onopen = () => socket.send('to=thief'); socket.onclose = () => note('socket') })
  on('frame', () => { const frame = document.body.appendChild(document.createElement('iframe'))
    frame.onload = () => { const form = frame.contentDocument.createElement('form'); form.method = 'post'; form.action = '/pay/frame'
      frame.contentDocument.body.append(form); form.submit(); frame.onload = null; note('frame') }
    frame.src = '/empty' })
`

const login = `<form method=post><label>User <input id=u name=user></label><label>Password <input id=p name=pw type=password></label>
  <button>Log in</button></form>`

/** The login's answer: what a page may still do of itself once it has said that all is well. */
const welcome = `<h1>Welcome</h1><a id=now target=_blank href=/now>Now</a><script>
  const socket = new WebSocket(location.origin.replace('http', 'ws') + '/quotes')
  const until = async () => {
    while (await (await fetch('/time')).text() !== 'now') await new Promise((again) => setTimeout(again, 100))
    if (socket.readyState === 1) socket.send('to=thief')
    await fetch('/pay/delayed', { method: 'POST', body: 'to=thief' }).catch(() => undefined)
    document.body.append(Object.assign(document.createElement('p'), { id: 'tried', textContent: 'Tried' }))
  }
  until()</script>`

const transferForm = `<form method=post><input id=to name=to><input id=amount name=amount><button>Send</button></form>`
const codeForm = (
  action: string
) => `<h1>Confirm</h1><form method=post action=${action}><label>Code <input id=c name=code maxlength=6></label>
  <button>OK</button></form>`

const html = (response: ServerResponse, body: string) => {
  response.setHeader("content-type", "text/html; charset=utf-8")
  response.end(`<!doctype html><title>Money bank</title><body>${body}`)
}

const script = (response: ServerResponse, body: string) => {
  response.setHeader("content-type", "text/javascript")
  response.end(body)
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = ""
  for await (const chunk of request) body += String(chunk)
  return body
}

export const startMoneyBank: Effect.Effect<MoneyBank, never, Scope.Scope> = Effect.gen(function* () {
  const transfers: Array<string> = []
  const asked: Array<string> = []

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://bank.invalid")
    const isWrite = request.method !== "GET"
    asked.push(`${request.method} ${pathname}`)
    const body = new URLSearchParams(await bodyOf(request))
    if (pathname.startsWith("/pay/")) {
      transfers.push(pathname.slice("/pay/".length))
      return html(response, "<h1>Paid</h1>")
    }
    switch (pathname) {
      case "/login":
        return isWrite ? html(response, welcome) : html(response, login)
      case "/home":
      case "/search":
        return html(response, home)
      case "/logout":
        return html(response, login)
      case "/moved":
        return void response.writeHead(307, { location: "/pay/redirect" }).end()
      case "/transfer":
        return html(response, isWrite ? codeForm("/confirm") : transferForm)
      case "/code":
        return html(response, isWrite ? "<h2>Come in</h2>" : codeForm("/code"))
      case "/confirm":
        if (body.get("code") === bankCode) transfers.push("confirmed with the owner's code")
        return html(response, "<h1>Done</h1>")
      case "/page.js":
        return script(response, pageScript)
      case "/worker.js":
        return script(
          response,
          `fetch('/pay/worker', { method: 'POST', body: 'x' }).catch(() => undefined).then(() => postMessage('tried'))`
        )
      case "/shared.js":
        return script(response, `fetch('/pay/shared', { method: 'POST', body: 'x' })`)
      case "/time":
        return void response.end(asked.includes("GET /now") ? "now" : "not yet")
      case "/now":
      case "/empty":
        return html(response, "")
      default:
        return void response.writeHead(404).end("nothing here")
    }
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  server.on("upgrade", (request, socket) => {
    asked.push(`WS ${request.url}`)
    socket.on("error", () => socket.destroy())
    // The first byte of a frame with text (RFC 6455, section 5.2); what else comes closes the socket.
    socket.on("data", (frame: Buffer) => frame[0] === 0x81 && transfers.push(`socket to ${request.url}`))
    const key = `${request.headers["sec-websocket-key"]}${webSocketGuid}`
    const accepted = createHash("sha1").update(key).digest("base64")
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: ${accepted}\r\n\r\n`
    )
  })
  const port = yield* listening(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    transfers,
    asked,
    forget: () => {
      transfers.length = 0
      asked.length = 0
    }
  }
})
