/** What the examples share: where Counterfoil is, and who asks. */
import { Unauthorized } from "@counterfoil/api"
import { dashboardClient } from "@counterfoil/api/client"
import { Effect, Redacted } from "effect"
import { FetchHttpClient, type HttpClient } from "effect/http"
import { createInterface } from "node:readline/promises"

const setting = (name: string, otherwise: string): string => process.env[name] ?? otherwise

export const baseUrl = setting("COUNTERFOIL_URL", "http://127.0.0.1:8080")

export const credentials = {
  email: setting("COUNTERFOIL_EMAIL", "you@example.com"),
  password: setting("COUNTERFOIL_PASSWORD", "a long enough password")
}

/** A bank that has an active script, where its login page is, and what logs you in there. */
export const bank = {
  code: setting("BANK_CODE", "demo-bank"),
  username: setting("BANK_USERNAME", "ana"),
  password: setting("BANK_PASSWORD", "ana-secret-7412"),
  loginUrl: setting("LOGIN_URL", "http://127.0.0.1:4010/login")
}

/** The one-time code, which in life comes by text message: asked for here, unless BANK_OTP has it. */
export const oneTimeCode = Effect.promise(async () => {
  const known = process.env["BANK_OTP"]
  if (known !== undefined) return known
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  return terminal.question("The code that the bank sent: ").finally(() => terminal.close())
})

/** Your own system. */
export const shop = setting("SHOP_URL", "http://127.0.0.1:9000")

const unknownThere = `${baseUrl} refuses the log-in of ${credentials.email}: COUNTERFOIL_EMAIL and COUNTERFOIL_PASSWORD say who asks`

/** A client for the person of `credentials`, who has registered in the first example. */
export const logIn = Effect.gen(function* () {
  const anonymous = yield* dashboardClient({ baseUrl })
  const { token } = yield* Effect.catch(anonymous.auth.logIn({ payload: credentials }), (error) =>
    error instanceof Unauthorized ? Effect.die(new Error(unknownThere)) : Effect.fail(error)
  )
  return yield* dashboardClient({ baseUrl, token: Redacted.make(token) })
})

/** The account of the first example. */
export const firstAccount = Effect.fnUntraced(function* (client: Effect.Success<typeof logIn>) {
  const [account] = yield* client.accounts.list()
  return account ?? (yield* Effect.die("There is no account yet: run the first example first."))
})

export const run = <A, E>(program: Effect.Effect<A, E, HttpClient.HttpClient>): Promise<A> =>
  Effect.runPromise(Effect.provide(program, FetchHttpClient.layer))
