import type { CounterfoilConfig } from "./CounterfoilConfig.ts"

/** What whoever reaches the server through its proxy may do by the settings' defaults, which are for one machine; none: nothing. */
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
