/** Which language the page speaks, its words and its formats. */
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from "react"
import { isLocale } from "./isLocale.ts"
import { isThere } from "../api/client.ts"
import type { Dictionary } from "./dictionary.ts"
import { type Formats, formatsFor } from "./format.ts"

export type Language = "en" | "es"
export const languages: ReadonlyArray<Language> = ["en", "es"]

const key = "counterfoil.language"

const isLanguage = (text: string | null | undefined): text is Language => text === "en" || text === "es"

const stored = () => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export const preferredLanguage = (): Language => {
  const chosen = stored()
  if (isLanguage(chosen)) return chosen
  const spoken = navigator.languages.map((each) => each.slice(0, 2)).find(isLanguage)
  return spoken ?? "en"
}

/** Only the words that are needed are loaded. */
export const loadWords = async (language: Language): Promise<Dictionary> =>
  language === "es" ? (await import("./es/index.ts")).es : (await import("./en/index.ts")).en

interface Spoken {
  readonly language: Language
  readonly words: Dictionary
  readonly formats: Formats
  readonly speak: (language: Language) => void
}

const Context = createContext<Spoken | undefined>(undefined)

/** The region comes from the reader's own settings, where they have one for the language. */
const localeFor = (language: Language): string =>
  navigator.languages.find((each) => each.startsWith(language) && isLocale(each)) ?? language

export const LanguageProvider = ({ children, words }: { readonly children: ReactNode; readonly words: Dictionary }) => {
  const [spoken, setSpoken] = useState({ language: preferredLanguage(), words })
  useEffect(() => {
    document.documentElement.lang = spoken.language
  }, [spoken.language])
  const value = useMemo<Spoken>(
    () => ({
      ...spoken,
      formats: formatsFor(localeFor(spoken.language)),
      speak: (language) => {
        try {
          localStorage.setItem(key, language)
        } catch {
          // It holds for this visit.
        }
        loadWords(language).then(
          (next) => setSpoken({ language, words: next }),
          // They are gone where the server has a newer page: that one has them. Without a server there would be nothing at all.
          async () => {
            if (await isThere()) window.location.reload()
          }
        )
      }
    }),
    [spoken]
  )
  return <Context value={value}>{children}</Context>
}

export const useLanguage = (): Spoken => {
  const spoken = use(Context)
  if (spoken === undefined) throw new Error("there is no language here")
  return spoken
}

export const useWords = (): Dictionary => useLanguage().words
export const useFormats = (): Formats => useLanguage().formats
