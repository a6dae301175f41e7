/** Whether this browser can ring, and how it is made to. */

export type Ability =
  | "can"
  /** Browsers ring only for pages that come over TLS, or from the same machine. */
  | "no-tls"
  /** On an iPhone or iPad only once the page is on the home screen. */
  | "install-first"
  | "unable"
  /** The person has said no, and only the browser's own settings take that back. */
  | "denied"

export const abilityOf = (): Ability => {
  if (!window.isSecureContext) return "no-tls"
  if ("serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
    return Notification.permission === "denied" ? "denied" : "can"
  }
  return /iPhone|iPad/.test(navigator.userAgent) ? "install-first" : "unable"
}

/** The page's policy lets through the address of this one script only. */
const scriptUrl = (): string => {
  const address = "/app/sw.js"
  const types: unknown = Reflect.get(window, "trustedTypes")
  if (typeof types !== "object" || types === null || !("createPolicy" in types)) return address
  const { createPolicy } = types
  if (typeof createPolicy !== "function") return address
  const policy: { createScriptURL: (url: string) => string } = createPolicy.call(types, "counterfoil", {
    createScriptURL: () => address
  })
  return policy.createScriptURL(address)
}

let registering: Promise<ServiceWorkerRegistration> | undefined

/** The browser fetches it anew by itself when it has changed. */
const register = (): Promise<ServiceWorkerRegistration> => {
  registering ??= navigator.serviceWorker
    .register(scriptUrl(), { scope: "/app/" })
    .then(() => navigator.serviceWorker.ready)
  return registering
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const text = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"))
  return Uint8Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
}

export interface Subscribed {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

export class Refused extends Error {}

/** Asks the person, then the browser. Rejects with `Refused` if the person says no. */
export const subscribe = async (publicKey: string): Promise<Subscribed> => {
  if ((await Notification.requestPermission()) !== "granted") throw new Refused()
  const { pushManager } = await register()
  const options = { userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) }
  const found = await pushManager.subscribe(options).catch(async (cause: unknown) => {
    // Of another installation at this address: its key can't ring it any more.
    const old = await pushManager.getSubscription()
    if (old === null) throw cause
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  const { endpoint = "", keys = {} } = found.toJSON()
  return { endpoint, keys: { p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" } }
}

const system = (agent: string): string => /Android|iPhone|iPad|Windows|Mac OS|CrOS|Linux/.exec(agent)?.[0] ?? ""
const browser = (agent: string): string => {
  if (/Edg\//.test(agent)) return "Edge"
  if (/Firefox\//.test(agent)) return "Firefox"
  return /Chrome\//.test(agent) ? "Chrome" : "Safari"
}

/** By which its owner knows it among others: "Chrome · Android". */
export const deviceName = (agent = navigator.userAgent): string =>
  [browser(agent), system(agent)].filter(Boolean).join(" · ")

/** A name of a topic that nobody guesses. */
export const someTopic = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return `counterfoil-${[...bytes]
    .map((byte) => byte.toString(36).padStart(2, "0"))
    .join("")
    .slice(0, 20)}`
}
