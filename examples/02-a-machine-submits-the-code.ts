/** Makes an API key for a machine, which waits until a login asks for a code, and submits it. */
import { machineClient } from "@counterfoil/api/client"
import { Effect, Redacted, Schedule } from "effect"
import { baseUrl, firstAccount, logIn, oneTimeCode, run } from "./here.ts"

const program = Effect.gen(function* () {
  const client = yield* logIn
  const account = yield* firstAccount(client)
  const { id, key, prefix } = yield* client.apiKeys.create({
    payload: { name: "Code forwarder", scopes: ["otp:write", "status:read"], account_ids: [account.id] }
  })
  console.log(`Key svc_${prefix}_… is for ${account.name} only`)

  const machine = yield* machineClient({ baseUrl, apiKey: Redacted.make(key) })
  const params = { accountId: account.id }
  const { pending_assistance: asked } = yield* machine
    .status({ params })
    .pipe(
      Effect.repeat({ schedule: Schedule.spaced("200 millis"), until: (status) => status.pending_assistance !== null })
    )
  console.log(`The bank asks for ${asked?.descriptor.length} ${asked?.descriptor.type} characters`)

  yield* machine.submitOtp({ params, payload: { code: yield* oneTimeCode } })
  console.log("The code was handed to the login")

  yield* client.apiKeys.revoke({ params: { id } })
  const { keys } = yield* client.apiKeys.list()
  console.log(`The key was revoked: ${keys.some((one) => one.id === id && one.revoked_at !== null)}`)
})

await run(program)
