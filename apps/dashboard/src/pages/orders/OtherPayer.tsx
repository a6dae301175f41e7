/** What a choice teaches is said before it, and where it is taken back. A part of a payment teaches as all of it does. */
import { useWords } from "../../i18n/language.tsx"
import { Notice } from "../../ui/parts.tsx"
import { differ } from "../../ui/words.ts"
import { apart } from "../../ui/dotted.ts"

interface Props {
  /** As the bank prints them; empty where it names nobody. */
  readonly payers: ReadonlyArray<string>
  /** The order's; of one without a name nothing can be said. */
  readonly name: string
}

export const OtherPayer = ({ name, payers }: Props) => {
  const { otherPayer, otherPayerLong } = useWords().orders
  const others = [...new Set(payers)].filter((payer) => payer !== "" && name !== "" && differ(payer, name))
  return others.map((payer) => (
    <Notice key={payer} tone="warn" title={otherPayer}>
      {otherPayerLong(apart(payer), apart(name))}
    </Notice>
  ))
}
