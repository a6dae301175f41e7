/** Runs a script's phase without a sandbox: the test is the host. */
import { type BankScript, defineBankScript } from "@counterfoil/script-sdk"

export interface Message {
  readonly verb: string
  readonly [name: string]: unknown
}

type Answer = { readonly ok: unknown } | { readonly err: { readonly code: string; readonly message: string } }

interface Entry {
  readonly manifest: string
  readonly run: (send: (json: string) => Promise<string>, phase: string, args: string) => Promise<string>
}

const hook = "__counterfoilRegister"

/** What a script hands to the sandbox when it loads. */
export const loadScript = (script: Partial<BankScript>): Entry => {
  const entries: Array<Entry> = []
  Reflect.set(globalThis, hook, (entry: Entry) => entries.push(entry))
  try {
    defineBankScript({ ...plain, ...script })
  } finally {
    Reflect.deleteProperty(globalThis, hook)
  }
  const [entry] = entries
  if (entry === undefined) throw new Error("the script did not register")
  return entry
}

const plain: BankScript = {
  bank: "test-bank",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: ["https://bank.example"],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  login: async () => "authenticated",
  extract: async () => ({ movements: [], coverage: { from: "2026-01-01", to: "2026-01-01", complete: true } })
}

export interface Ended {
  readonly done?: unknown
  readonly failed?: { readonly message: string; readonly failure?: string; readonly stack?: string }
}

/** Runs `login` with the given host. */
export const runLogin = async (
  login: BankScript["login"],
  host: (message: Message) => Answer | Promise<Answer>,
  args: object = { now: "2026-11-20T23:30:00Z", bank: { origins: ["https://bank.example"] } }
): Promise<Ended> => {
  const { run } = loadScript({ login })
  return JSON.parse(
    await run(async (json) => JSON.stringify(await host(JSON.parse(json))), "login", JSON.stringify(args))
  )
}

export const timeout = (message = "nothing came"): Answer => ({ err: { code: "Timeout", message } })
