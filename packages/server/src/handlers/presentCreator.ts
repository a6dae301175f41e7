/** By name: users don't learn each other's ids and addresses. */
import type { BankService } from "@counterfoil/core"

export const presentCreator = (creator: BankService["creator"]) =>
  creator === null ? null : { name: creator.name, administrator: creator.isAdministrator }
