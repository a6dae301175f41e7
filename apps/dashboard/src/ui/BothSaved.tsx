import { useWords } from "../i18n/language.tsx"
import { Notice } from "./parts.tsx"
import type { Outcome } from "./together.ts"

/** Nothing was sent, since somebody else has saved the same otherwise: of a short form it is enough to say that. */
export const BothSaved = ({ outcome }: { readonly outcome: Outcome<unknown> | undefined }) => {
  const { states } = useWords()
  return outcome?.isSaved === false ? (
    <Notice role="alert" tone="warn" title={states.bothSaved}>
      {states.bothSavedLong}
    </Notice>
  ) : null
}
