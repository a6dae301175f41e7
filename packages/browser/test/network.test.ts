import { BankBrowser } from "@counterfoil/core"
import { expect, layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { createSocket } from "node:dgram"
import { connect, createServer } from "node:net"
import { browserLayer, css, driverOf, faultOf, open, role, text } from "./support/drive.ts"
import { type Route, startSite } from "./support/Site.ts"

/** Tries every way out that a page has; the title says when all of them have ended. */
const probes = `
  <a href="{{other}}/click">Out</a><form action="{{other}}/form" method="post" target="posted"><button>Post</button></form>
  <iframe name="posted"></iframe>
  <script>
    const out = '{{other}}', ended = []
    const attempt = (name, start) => ended.push(new Promise((done) => {
      setTimeout(done, 400)
      try { start(done) } catch { done() }
    }))
    const add = (tag, props) => Object.assign(document.body.appendChild(document.createElement(tag)), props)
    attempt('fetch', (done) => fetch(out + '/fetch', { mode: 'no-cors' }).finally(done))
    attempt('redirect', (done) => fetch('/redirect', { mode: 'no-cors' }).finally(done))
    attempt('img', (done) => add('img', { src: out + '/img', onerror: done, onload: done }))
    attempt('script', (done) => add('script', { src: out + '/script', onerror: done, onload: done }))
    attempt('iframe', (done) => add('iframe', { src: out + '/iframe', onload: done }))
    attempt('frame redirect', (done) => add('iframe', { src: '/redirect', onload: done }))
    attempt('beacon', () => navigator.sendBeacon(out + '/beacon', 'x'))
    attempt('events', (done) => new EventSource(out + '/events').onerror = done)
    attempt('socket', (done) => { const ws = new WebSocket(out.replace('http', 'ws') + '/socket'); ws.onopen = ws.onclose = done })
    attempt('worker', (done) => {
      const code = 'fetch("' + out + '/worker", { mode: "no-cors" }).finally(() => postMessage(1))'
      new Worker(URL.createObjectURL(new Blob([code]))).onmessage = done
    })
    attempt('prefetch', () => add('link', { rel: 'prefetch', href: out + '/prefetch' }))
    attempt('preconnect', () => add('link', { rel: 'preconnect', href: out }))
    attempt('speculation', () => add('script', { type: 'speculationrules', textContent: JSON.stringify({
      prefetch: [{ source: 'list', urls: [out + '/speculation'] }], prerender: [{ source: 'list', urls: ['/redirect'] }] }) }))
    attempt('popup', () => window.open(out + '/popup'))
    attempt('form', () => document.forms[0].submit())
    attempt('transport', (done) => new WebTransport('https://127.0.0.1:{{udp}}/').closed.finally(done))
    attempt('rtc', () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:{{udp}}' }] })
      peer.createDataChannel('x')
      peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    })
    Promise.allSettled(ended).then(() => document.body.insertAdjacentHTML('beforeend', '<h1>All ended</h1>'))
  </script>`

/** A UDP port that counts what reaches it. */
const startUdp = Effect.gen(function* () {
  let packets = 0
  const socket = createSocket("udp4").on("message", () => (packets += 1))
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void socket.bind(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void socket.close(() => resume(Effect.void)))
  )
  return { port: socket.address().port, packets: () => packets }
})

const sites = Effect.gen(function* () {
  const udp = yield* startUdp
  const ok = "<p>reached</p>"
  const names = "click form fetch img script iframe beacon worker prefetch speculation popup landed".split(" ")
  const other = yield* startSite(Object.fromEntries(names.map((name) => [`/${name}`, ok])))
  const bank = yield* startSite(
    {
      "/": "<h1>Bank</h1>",
      "/probes": probes.replaceAll("{{udp}}", String(udp.port)),
      "/redirect": (_, response) => void response.writeHead(302, { location: `${other.origin}/landed` }).end(),
      "/link": `<a href="{{other}}/click">Out</a>`,
      "/socket": `<script>new WebSocket(location.origin.replace('http', 'ws') + '/ws').onopen = () =>
        document.body.append('Connected')</script>`,
      "/cached": `<script src="/kept.js"></script><h1>Cached</h1>`,
      "/kept.js": (_, response) =>
        void response
          .writeHead(200, { "content-type": "text/javascript", "cache-control": "max-age=600" })
          .end("document.title = 'Kept'"),
      "/forged": (_, response) => void response.writeHead(200, { "counterfoil-proxy": "refused" }).end("fine")
    },
    { other: other.origin }
  )
  return { bank, other, udp }
})

