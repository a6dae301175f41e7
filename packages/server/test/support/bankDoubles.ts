/** Doubles of the services about banks and their scripts. */
import {
  BankCodeTaken,
  BankInUse,
  BankNotFound,
  Banks,
  Consents,
  NotPermitted,
  ScriptDoesNotLoad,
  ScriptNotFound,
  ScriptRegistry,
  ScriptReports,
  ShadowRuns,
  ScriptVersionTaken
} from "@counterfoil/core"
import { DateTime, Effect, Layer } from "effect"
import type { World } from "./World.ts"

const terms = { creator: null, origins: ["https://bank.test"], requests: [] }
const shown = { ...terms, by: null }
const consent = { agreed: shown, asked: shown, missing: [], gaps: [], fingerprint: "f" }

const outlook = { accounts: 1, own: 1, waiting: 0, missing: [] }

export const bankDoubles = (world: World) => {
  const scriptsOf = (bankId: string) => [...world.scripts.values()].filter((script) => script.bankId === bankId)
  const get = Effect.fnUntraced(function* (bankId: string) {
    const bank = world.banks.get(bankId)
    return bank ?? (yield* new BankNotFound())
  })
  const script = Effect.fnUntraced(function* (scriptId: string) {
    const found = world.scripts.get(scriptId)
    return found ?? (yield* new ScriptNotFound())
  })

  return Layer.mergeAll(
    Layer.succeed(Banks, {
      list: Effect.sync(() => [...world.banks.values()]),
      get: (bankId) =>
        Effect.map(get(bankId), (bank) => ({
          bank,
          scripts: scriptsOf(bankId),
          service: { creator: null, active: null },
          fingerprint: "f"
        })),
      create: Effect.fnUntraced(function* (userId, { code, loginUrl, name }) {
        if ([...world.banks.values()].some((bank) => bank.code === code)) return yield* new BankCodeTaken()
        return world.bank(code, { name, loginUrl: loginUrl ?? null, createdBy: userId })
      }),
      change: Effect.fnUntraced(function* (userId, bankId, { name, status }) {
        const bank = yield* get(bankId)
        if (bank.createdBy !== userId)
          return yield* new NotPermitted({ message: "Only the bank's creator may do this" })
        const changed = { ...bank, name: name ?? bank.name, status: status ?? bank.status }
        world.banks.set(bankId, changed)
        return changed
      }),
      remove: Effect.fnUntraced(function* (userId, bankId) {
        const bank = yield* get(bankId)
        if (bank.createdBy !== userId)
          return yield* new NotPermitted({ message: "Only the bank's creator may do this" })
        if ([...world.accounts.values()].some((account) => account.bankId === bankId)) return yield* new BankInUse()
        world.banks.delete(bankId)
      }),
      addOrigins: Effect.fnUntraced(function* (userId, bankId, origins) {
        const bank = yield* get(bankId)
        if (bank.createdBy !== userId)
          return yield* new NotPermitted({ message: "Only the bank's creator may do this" })
        const changed = { ...bank, origins: [...bank.origins, ...origins] }
        world.banks.set(bankId, changed)
        return changed
      })
    }),

    Layer.succeed(ScriptRegistry, {
      list: Effect.sync(() => [...world.scripts.values()]),
      get: script,
      publish: Effect.fnUntraced(function* (userId, bankId, { bundle, version }) {
        const bank = yield* get(bankId)
        if (bank.createdBy !== userId) {
          return yield* new NotPermitted({ message: "Only the bank's creator or an administrator may publish" })
        }
        if (bundle === "broken")
          return yield* new ScriptDoesNotLoad({ message: "SyntaxError: Unexpected end of input" })
        if (scriptsOf(bankId).some((other) => other.version === version)) {
          return yield* new ScriptVersionTaken({ version })
        }
        return world.script(bank, version)
      }),
      promote: Effect.fnUntraced(function* (_, scriptId) {
        const promoted = yield* script(scriptId)
        for (const other of scriptsOf(promoted.bankId)) world.scripts.set(other.id, { ...other, status: "review" })
        world.scripts.set(scriptId, { ...promoted, status: "active" })
        return [...world.accounts.values()].filter(({ bankId }) => bankId === promoted.bankId).map(({ id }) => id)
      }),
      activeVersion: () => Effect.succeed(null),
      active: () => Effect.succeed(null)
    }),

    Layer.succeed(ScriptReports, {
      report: (_, scriptId) =>
        Effect.map(script(scriptId), (found) => ({
          script: found,
          comparison: null,
          shadow: null,
          promotion: outlook,
          versions: []
        })),
      compare: Effect.fnUntraced(function* (_, scriptId, { againstId, samples }) {
        const found = yield* script(scriptId)
        const comparedAt = yield* DateTime.now
        return {
          script: found,
          comparison: { againstId, source: "recordings" as const, samples, comparedAt },
          shadow: null,
          promotion: outlook,
          versions: []
        }
      }),
      bundle: (_, scriptId) => Effect.as(script(scriptId), "the code")
    }),

    Layer.succeed(Consents, {
      read: () => Effect.succeed(consent),
      agree: () => Effect.succeed(consent),
      outlook: () => Effect.succeed(outlook),
      settle: () => Effect.void
    }),

    Layer.succeed(ShadowRuns, {
      of: () => Effect.succeed({ agreedAt: null, runs: [] }),
      agree: () => Effect.map(DateTime.now, (agreedAt) => ({ agreedAt, runs: [] })),
      withdraw: () => Effect.succeed({ agreedAt: null, runs: [] })
    })
  )
}
