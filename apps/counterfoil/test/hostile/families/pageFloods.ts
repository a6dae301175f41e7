/** Pages that a script has brought to do too much of one thing: the host and the other sessions don't notice. */
import type { Attack, Family } from "../Attack.ts"

const floods: ReadonlyArray<readonly [string, string]> = [
  ["requests", "for (let i = 0; i < 300; i += 1) fetch('/echo?' + i)"],
  [
    "requests without end",
    "setInterval(() => { for (let i = 0; i < 200; i += 1) fetch('/echo?' + Math.random()) }, 1)"
  ],
  [
    "errors of a worker",
    "new Worker(URL.createObjectURL(new Blob(['setInterval(() => { for (let i = 0; i < 100; i += 1) Promise.reject(new Error(\"x\")) }, 1)'])))"
  ],
  ["requests to another place", "for (let i = 0; i < 300; i += 1) fetch(canary + '/' + i).catch(() => 0)"],
  ["images", "for (let i = 0; i < 200; i += 1) new Image().src = '/none' + i"],
  ["frames", "for (let i = 0; i < 60; i += 1) add('iframe', { src: '/echo?' + i })"],
  [
    "frames in frames",
    "if (location.search.length < 1200) add('iframe', { src: location.href + '&x=' + '1'.repeat(100) })"
  ],
  ["alerts", "setInterval(() => alert('x'), 1)"],
  ["questions", "setInterval(() => prompt('x', 'y'.repeat(10000)), 1)"],
  ["confirmations", "for (let i = 0; i < 100; i += 1) setTimeout(() => confirm('x' + i))"],
  ["windows", "setInterval(() => open('/echo'), 5)"],
  [
    "downloads",
    "for (let i = 0; i < 40; i += 1) setTimeout(() => add('a', { href: '/attachment?x=1', download: i }).click(), i)"
  ],
  [
    "workers",
    "for (let i = 0; i < 60; i += 1) new Worker(URL.createObjectURL(new Blob(['setInterval(() => postMessage(1), 1)'])))"
  ],
  [
    "lines of its console",
    "setInterval(() => { for (let i = 0; i < 200; i += 1) console.log('x'.repeat(500), {}, document.body) }, 1)"
  ],
  ["errors", "setInterval(() => { for (let i = 0; i < 100; i += 1) Promise.reject(new Error('x'.repeat(500))) }, 1)"],
  [
    "new addresses",
    "let n = 0; setInterval(() => { for (let i = 0; i < 20; i += 1) history.replaceState({}, '', '/run?n=' + n++) }, 5)"
  ],
  ["steps of its history", "let n = 0; setInterval(() => history.pushState({}, '', '#' + n++), 1)"],
  ["anchors", "let n = 0; setInterval(() => { location.hash = 'a'.repeat(5000) + n++ }, 1)"],
  ["titles", "setInterval(() => { document.title = String(Math.random()).repeat(2000) }, 1)"],
  ["changes of its tree", "setInterval(() => { for (let i = 0; i < 300; i += 1) add('i').remove() }, 1)"],
  [
    "changes of values",
    "setInterval(() => { for (const f of document.querySelectorAll('p')) f.setAttribute('value', Math.random()) }, 1)"
  ],
  ["messages", "setInterval(() => { for (let i = 0; i < 300; i += 1) postMessage('x'.repeat(1000), '*') }, 1)"],
  ["what is stored", "try { for (let i = 0; ; i += 1) localStorage.setItem('k' + i, 'x'.repeat(10000)) } catch {}"],
  ["cookies", "for (let i = 0; i < 300; i += 1) document.cookie = 'c' + i + '=' + 'x'.repeat(3000)"],
  [
    "movements",
    "for (let i = 0; i < 200; i += 1) add('p', { textContent: 'x' }).animate([{ opacity: 0 }, { opacity: 1 }], { duration: 1, iterations: Infinity })"
  ],
  ["fields", "document.body.insertAdjacentHTML('beforeend', '<input value=x>'.repeat(4000))"],
  [
    "pictures that are drawn",
    "setInterval(() => { const c = add('canvas', { width: 2000, height: 2000 }); c.getContext('2d').fillRect(0, 0, 2000, 2000); c.toDataURL(); c.remove() }, 5)"
  ],
  ["sockets", "for (let i = 0; i < 100; i += 1) new WebSocket(location.origin.replace('http', 'ws') + '/' + i)"],
  ["streams of events", "for (let i = 0; i < 20; i += 1) new EventSource('/echo')"],
  ["redirects", "setTimeout(() => { location.href = '/run?code=' + encodeURIComponent('location.reload()') }, 1)"]
]

const does: ReadonlyArray<readonly [string, string]> = [
  ["reads on", `await on("body", "innerText", { timeout: 400 }); await on("p", "count", { timeout: 400 })`],
  ["types into it", `await type("#state", "username", { timeout: 400 }); await on("#state", "click", { timeout: 400 })`]
]

export const pageFloods: Family = {
  name: "floods of a page",
  attacks: floods.flatMap(([what, code], nth) =>
    does
      .filter((_, place) => place === nth % 2)
      .map(([then, body]): Attack => ({
        title: `has a page flood with ${what}, and ${then}`,
        body: `await ask("page.goto", { url: BANK + "/run?code=" + encodeURIComponent(${JSON.stringify(code)}), timeout: 1200 }); await ask("sleep", { ms: 150 }); ${body}; return []`
      }))
  )
}