/** Every connection that the browser's proxies open, by address; names are ours. */
const dialled: Array<string> = []
const names: Readonly<Record<string, ReadonlyArray<string>>> = {
  "bank.test": ["127.0.0.1"],
  "mixed.test": ["127.0.0.1", "169.254.169.254"],
  "inner.test": ["10.0.0.7"],
  "mapped.test": ["::ffff:169.254.169.254"]
}
const watchedLayer = browserLayer({
  dial: (address, port) => {
    dialled.push(address)
    return connect({ host: address, port })
  },
  resolve: async (host) => {
    const addresses = names[host]
    if (addresses === undefined) throw new Error("no such host")
    return addresses
  }
})

const openAt = (origins: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const browser = yield* BankBrowser
    const options = { accountId: "a", sessionId: "s", origins, secretOrigins: origins, storageState: Option.none() }
    const page = yield* browser.open(options)
    yield* page.enterPhase("login", [])
    return driverOf(page, origins[0] ?? "")
  })

layer(watchedLayer, { excludeTestServices: true })("A bank's page", (it) => {
  it.effect(
    "reaches another origin in many ways when that origin is allowed, so that the next test means something",
    () =>
      Effect.gen(function* () {
        const { bank, other } = yield* sites
        const { goto } = yield* open(bank, { origins: [other.origin] })
        yield* goto("/probes")

        const ways = "fetch img script iframe landed beacon worker popup form socket prefetch events".split(" ")
        yield* other.reached(...ways.map((way) => `/${way}`))
      })
  )

  it.effect("reaches no other origin: not one connection, not one packet", () =>
    Effect.gen(function* () {
      const { bank, other, udp } = yield* sites
      const { call, goto, on } = yield* open(bank)
      yield* goto("/probes")
      yield* on(text("All ended"), "locator.waitFor")
      yield* goto("/link")
      yield* on(role("link"), "locator.click")
      yield* faultOf(goto("/redirect"))
      yield* call({ verb: "page.goto", page: 0, url: `${bank.origin}/` })

      expect(bank.requests).toContain("GET /redirect")
      expect(other.connections()).toBe(0)
      expect(udp.packets()).toBe(0)
    })
  )

  it.effect("is refused by name, when it is elsewhere, no site at all, or a redirect leads out", () =>
    Effect.gen(function* () {
      const { bank, other } = yield* sites
      const { goto } = yield* open(bank)
      const elsewhere = [
        "chrome://version",
        "file:///etc/passwd",
        `view-source:${bank.origin}/`,
        "javascript:1",
        "data:,x"
      ]
      const spelt = [
        `${other.origin}/`,
        bank.origin.replace("http:", "https:"),
        "http://bank.example/",
        "http://[::1]/"
      ]
      const userinfo = bank.origin.replace("http://", "http://a:b@")
      for (const url of [...elsewhere, ...spelt, userinfo, "about:blank"]) {
        const fault = yield* faultOf(goto(url.includes("://") ? url : `${url}#://`))
        expect([fault.code, fault.isClosed], url).toEqual(["NavigationRefused", undefined])
      }

      const redirected = yield* faultOf(goto("/redirect"))

      expect(redirected.code).toBe("NavigationRefused")
      expect(redirected.message).toBe(`${other.origin} isn't one of the bank's origins (a redirect led there)`)
      expect(yield* goto("/forged")).toBe(null)
    })
  )

  it.effect("keeps what a site lets it keep, within its session", () =>
    Effect.gen(function* () {
      const { bank } = yield* sites
      const first = yield* open(bank)
      for (const path of ["/cached", "/", "/cached"]) yield* first.goto(path)
      expect(bank.requests.filter((request) => request === "GET /kept.js")).toHaveLength(1)

      const second = yield* open(bank)
      yield* second.goto("/cached")
      expect(yield* second.call({ verb: "page.title", page: 0 })).toBe("Kept")
      expect(bank.requests.filter((request) => request === "GET /kept.js")).toHaveLength(2)
    })
  )

  it.effect("keeps its own web sockets", () =>
    Effect.gen(function* () {
      const { bank } = yield* sites
      const { goto, on } = yield* open(bank)
      yield* goto("/socket")

      yield* on(text("Connected"), "locator.waitFor")

      expect(bank.requests).toContain("WS /ws")
    })
  )

  it.effect("that doesn't answer is a failed navigation, and refused hosts are named when a wait is in vain", () =>
    Effect.gen(function* () {
      const closed = yield* Effect.scoped(startSite({}))
      const { bank, other } = yield* sites
      const { goto, on } = yield* open(bank, { origins: [closed.origin] })

      const failed = yield* faultOf(goto(`${closed.origin}/`))
      yield* goto("/link")
      yield* on(role("link"), "locator.click")
      // On a busy machine the link is refused later than it is clicked.
      const late = yield* faultOf(on(text("Welcome"), "locator.waitFor", { timeout: 100 })).pipe(
        Effect.repeat({ until: ({ message }) => message.includes("asked for"), times: 300 })
      )

      expect(failed).toMatchObject({ code: "NavigationFailed", message: expect.stringContaining("doesn't answer") })
      expect(late.message).toContain("page.getByText('Welcome').waitFor() did not come about in 0.1 s")
      expect(late.message).toContain(`asked for ${other.host}, which isn't one of the bank's origins`)
    })
  )

  it.effect("is told apart from others by a fault that lists the candidates", () =>
    Effect.gen(function* () {
      const bank = yield* startSite({ "/": `<button value="v1">Continue</button><button>Continue</button>` })
      const { goto, on } = yield* open(bank)
      yield* goto("/")

      const several = yield* faultOf(on(role("button", "Continue"), "locator.click"))
      const disallowed = yield* faultOf(on(css("button >> xpath=//b"), "locator.count"))
      const broken = yield* faultOf(on(css("button["), "locator.click"))

      expect(several.code).toBe("StrictMode")
      expect(several.message).toBe(
        [
          "page.getByRole('button', { name: 'Continue' }).click() matches 2 elements, one is needed:",
          "  <button> page.getByRole('button', { name: 'Continue' }).first()",
          "  <button> page.getByRole('button', { name: 'Continue' }).nth(1)"
        ].join("\n")
      )
      expect([disallowed.code, broken.code]).toEqual(["InvalidCall", "InvalidCall"])
    })
  )

  it.effect("sees no connection at metadata, private and mixed addresses: they are checked before", () =>
    Effect.gen(function* () {
      const bad = [
        "http://169.254.169.254",
        "http://[fd00:ec2::254]",
        "http://0xa9fea9fe",
        "http://10.0.0.7",
        "http://[::1]"
      ]
      const named = ["http://mixed.test", "http://inner.test", "http://mapped.test", "https://inner.test"]
      const origins = [...bad, ...named]
      const { goto } = yield* openAt(origins)
      dialled.length = 0

      for (const origin of origins) {
        const { code, isClosed } = yield* faultOf(goto(`${origin}/`))
        expect([code, isClosed], origin).toEqual(["NavigationRefused", true])
      }

      expect(dialled).toEqual([])
      expect((yield* faultOf(goto("http://169.254.169.254/"))).message).toBe("169.254.169.254 is a metadata address")
    })
  )

  it.effect("has its names resolved by us, for pages and for tunnels", () =>
    Effect.gen(function* () {
      const { bank } = yield* sites
      const hello = Promise.withResolvers<number | undefined>()
      const tls = createServer((socket) => {
        socket.once("data", (bytes) => {
          hello.resolve(bytes[0])
          socket.destroy()
        })
      })
      const port = yield* Effect.acquireRelease(
        Effect.callback<number>((resume) => {
          tls.listen(0, "127.0.0.1", () => {
            const address = tls.address()
            resume(Effect.succeed(address !== null && typeof address === "object" ? address.port : 0))
          })
        }),
        () => Effect.sync(() => void tls.close())
      )
      const { goto, on } = yield* openAt([
        `http://bank.test:${bank.port}`,
        `https://bank.test:${port}`,
        "http://none.test"
      ])

      yield* goto("/")
      expect(yield* on("h1", "locator.innerText")).toBe("Bank")
      expect((yield* faultOf(goto(`https://bank.test:${port}/`))).code).toBe("NavigationFailed")
      // The first byte of a TLS handshake: the tunnel is opaque to us.
      expect(yield* Effect.promise(() => hello.promise)).toBe(0x16)
      expect((yield* faultOf(goto("http://none.test/"))).message).toBe("none.test can't be resolved")
      expect(new Set(dialled)).toEqual(new Set(["127.0.0.1"]))
    })
  )

  it.effect("goes over connections that are used again, but for what must not be asked twice", () =>
    Effect.gen(function* () {
      const used = new WeakSet<object>()
      /** Answers the first request on a connection only. */
      const once: Route = ({ socket }, response) => {
        if (used.has(socket)) return void socket.destroy()
        used.add(socket)
        response.end("answered")
      }
      const bank = yield* startSite({
        "/": ({ socket }, response) => {
          used.add(socket)
          response
            .setHeader("content-type", "text/html")
            .end(`<form method="post" action="/post"><button>Post</button>`)
        },
        "/get": once,
        "/post": once
      })
      const { goto, on } = yield* open(bank)
      yield* goto("/")
      yield* goto("/")
      const kept = bank.connections()
      yield* on(role("button", "Post"), "locator.click")
      yield* on(text("answered"), "locator.waitFor")
      const posted = bank.requests.filter((request) => request === "POST /post")
      yield* goto("/")
      yield* goto("/get")
      yield* on(text("answered"), "locator.waitFor")

      expect(kept).toBe(1)
      expect(posted).toHaveLength(1)
      expect(bank.requests.filter((request) => request === "GET /get")).toHaveLength(2)
    })
  )
})
