/** What a login asks of its owner, as the accounts have it: a code, as the contract knows it, or one of the further kinds. */
import type { AccountOverview, Assistance, OpenAssistance } from "../../api/types.ts"

interface Common {
  readonly account: AccountOverview
  readonly id: string
  /** Answers that the bank has refused. */
  readonly attempts: number
  readonly prompt: string | undefined
  readonly until: string | undefined
}

type Kind =
  | { readonly kind: "code"; readonly length: number; readonly isNumeric: boolean }
  | { readonly kind: "approval"; readonly number: string | null }
  | { readonly kind: "question"; readonly question: string; readonly choices: ReadonlyArray<string> | null }
  | { readonly kind: "picture"; readonly length: number | null }
  /** A server that is newer than this page asks for what it doesn't know: its words are shown, and no field. */
  | { readonly kind: "other" }

export type Asked<K extends Kind["kind"] = Kind["kind"]> = Common & Extract<Kind, { readonly kind: K }>

const codeOf = ({ descriptor, type }: Assistance): Kind => {
  const kind: string = type
  return kind === "otp"
    ? { kind: "code", length: descriptor.length, isNumeric: descriptor.type === "numeric" }
    : { kind: "other" }
}

const furtherOf = ({ choices, length, number, question, type }: OpenAssistance): Kind => {
  switch (type) {
    case "approval":
      return { kind: "approval", number }
    case "question":
      return { kind: "question", question: question ?? "", choices }
    case "picture":
      return { kind: "picture", length }
    default:
      return { kind: "other" }
  }
}

export const askedOf = (account: AccountOverview): Asked | undefined => {
  const { open_assistance: further, pending_assistance: code } = account
  const open = code ?? further
  if (open === null) return undefined
  const { attempts, expires_at: until, id, prompt } = open
  const kind = code === null ? further && furtherOf(further) : codeOf(code)
  return kind === null ? undefined : { account, id, attempts, prompt, until, ...kind }
}

/** The server's English sentence ends with the script's words; in another language the page says the rest itself. */
const ending = / \(the script says: "([^"]*)"\)$/

/** What the bank's script says to it, which is not the service's to say; undefined: nothing. */
export const scriptSays = ({ prompt }: Pick<Asked, "prompt">): string | undefined =>
  prompt === undefined ? undefined : ending.exec(prompt)?.[1]
