/** Where versions come from: their author's machine, by command. The lines are ready to be copied. */
import { useWords } from "../../i18n/language.tsx"
import { CopyLine } from "../../ui/CopyLine.tsx"
import { Panel } from "../../ui/parts.tsx"

const loginLine = `export COUNTERFOIL_TOKEN=$(curl -s $COUNTERFOIL_URL/auth/login -H 'content-type: application/json' -d '{"email":"YOUR-EMAIL","password":"YOUR-PASSWORD"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`

export const Publishing = () => {
  const words = useWords().banks.publishing
  return (
    <Panel>
      <details>
        <summary className="font-medium text-accent">{words.title}</summary>
        <div className="mt-4 grid gap-4">
          <p className="text-sm text-muted">{words.lead}</p>
          <CopyLine title={words.where} line={`export COUNTERFOIL_URL=${location.origin}`} />
          <CopyLine title={words.login} line={loginLine} />
          <CopyLine title={words.publish} line="npx --no-install counterfoil script publish" />
          <p className="text-sm text-muted">{words.after}</p>
        </div>
      </details>
    </Panel>
  )
}
