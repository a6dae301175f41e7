/** By name: users don't learn each other's ids and addresses. */
import { type BankService, plainWords } from "@counterfoil/core"

const longest = 60

/** The name is a stranger's own choice: one line that shows all that it says. */
export const presentCreator = (creator: BankService["creator"]) =>
  creator === null
    ? null
    : {
        name: creator.name === null ? null : plainWords(creator.name, longest),
        administrator: creator.isAdministrator
      }
