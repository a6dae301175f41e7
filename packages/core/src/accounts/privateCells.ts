/** The texts of settings that may hold the user's tokens (addresses, what is sent there) between their plain and sealed form. */
import { Effect, Redacted, Schema } from "effect"
import { settingNames } from "@counterfoil/domain"
import type { Vault } from "../security/Vault.ts"
import { parsePlainUrl } from "../urls.ts"
import type { Place } from "../security/sealing.ts"
import type { AccountSettings } from "./Account.ts"
import type { PrivateField, SealedEndpoint, StoredSettings } from "./AccountRepository.ts"

type Vaulted = Vault["Service"]

interface Owner {
  readonly id: string
  readonly accountId: string
}

const placeOf = ({ accountId, id }: Owner, field: PrivateField): Place => ({
  accountId,
  table: "account_settings",
  column: `${settingNames[field]}_sealed`,
  row: id
})

/** Where deliveries keep the address of an endpoint. */
export const endpointPlace = (accountId: string, address: string): Place => ({
  accountId,
  table: "endpoints",
  column: "url_sealed",
  row: address
})

const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))
const decodeFields = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.NullOr(Schema.Record(Schema.String, Schema.Json)))
)

type Private = Pick<AccountSettings, PrivateField>

export const openPrivate = Effect.fnUntraced(function* (vault: Vaulted, sealed: StoredSettings) {
  const open = (field: PrivateField) => {
    const cell = sealed[field]
    if (cell === null || typeof cell === "string") return Effect.succeed(cell)
    return Effect.map(vault.decrypt(placeOf(sealed, field), cell), Redacted.value)
  }
  const opened: Private = {
    pendingOrdersEndpoint: yield* open("pendingOrdersEndpoint"),
    webhookUrl: (yield* open("webhookUrl")) ?? "",
    notificationEndpointUrl: yield* open("notificationEndpointUrl"),
    pollingBody: yield* decodeJson((yield* open("pollingBody")) ?? "null"),
    webhookExtraFields: yield* decodeFields((yield* open("webhookExtraFields")) ?? "null")
  }
  return opened
}, Effect.orDie)

const hostOf = (url: string | null): string | null =>
  url === null ? null : (parsePlainUrl(url)?.hostname.toLowerCase() ?? null)

const jsonText = (value: Schema.Json): string | null => (value === null ? null : JSON.stringify(value))

const addressOf = (vault: Vaulted, accountId: string, url: string | null) =>
  url === null || url === "" ? Effect.succeed(null) : vault.fingerprint(accountId, url)

/** All of them sealed anew, and what deliveries know the addresses by. */
export const sealPrivate = Effect.fnUntraced(function* (vault: Vaulted, row: Owner, plain: Private) {
  const sealer = yield* vault.sealer(row.accountId)
  const seal = (field: PrivateField, text: string | null) => (text === null ? null : sealer(placeOf(row, field), text))
  return {
    pendingOrdersEndpoint: seal("pendingOrdersEndpoint", plain.pendingOrdersEndpoint),
    webhookUrl: seal("webhookUrl", plain.webhookUrl),
    notificationEndpointUrl: seal("notificationEndpointUrl", plain.notificationEndpointUrl),
    pollingBody: seal("pollingBody", jsonText(plain.pollingBody)),
    webhookExtraFields: seal("webhookExtraFields", jsonText(plain.webhookExtraFields)),
    webhookHost: hostOf(plain.webhookUrl),
    notificationHost: hostOf(plain.notificationEndpointUrl),
    webhookAddress: (yield* addressOf(vault, row.accountId, plain.webhookUrl)) ?? "",
    notificationAddress: yield* addressOf(vault, row.accountId, plain.notificationEndpointUrl)
  }
})

/** Where settings send anything. */
export const deliveryUrls = (
  settings: Pick<AccountSettings, "webhookUrl" | "notificationEndpointUrl">
): ReadonlyArray<string> => [settings.webhookUrl, settings.notificationEndpointUrl ?? ""].filter((url) => url !== "")

/** The sealed addresses that the delivery log shows later, even if the settings name others by then. */
export const sealEndpoints = Effect.fnUntraced(function* (
  vault: Vaulted,
  accountId: string,
  urls: ReadonlyArray<string>
) {
  const sealer = yield* vault.sealer(accountId)
  return yield* Effect.forEach(urls, (url) =>
    Effect.map(vault.fingerprint(accountId, url), (address): SealedEndpoint => ({
      address,
      url: sealer(endpointPlace(accountId, address), url)
    }))
  )
})
