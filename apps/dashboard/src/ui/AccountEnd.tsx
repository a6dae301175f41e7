/** The number of somebody's account: by its end in lists, as on bank cards, and whole where one movement is looked at. */
import { useWords } from "../i18n/language.tsx"

const shown = 4

/** Empty: it has no end to show. */
const endOf = (account: string | null | undefined): string => {
  const characters = (account ?? "").replaceAll(/[^\p{L}\p{N}]/gu, "")
  return /\d.*\d/.test(characters.slice(-shown)) && characters.length >= shown ? characters.slice(-shown) : ""
}

export const AccountEnd = ({
  account,
  className = "text-sm"
}: {
  readonly account: string | null | undefined
  readonly className?: string
}) => {
  const words = useWords().movements
  const end = endOf(account)
  return end === "" ? null : (
    <span className={`num font-normal whitespace-nowrap text-muted ${className}`}>
      <span aria-hidden="true">•••• {end}</span>
      <span className="sr-only">{words.accountEnding(end)}</span>
    </span>
  )
}

/** An IBAN in groups of four, as people read it out. */
export const grouped = (account: string): string =>
  /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(account) ? account.replaceAll(/(.{4})(?=.)/g, "$1 ") : account
