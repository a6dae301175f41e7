import { Api, Conflict, CurrentUser } from "@counterfoil/api"
import { type Bank, Banks, type BankService } from "@counterfoil/core"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { badRequest, bankNotFound, conflict, forbidden, overLimit, pathUuid } from "../refusals.ts"
import { presentCreator } from "./presentCreator.ts"
import { presentSummary } from "./ScriptsHandlers.ts"

export const BanksHandlers = HttpApiBuilder.group(
  Api,
  "banks",
  Effect.fnUntraced(function* (handlers) {
    const banks = yield* Banks

    return handlers.handleAll({
      list: () => Effect.map(banks.list, (all) => all.map(present)),

      create: Effect.fnUntraced(
        function* ({ payload: { code, loginUrl, name } }) {
          const user = yield* CurrentUser
          const located = loginUrl == null || loginUrl === "" ? {} : { loginUrl }
          const bank = yield* banks.create(user.id, { code, name, ...located })
          return { id: bank.id }
        },
        Effect.catchTags({
          BankCodeTaken: () => Effect.fail(new Conflict({ error: "Bank code already exists" })),
          NotPermitted: forbidden,
          InvalidInput: badRequest,
          QuotaReached: conflict
        })
      ),

      get: Effect.fnUntraced(
        function* ({ params }) {
          const { bank, fingerprint, scripts, service } = yield* banks.get(yield* pathUuid(params.bankId, bankNotFound))
          return {
            ...present(bank),
            origins: bank.origins,
            ...presentService(service),
            fingerprint,
            scripts: scripts.map(presentSummary)
          }
        },
        Effect.catchTag("BankNotFound", bankNotFound)
      ),

      change: Effect.fnUntraced(
        function* ({ params, payload }) {
          const user = yield* CurrentUser
          const bankId = yield* pathUuid(params.bankId, bankNotFound)
          return present(yield* banks.change(user.id, bankId, payload))
        },
        Effect.catchTags({
          BankNotFound: bankNotFound,
          NotPermitted: forbidden,
          InvalidInput: badRequest,
          TooManyRenames: overLimit
        })
      ),

      remove: Effect.fnUntraced(
        function* ({ params }) {
          const user = yield* CurrentUser
          yield* banks.remove(user.id, yield* pathUuid(params.bankId, bankNotFound))
        },
        Effect.catchTags({
          BankNotFound: bankNotFound,
          NotPermitted: forbidden,
          BankInUse: () =>
            Effect.fail(new Conflict({ error: "Accounts are, or were, at this bank: retire it instead" }))
        })
      ),

      addOrigins: Effect.fnUntraced(
        function* ({ params, payload }) {
          const user = yield* CurrentUser
          const { origins } = yield* banks.addOrigins(
            user.id,
            yield* pathUuid(params.bankId, bankNotFound),
            payload.origins
          )
          return { origins }
        },
        Effect.catchTags({ BankNotFound: bankNotFound, NotPermitted: forbidden, InvalidInput: badRequest })
      )
    })
  })
)

const presentActive = ({ login, passwordFields, ...active }: NonNullable<BankService["active"]>) => ({
  ...active,
  ...(login === null ? {} : { login_requests: login }),
  ...(passwordFields === null ? {} : { password_fields: passwordFields })
})

const presentService = ({ active, creator }: BankService) => ({
  active: active === null ? null : presentActive(active),
  creator: presentCreator(creator)
})

const present = (bank: Bank) => ({
  id: bank.id,
  code: bank.code,
  name: bank.name,
  ...(bank.loginUrl === null ? {} : { loginUrl: bank.loginUrl }),
  status: bank.status
})
