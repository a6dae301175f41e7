/** A bank and a shop to try everything with, where the program that runs the service has brought some. */
import { Context, Effect, Layer, type Redacted, Schema } from "effect"
import type { Consents } from "../catalogue/Consents.ts"
import { installRelease, type ScriptRelease } from "../catalogue/installRelease.ts"
import { ScriptRepository } from "../scripts/ScriptRepository.ts"
import type { ScriptRunner } from "../scripts/ScriptRunner.ts"
import type { Transactor } from "../Transactor.ts"

/** The demo can't be set up; `message` says why, and what to do. */
export class DemoUnavailable extends Schema.TaggedError<DemoUnavailable>()("DemoUnavailable", {
  message: Schema.String
}) {}

/** What an account needs that tries the demo; credentials of a customer of the demo bank open nothing else. */
export interface DemoAccess {
  readonly bankUsername: string
  readonly bankPassword: Redacted.Redacted<string>
  readonly pendingOrdersEndpoint: string
  readonly webhookUrl: string
  /** What there is to see, for people. */
  readonly bankPage: string
  readonly shopPage: string
}

/** Of a demo that runs, and in which this user has a customer. */
export interface DemoVisit {
  /** The code of its bank. */
  readonly bank: string
  /** Where the codes arrive that its bank sends. */
  readonly phonePage: string
}

export interface DemoNeighbours {
  /** Starts them unless they run, and makes a customer with payments, and orders that wait for them, for this user. */
  readonly prepare: (
    userId: string
  ) => Effect.Effect<{ readonly release: ScriptRelease; readonly access: DemoAccess }, DemoUnavailable>
  /** Null: it doesn't run, or the user has not connected it. Starts nothing. */
  readonly visit: (userId: string) => Effect.Effect<DemoVisit | null>
  /** From now on the bank asks this user's customer for a code at each login, or does so no longer. Without a customer: nothing. */
  readonly askCodes: (userId: string, asks: boolean) => Effect.Effect<void>
  /** The shop learns the secret that signs for this user's account, as its owner would paste it there, and checks with it. */
  readonly introduce: (userId: string, secret: Redacted.Redacted<string>) => Effect.Effect<void, DemoUnavailable>
}

export interface DemoConnection extends DemoAccess {
  readonly bankId: string
}

export class Demo extends Context.Service<
  Demo,
  {
    /** Undefined: there is none here. */
    readonly connect: ((userId: string) => Effect.Effect<DemoConnection, DemoUnavailable>) | undefined
    readonly introduce: DemoNeighbours["introduce"]
    readonly visit: DemoNeighbours["visit"]
    /** The settings of an account of the user's were saved: at the demo's bank a login is as they say. */
    readonly follow: (userId: string, bank: string, loginMode: "simple" | "assisted") => Effect.Effect<void>
  }
>()("@counterfoil/core/demo/Demo") {
  static readonly none: Layer.Layer<Demo> = Layer.succeed(Demo, {
    connect: undefined,
    introduce: () => Effect.fail(new DemoUnavailable({ message: "There is no demo here" })),
    visit: () => Effect.succeed(null),
    follow: () => Effect.void
  })

  static readonly layer = (
    neighbours: DemoNeighbours
  ): Layer.Layer<Demo, never, Consents | ScriptRepository | ScriptRunner | Transactor> =>
    Layer.effect(
      Demo,
      Effect.suspend(() => make(neighbours))
    )
}

const make = Effect.fnUntraced(function* (neighbours: DemoNeighbours) {
  const banks = yield* ScriptRepository
  const context = yield* Effect.context<Consents | ScriptRepository | ScriptRunner | Transactor>()

  const connect = Effect.fn("Demo.connect")(function* (userId: string) {
    const { access, release } = yield* neighbours.prepare(userId)
    const { code, loginUrl } = release.bank
    yield* installRelease(release).pipe(
      Effect.provideContext(context),
      Effect.mapError(({ message }) => new DemoUnavailable({ message: `The demo bank's script: ${message}` }))
    )
    const bank = (yield* banks.listBanks).find((known) => known.code === code)
    if (bank === undefined)
      return yield* new DemoUnavailable({ message: "The demo's bank was deleted meanwhile: try again" })
    if (!bank.origins.includes(new URL(loginUrl).origin)) {
      return yield* new DemoUnavailable({
        message: `A bank with the code ${code} is here already, at another address: enrol an account there`
      })
    }
    return { ...access, bankId: bank.id }
  })
  const follow = Effect.fn("Demo.follow")(function* (userId: string, bank: string, loginMode: "simple" | "assisted") {
    const visit = yield* neighbours.visit(userId)
    if (visit?.bank === bank) yield* neighbours.askCodes(userId, loginMode === "assisted")
  })
  return Demo.of({ connect, introduce: neighbours.introduce, visit: neighbours.visit, follow })
})
