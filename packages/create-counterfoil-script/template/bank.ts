/** What the host must know of this bank, and which functions do the work. Start in pages.ts. */
import { defineBankScript } from "@counterfoil/script-sdk"
import { extract } from "./extract.ts"
import { login, logout } from "./login.ts"

export default defineBankScript({
  bank: "template-bank",
  version: "0.1.0",
  sdk: 1,
  flow: "extract_transactions",
  // Empty: every origin of the bank. A list here narrows them.
  origins: [],
  requests: [{ method: "POST", path: "/logout", phases: ["logout"] }],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: true,
  nameLength: 27,
  namePrefixes: ["TRF DE"],
  login,
  extract,
  logout
})
