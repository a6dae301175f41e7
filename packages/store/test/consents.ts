/** Consents on top of the store's layers, with what they tell recorded. */
import {
  Administrators,
  type AdministratorsOptions,
  Consents,
  type ConsentsOptions,
  eventLogLayer
} from "@counterfoil/core"
import { Layer } from "effect"
import { RecordingOutbox } from "./outbox.ts"
import { TestVault } from "./vault.ts"

export const consentsLayer = (
  consent: ConsentsOptions["consent"] = "owners",
  banks: AdministratorsOptions["banks"] = "everybody"
) =>
  Consents.layer({ consent }).pipe(
    Layer.provideMerge(eventLogLayer),
    Layer.provideMerge(Layer.mergeAll(Administrators.layer({ banks }), RecordingOutbox, TestVault))
  )
