import { type Language, languages, useLanguage } from "../i18n/language.tsx"
import { setTheme, type Theme, themes, useTheme } from "./theme.ts"

const look = "rounded-lg border border-line bg-card px-1.5 min-h-8 text-sm text-ink"

const find = <A extends string>(all: ReadonlyArray<A>, text: string): A | undefined => all.find((each) => each === text)

export const Preferences = () => {
  const { language, speak, words } = useLanguage()
  const theme = useTheme()
  return (
    <div className="flex flex-wrap gap-2">
      <select
        aria-label={words.language.label}
        className={look}
        value={language}
        onChange={({ target }) => speak(find<Language>(languages, target.value) ?? "en")}
      >
        {languages.map((each) => (
          <option key={each} value={each}>
            {words.language[each]}
          </option>
        ))}
      </select>
      <select
        aria-label={words.theme.label}
        className={look}
        value={theme}
        onChange={({ target }) => setTheme(find<Theme>(themes, target.value) ?? "system")}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {words.theme[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
