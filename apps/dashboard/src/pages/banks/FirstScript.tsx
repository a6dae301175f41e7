/** A bank that has no script: what its script has to name, where one begins, and where the way from there is told. */
import { useQuery } from "@tanstack/react-query"
import { authorsGuide } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { BankDetail } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { CopyLine } from "../../ui/CopyLine.tsx"
import { Empty } from "../../ui/parts.tsx"

export const FirstScript = ({ bank: { code } }: { readonly bank: BankDetail }) => {
  const { banks: words, enrol } = useWords()
  const { data: isGuided = false } = useQuery(queries.guide())
  return (
    <>
      <Empty icon="banks" title={words.none}>
        {words.noneLong}
      </Empty>
      <div className="grid gap-3 border-t border-line p-5">
        <CopyLine title={enrol.beginScript} line={`npx --no-install counterfoil script new ${code}`} />
        <p className="text-sm text-muted">
          {words.firstScript.named} <span className="font-mono text-ink">{code}</span>. {words.firstScript.published}
        </p>
        {isGuided ? (
          <a
            href={authorsGuide}
            target="_blank"
            rel="noreferrer"
            className="justify-self-start font-medium text-accent underline underline-offset-3"
          >
            {words.firstScript.guide}
          </a>
        ) : (
          <p className="text-sm text-muted">{enrol.scriptDocs}</p>
        )}
      </div>
    </>
  )
}
