/** A bank script that needs no login and goes wrong while it reads, in the way that the account's name says. */
import { bundleOf } from "../hostile/Attack.ts"

export const oddManifest = { bank: "odd-bank", version: "1.0.0" }

const ways = `
  const ways = {
    throws: () => { throw new Error("the list has no rows that could be read") },
    waits: () => new Promise(() => {}),
    wanders: async () => {
      const fault = await ask("page.goto", { url: "http://127.0.0.1:1/" })
      throw new Error("the page did not open: " + fault)
    },
    hoards: () => { const kept = []; for (;;) kept.push(new Array(10000).fill(Math.random())) }
  }`

export const oddBundle = bundleOf(
  {
    title: "goes wrong as it is told",
    body: `${ways}
      return phase === "login" ? "authenticated" : ways[JSON.parse(args).account.name]()`
  },
  {
    ...oddManifest,
    sdk: 1,
    flow: "extract_transactions",
    origins: [],
    zone: "Europe/Madrid",
    dates: "dmy",
    sessionTypes: ["one-shot"],
    uniqueIds: false,
    phases: ["login", "extract"]
  }
)
