// Says that a bank wants a code while no page is open. What comes names no account, bank, amount or code.

const page = (path) =>
  new URL(typeof path === "string" && path.startsWith("/app/") ? path : "/app/", self.location.origin).href

const read = (data) => {
  try {
    return Object(data?.json())
  } catch {
    return {}
  }
}

/** Browsers insist that each push is shown. */
const show = ({ body, path, tag }) =>
  self.registration.showNotification("Counterfoil", {
    body: typeof body === "string" ? body : "",
    // Of the same question only the last one stays.
    ...(typeof tag === "string" ? { tag, renotify: true } : {}),
    icon: "/app/icon-192.png",
    badge: "/app/badge-96.png",
    requireInteraction: true,
    data: { path }
  })

/** To the page that is open, else to a new one; the sheet for the code shows wherever it is. */
const lead = async (path) => {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const [first] = open.filter(({ url }) => new URL(url).pathname.startsWith("/app/"))
  if (first === undefined) return self.clients.openWindow(page(path))
  first.postMessage({ type: "counterfoil.look" }, { transfer: [] })
  return first.focus()
}

self.addEventListener("install", () => void self.skipWaiting())
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()))
self.addEventListener("push", (event) => event.waitUntil(show(read(event.data))))
self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(lead(event.notification.data?.path))
})
