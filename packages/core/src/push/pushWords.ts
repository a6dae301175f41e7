/** What phones show. It goes over servers of others, and lies on locked screens: no name, no code, no amount. */
import type { NoticeLanguage } from "../notices/noticeWords.ts"
import type { ClaimedPush } from "../notices/PushRows.ts"

export type PushReason = ClaimedPush["kind"] | "test"

const words: Readonly<Record<NoticeLanguage, Readonly<Record<PushReason, string>>>> = {
  en: {
    code: "A bank is waiting for a code. Tap to type it.",
    asked: "A bank is waiting for you: approve in its app, or answer in Counterfoil.",
    blocked: "An account needs you: its reading has stopped.",
    test: "This works: you will be told here when a bank wants a code."
  },
  es: {
    code: "Un banco espera un código. Toca para escribirlo.",
    asked: "Un banco te espera: apruébalo en su app, o responde en Counterfoil.",
    blocked: "Una cuenta te necesita: su lectura se ha parado.",
    test: "Funciona: te avisaremos aquí cuando un banco pida un código."
  }
}

export const pushWords = (reason: PushReason, language: NoticeLanguage): string => words[language][reason]
