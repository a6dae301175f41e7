/**
 * A sentence of the server, which speaks English: on an English page as it is, on another one behind a line that says so.
 * What readers need is said before it, in their own language.
 */
import { useLanguage } from "../i18n/language.tsx"

export const ServersWords = ({ children }: { readonly children: string }) => {
  const { language, words } = useLanguage()
  if (children === "") return null
  if (language === "en") return <p className="wrap-anywhere">{children}</p>
  return (
    <details className="text-sm text-muted">
      <summary>{words.states.inEnglish}</summary>
      <p lang="en" className="mt-1 wrap-anywhere">
        {children}
      </p>
    </details>
  )
}
