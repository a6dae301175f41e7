/** Demo bank: user name and password, for some customers a code by SMS; one list of movements. */
import { defineBankScript } from "@counterfoil/script-sdk"
import { extract } from "./extract.ts"
import { login } from "./login.ts"
import { keepAlive, logout, resume } from "./session.ts"

export default defineBankScript({
  bank: "demo-bank",
  version: "1.1.0",
  sdk: 1,
  flow: "extract_transactions",
  // The bank's own origin: the demo bank runs on whatever port is free.
  origins: [],
  requests: [{ method: "POST", path: "/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot", "persistent"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  resume,
  login,
  extract,
  keepAlive,
  logout
})
