/** What people do in the very moment in which a server is at some place, and what must come of it. */
import { Effect, Schema } from "effect"
import { setTimeout as delay } from "node:timers/promises"
import { bundleScript } from "../../apps/counterfoil/src/script/bundle.ts"
import { expect, fail, request } from "../../apps/counterfoil/src/demo/Client.ts"
import type { Fault } from "./faults.ts"
import type { Nodes } from "./nodes.ts"
import { grant, join, type Member, type Outside, stir, type World } from "./world.ts"

type CommandFault = Extract<Fault, { readonly kind: "command" }>

interface Scene {
  readonly nodes: Nodes
  readonly world: World
  readonly outside: Outside
}

/** After an answer, what was under way may still end. */
const pausedMs = 16_000

const versions = ["1.0.0", "1.1.0"]

/** Somebody whose account gets to the place, if anybody's does. */
const concerned = (place: string, { members }: World, chance: () => number): Member | undefined => {
  const willing = members.filter(({ refused }) => !refused)
  const fitting = willing.filter(
    ({ asksCode, mode }) =>
      (!place.startsWith("otp.") || asksCode) && (!/^(orders|match)\./.test(place) || mode === "reconcile")
  )
  const among = fitting.length > 0 ? fitting : willing
  return among[Math.floor(chance() * among.length)]
}

const otherVersion = (outside: Outside) => versions.find((version) => version !== outside.version) ?? outside.version

const scriptOf = Effect.fnUntraced(function* ({ bankId, operator }: World, version: string) {
  const known = (yield* operator.scripts(bankId)).find((script) => script.version === version)
  if (known !== undefined) return known.id
  const { bundle } = yield* Effect.promise(() => bundleScript(`bank-scripts/demo-bank/${version}`))
  return (yield* operator.publish(bankId, version, { bank: "demo-bank", version }, bundle)).id
})

const pauseAndResume = Effect.fnUntraced(function* ({ accountId, name, person }: Member, outside: Outside) {
  const tell = (what: string) => person.ask(`/accounts/${accountId}/${what}`, 200, Schema.Json, { method: "POST" })
  yield* tell("pause")
  const from = Date.now()
  yield* Effect.sleep(pausedMs)
  outside.pauses.push({ customer: name, from, to: Date.now() })
  yield* tell("resume")
})

const newPassword = Effect.fnUntraced(function* (member: Member, { bank }: World, outside: Outside) {
  const next = `${member.name}-secret-new-${outside.passwords.length}`
  outside.passwords.push({ customer: member.name, password: next, savedAt: Number.POSITIVE_INFINITY })
  yield* bank.patchCustomer(member.name, { password: next })
  yield* member.person.configure(member.accountId, member.settings(next))
  outside.passwords[outside.passwords.length - 1] = { customer: member.name, password: next, savedAt: Date.now() }
})

/** Made ready beforehand, so that the command itself is one request. */
const prepared = Effect.fnUntraced(function* (
  { name, what }: CommandFault,
  { outside, world }: Scene,
  chance: () => number
) {
  if (what === "delete") {
    const { accountId, person, name: customer } = yield* join(world, `leaver${outside.departures.length}`)
    const remove = request(`${world.base}/accounts/${accountId}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${person.token}` },
      body: { confirmation_name: customer }
    }).pipe(Effect.flatMap(({ status, text }) => expect(status === 204, `DELETE answered ${status} ${text}`)))
    const leave = Effect.suspend(() => {
      outside.departures.push({ customer, at: Number.POSITIVE_INFINITY })
      return Effect.map(remove, () => void outside.departures.splice(-1, 1, { customer, at: Date.now() }))
    })
    return { place: `${name}:1@${accountId}`, act: leave }
  }
  const member = concerned(name, world, chance)
  const place = `${name}:1`
  if (member === undefined) return { place, act: Effect.void }
  switch (what) {
    case "restart":
      return {
        place,
        act: Effect.map(grant(member, outside), ({ jobId }) => void outside.jobs.push(jobId))
      }
    case "pause":
      return { place, act: pauseAndResume(member, outside) }
    case "password":
      return { place, act: newPassword(member, world, outside) }
    case "promote": {
      const version = otherVersion(outside)
      const script = yield* scriptOf(world, version)
      const promote = Effect.map(world.operator.promote(script), () => {
        outside.version = version
      })
      return { place, act: promote }
    }
  }
})

/** The server stands at the place for so long while the command is on its way: it may itself hold what the command needs. */
const meanwhileMs = 1_500

/** Answers whether a server got to the place. What the command didn't get is a trouble. */
export const commandAtPlace = Effect.fnUntraced(function* (
  fault: CommandFault,
  scene: Scene,
  chance: () => number,
  withinMs: number
) {
  const { nodes, outside } = scene
  const { act, place } = yield* prepared(fault, scene, chance)
  nodes.arm(`${place}!`)
  // What the step began with may have passed the place already.
  yield* stir(scene.world, outside, chance)
  const reached = yield* Effect.promise(() => nodes.oneWaits(withinMs))
  const done = Effect.runPromise(
    Effect.catch(act, ({ message }) =>
      Effect.sync(() => void outside.troubles.push(`${fault.what} at ${fault.name}: ${message}`))
    )
  )
  yield* Effect.promise(() => Promise.race([done, delay(meanwhileMs)]))
  nodes.goOn()
  yield* Effect.promise(() => done)
  return reached
})

/** Asks all the time while the fault lasts: a person may be told to try again, but not that the server is broken. */
export const askMeanwhile = (what: string, { outside, world }: Pick<Scene, "outside" | "world">) => {
  const [first] = world.members
  const ask = (path: string) =>
    request(`${world.base}${path}`, { headers: { authorization: `Bearer ${first?.person.token ?? ""}` } })
  /** A server that stops does what it takes on, or doesn't take it. */
  const askForScrape = Effect.suspend(() =>
    first === undefined ? fail("nobody is there") : first.person.scrape(first.accountId)
  ).pipe(
    Effect.tap(({ jobId }) => Effect.sync(() => void outside.jobs.push(jobId))),
    Effect.catch(({ message }) =>
      Effect.sync(() => void (/ answered 50[^3] /.test(message) && outside.troubles.push(`${message} (${what})`)))
    )
  )
  let [asked, notReady] = [0, 0]
  return Effect.gen(function* () {
    if (what.startsWith("stop@")) yield* askForScrape
    const listed = yield* ask("/accounts")
    if (listed.status >= 500 && listed.status !== 503)
      outside.troubles.push(`GET /accounts: ${listed.status} (${what})`)
    asked += 1
    if ((yield* ask("/ready")).status !== 200) notReady += 1
  }).pipe(
    Effect.ignore,
    Effect.andThen(Effect.sleep("300 millis")),
    Effect.forever,
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        if (what === "slow" && asked > 2 && notReady > asked / 2) {
          outside.troubles.push(`not ready ${notReady} times of ${asked} while the database was slow`)
        }
      })
    )
  )
}
