import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { createServer } from "node:net"
import { browserLayer, faultOf, open, text } from "../support/drive.ts"
import { startSite } from "../support/Site.ts"

/** Ways out that `network.test.ts` doesn't try: WebRTC over TCP, worklets, fonts, styles, media, what a link pings, and so on. */
const page = `
  <a id="pinging" href="/quiet" ping="{{other}}/ping" target="_blank">Ping</a>
  <script>
    const out = '{{other}}', ended = []
    const attempt = (name, start) => ended.push(new Promise((done) => {
      setTimeout(done, 1500)
      try { Promise.resolve(start(done)).catch(done) } catch { done() }
    }))
    const add = (tag, props) => {
      const element = document.createElement(tag)
      for (const [name, value] of Object.entries(props)) element.setAttribute(name, value)
      return document.body.appendChild(element)
    }
    const turn = (scheme) => attempt(scheme, async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: scheme + ':127.0.0.1:{{tcp}}?transport=tcp', username: 'a', credential: 'b' }] })
      peer.createDataChannel('x')
      await peer.setLocalDescription(await peer.createOffer())
    })
    turn('turn'); turn('turns')
    attempt('stun', async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:{{tcp}}' }] })
      peer.createDataChannel('x')
      await peer.setLocalDescription(await peer.createOffer())
    })
    attempt('ice over tcp', async () => {
      const [one, two] = [new RTCPeerConnection(), new RTCPeerConnection()]
      one.createDataChannel('x')
      await one.setLocalDescription(await one.createOffer())
      await two.setRemoteDescription(one.localDescription)
      await two.setLocalDescription(await two.createAnswer())
      await one.setRemoteDescription(two.localDescription)
      await one.addIceCandidate({ sdpMid: '0', candidate: 'candidate:1 1 tcp 1518280447 127.0.0.1 {{tcp}} typ host tcptype passive' })
    })
    attempt('shared worker', () => new SharedWorker(out + '/shared.js'))
    attempt('shared worker of a blob', () => new SharedWorker(URL.createObjectURL(new Blob(['fetch("' + out + '/sharedblob", { mode: "no-cors" })']))))
    attempt('worklet', () => CSS.paintWorklet ? CSS.paintWorklet.addModule(out + '/worklet.js') : undefined)
    attempt('audio worklet', () => new AudioContext().audioWorklet.addModule(out + '/audio.js'))
    attempt('module', () => import(out + '/module.js'))
    attempt('font', () => new FontFace('x', 'url(' + out + '/font)').load())
    attempt('service worker', () => navigator.serviceWorker.register('/worker.js'))
    attempt('style', () => { document.head.append(Object.assign(document.createElement('style'), {
      textContent: '@import "' + out + '/import.css"; body { background: url(' + out + '/background) }' })) })
    attempt('link', () => {
      for (const rel of ['stylesheet', 'icon', 'manifest', 'preload', 'modulepreload', 'dns-prefetch', 'prerender', 'compression-dictionary']) {
        add('link', { rel, href: out + '/' + rel, as: 'script' })
      }
    })
    for (const [tag, name] of [['video', 'src'], ['audio', 'src'], ['embed', 'src'], ['object', 'data'], ['track', 'src']]) {
      attempt(tag, () => add(tag, { [name]: out + '/' + tag }))
    }
    attempt('srcset', () => add('img', { srcset: out + '/srcset 1x' }))
    attempt('svg', () => document.body.insertAdjacentHTML('beforeend', '<svg><image href="' + out + '/svg"/><use href="' + out + '/use#x"/></svg>'))
    attempt('ping', () => document.getElementById('pinging').click())
    attempt('socket stream', () => new WebSocketStream(out.replace('http', 'ws')).opened)
    attempt('direct socket', () => new TCPSocket('127.0.0.1', {{tcp}}).opened)
    attempt('payment', () => new PaymentRequest([{ supportedMethods: out + '/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).canMakePayment())
    attempt('identity', () => navigator.credentials.get({ identity: { providers: [{ configURL: out + '/fedcm.json', clientId: 'x' }] } }))
    attempt('sandboxed frame', () => add('iframe', { sandbox: 'allow-scripts', srcdoc: '<img src="' + out + '/srcdoc"><script>fetch("' + out + '/inner", { mode: "no-cors" })<\\/script>' }))
    attempt('frame of data', () => add('iframe', { src: 'data:text/html,<meta http-equiv=refresh content="0;url=' + out + '/refresh">' }))
    attempt('base', () => { add('base', { href: out }); add('img', { src: '/base' }) })
    Promise.allSettled(ended).then(() => document.body.insertAdjacentHTML('beforeend', '<h1>All ended</h1>'))
  </script>`

/** Counts what is connected to it, whatever is spoken. */
const startTcp = Effect.gen(function* () {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  yield* Effect.acquireRelease(
    Effect.callback<void>((resume) => void server.listen(0, "127.0.0.1", () => resume(Effect.void))),
    () => Effect.callback<void>((resume) => void server.close(() => resume(Effect.void)))
  )
  const address = server.address()
  return { port: typeof address === "object" && address !== null ? address.port : 0, connections: () => connections }
})

layer(browserLayer(), { excludeTestServices: true })("A bank's page that tries the ways less used", (it) => {
  it.effect("reaches another origin in many of them when that is allowed, so that the next test means something", () =>
    Effect.gen(function* () {
      const other = yield* startSite({})
      const bank = yield* startSite({ "/": page.replaceAll("{{tcp}}", "9"), "/quiet": "" }, { other: other.origin })
      const { goto } = yield* open(bank, { origins: [other.origin] })
      yield* goto("/")

      const ways =
        "import.css stylesheet modulepreload srcset svg video object embed srcdoc refresh base module.js font"
      yield* other.reached(...ways.split(" ").map((way) => `/${way}`))
    })
  )

  it.effect("reaches no other origin and no other port: not one connection", () =>
    Effect.gen(function* () {
      const tcp = yield* startTcp
      const other = yield* startSite({})
      const bank = yield* startSite(
        { "/": page.replaceAll("{{tcp}}", String(tcp.port)), "/quiet": "quiet", "/worker.js": "fetch" },
        { other: other.origin }
      )
      const { goto, on } = yield* open(bank)
      yield* goto("/")
      yield* on(text("All ended"), "locator.waitFor")
      yield* faultOf(goto("/gone").pipe(Effect.andThen(goto("/quiet")), Effect.andThen(goto("blob://x"))))

      expect(other.requests).toEqual([])
      expect(other.connections()).toBe(0)
      expect(tcp.connections()).toBe(0)
    })
  )
})
