/** Nothing that isn't a session has anywhere to go: no resolver, no UDP, and a proxy that nobody answers at. */
import { otherName } from "../pipe/socketsApart.ts"

export const closedNetworkFlags = [
  `--host-resolver-rules=MAP ${otherName} 127.0.0.1 , MAP * ~NOTFOUND , EXCLUDE 127.0.0.1`,
  // One switch, renamed between Chromium 153 and 156; with the wrong name a page's WebRTC sends UDP past the proxy.
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--disable-quic",
  "--dns-prefetch-disable",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--disable-sync",
  "--no-pings",
  "--no-first-run",
  "--deny-permission-prompts"
]
export const deadProxy = { server: "http://127.0.0.1:1", bypass: "<-loopback>" }
