/** One node or two at the demo bank's brands; with two, what is asked on one can be answered over the other. */
import { Effect, Schema } from "effect"
import { settingsFor } from "../../src/demo/cast.ts"
import { call, fail, request, until } from "../../src/demo/Client.ts"
import { shopAt } from "../../src/demo/Neighbours.ts"
import { enrol, type Person, personWith } from "../../src/demo/Person.ts"
import { bundleScript } from "../../src/script/bundle.ts"
import { folderOf } from "../script/bankVisit.ts"
import { temporaryHome } from "../support/Command.ts"
import { startNode, whereItLives } from "../support/nodes.ts"
import { startBank } from "../support/Scene.ts"

const nobody = shopAt("http://127.0.0.1:9")
const Sms = Schema.Struct({ phone: Schema.String, messages: Schema.Array(Schema.Struct({ code: Schema.String })) })

const Entry = Schema.Struct({
  id: Schema.String,
  type: Schema.String,
  status: Schema.String,
  outcome: Schema.NullOr(Schema.String),
  prompt: Schema.String,
  number: Schema.NullOr(Schema.String),
  question: Schema.NullOr(Schema.String),
  length: Schema.NullOr(Schema.Int),
  attempts: Schema.Int,
  answered_by: Schema.NullOr(Schema.String),
  answered_after_seconds: Schema.NullOr(Schema.Int)
})
const Entries = Schema.Array(Entry)
const Line = Schema.Struct({ kind: Schema.String, message: Schema.String })

export const openStage = Effect.fnUntraced(function* (count: 1 | 2) {
  const home = yield* temporaryHome
  const bank = yield* startBank(home)
  const first = yield* startNode(home, count === 1 ? { CLUSTER: "single" } : {})
  const second = count === 1 ? first : yield* startNode(home)
  const nodes = [first, second] as const
  const person = yield* enrol(nodes[0].base, "owner@shop.example", "Owner", "passthrough")

  const customer = (id: string, traits: Readonly<Record<string, Schema.Json>> = {}) =>
    call(`${bank.url}/control/customers`, 201, Schema.Json, {
      method: "POST",
      body: { id, password: "right-password-1", history: "ordinary", asksSmsCode: true, ...traits }
    })

  /** An account of a new customer at a brand, that is to be read. */
  const open = Effect.fnUntraced(function* (brand: string, username: string) {
    yield* customer(username)
    const { id: bankId } = yield* person.createBank(`demo-${brand}`, `Banco ${brand}`, `${bank.url}/${brand}`)
    const { bundle } = yield* Effect.promise(() => bundleScript(folderOf("1.0.0", `demo-${brand}`)))
    const script = yield* person.publish(bankId, "1.0.0", { bank: `demo-${brand}`, version: "1.0.0" }, bundle)
    yield* person.promote(script.id)
    const { id } = yield* person.createAccount(bankId, `${username}'s account`)
    const settings = { session_type: "one-shot", login_mode: "assisted" }
    yield* person.configure(id, settingsFor(nobody, { username, password: "right-password-1" }, settings))
    yield* person.scrape(id)
    return id
  })

  /** The account's owner, at the node where the login is not under way; with one node, there. */
  const elsewhere = (accountId: string) =>
    Effect.map(
      count === 1 ? Effect.succeed({ other: first }) : whereItLives(nodes, accountId),
      ({ other: { base } }) => ({ base, person: personWith(base, person.token) })
    )

  const listed = (accountId: string, of: Person = person) => of.ask(`/accounts/${accountId}/assistances`, 200, Entries)

  const activity = (accountId: string) => person.ask(`/accounts/${accountId}/activity`, 200, Schema.Array(Line))

  /** The newest request, once it is so. */
  const latest = (accountId: string, is: (entry: typeof Entry.Type) => boolean) =>
    until("a request", listed(accountId), ([newest]) => newest !== undefined && is(newest)).pipe(
      Effect.flatMap(([newest]) => (newest === undefined ? fail("no request") : Effect.succeed(newest))),
      // What happened instead says why.
      Effect.catch(({ message }) =>
        Effect.flatMap(activity(accountId), (told) =>
          fail(`${message}: ${told.map((line) => line.message).join("; ")}`)
        )
      )
    )

  const answer = (base: string, accountId: string, assistanceId: string, text: string) =>
    request(`${base}/accounts/${accountId}/assistances/${assistanceId}/answer`, {
      method: "POST",
      headers: { authorization: `Bearer ${person.token}` },
      body: { answer: text }
    })

  const lines = (accountId: string) =>
    Effect.map(activity(accountId), (found) =>
      found.filter(({ kind }) => kind.startsWith("code.")).map(({ message }) => message)
    )

  const phone = (username: string) => call(`${bank.url}/sms/${username}.json`, 200, Sms)
  const inApp = (username: string, said: "approve" | "refuse") =>
    request(`${bank.url}/phone/${username}/${said}`, { method: "POST" })

  return { bank, nodes, person, customer, open, elsewhere, latest, listed, answer, lines, phone, inApp }
})
