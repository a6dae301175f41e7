import { Option } from "effect"
import type { CounterfoilConfig } from "./CounterfoilConfig.ts"

/** Nobody but this machine reaches it, unless a proxy hands on what others ask. */
const isLoopback = (host: string): boolean => host === "localhost" || host === "::1" || host.startsWith("127.")

/** What others may do by default: less where more than this machine reaches the server, or somebody looks after it. */
export const openness = (
  { bankAdmins, databaseUrl, host }: Pick<CounterfoilConfig, "bankAdmins" | "databaseUrl" | "host">,
  registration: CounterfoilConfig["registration"] = isLoopback(host) ? "open" : "first-user"
): Pick<CounterfoilConfig, "banks" | "consent" | "demo" | "registration"> => ({
  registration,
  banks: registration !== "open" || bankAdmins.length > 0 ? "administrators" : "everybody",
  consent: registration === "open" ? "owners" : "administrators",
  demo: isLoopback(host) && Option.isNone(databaseUrl)
})

/** Whoever reaches it may register, and nobody but this machine is meant to. */
export const isForThisMachine = ({
  host,
  registration,
  trustedProxies
}: Pick<CounterfoilConfig, "host" | "registration" | "trustedProxies">): boolean =>
  registration === "open" && trustedProxies.length === 0 && isLoopback(host)

/** Settings whose defaults are meant for one machine, each as a sentence about what strangers may do through the server's proxy; empty: nothing. */
export const openToOthers = ({
  banks,
  demo,
  registration,
  trustedProxies
}: Pick<CounterfoilConfig, "banks" | "demo" | "registration" | "trustedProxies">): ReadonlyArray<string> => {
  if (trustedProxies.length === 0 || registration !== "open") return []
  const may = [
    "register",
    ...(banks === "everybody" ? ["add banks and promote scripts"] : []),
    ...(demo ? ["reach whatever listens on all addresses of this machine, as the demo's shop does"] : [])
  ]
  return [
    `TRUSTED_PROXIES is set, and whoever comes through the proxy may ${may.join(", ")}: unless that is meant, set REGISTRATION=first-user${demo ? " and DEMO=off" : ""}`
  ]
}
