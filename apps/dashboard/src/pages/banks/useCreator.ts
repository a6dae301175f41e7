import type { BankDetail } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"

/** Who publishes a bank's scripts. A name is its bearer's choice: in quotation marks, so that it can't pass for our own words. */
export const useCreator = () => {
  const { banks } = useWords()
  return (creator: BankDetail["creator"]): string => {
    if (creator === null) return banks.operator
    const name = (creator.name ?? "").replaceAll(/["“”„«»]/g, "'")
    if (name === "") return creator.administrator ? banks.anAdministrator : banks.aUser
    return creator.administrator ? banks.administratorOf(name) : banks.userOf(name)
  }
}
