/**
 * What people are told over servers of others, in their language. Nothing secret is in it, nor an amount, nor the name of a payer
 * or of an account. So a question isn't quoted, nor its choices, and a picture isn't sent: nobody can tell what a bank has put
 * into them (a payment to be confirmed, a telephone number, the challenge itself), and they would stay in a chat's history.
 */
import type { AskType, OtpDescriptor } from "@counterfoil/domain"
import { DateTime } from "effect"
import { plainWords, quoted } from "../codes/otpWords.ts"
import type { Notice } from "./NoticeChannel.ts"

export const noticeLanguages = ["en", "es"] as const
export type NoticeLanguage = (typeof noticeLanguages)[number]

/** What a login waits for. */
export interface Wanted {
  readonly type: AskType
  /** Null: no code is asked for. */
  readonly descriptor: OtpDescriptor | null
  /** Of an approval: what to choose in the bank's app. */
  readonly number: string | null
  /** Of a question: how many there are to choose from; null: any words. */
  readonly choices: number | null
}

export interface AskedWords extends Wanted {
  /** Answers that the bank has refused. */
  readonly attempt: number
  readonly bankName: string
  readonly expiresAt: DateTime.Utc
}

/** How a message of the channel can be answered: by a reply to it, or in Counterfoil only. */
type Answering = "reply" | "page"

interface Words {
  readonly titles: Readonly<Record<AskType | "over" | "stopped" | "test", string>>
  readonly waits: (bank: string, what: string, until: string) => string
  readonly wanted: (wanted: Wanted) => string
  readonly refused: (type: AskType) => string
  readonly how: (wanted: Wanted, answering: Answering) => string
  readonly over: (bank: string, type: AskType) => string
  readonly stopped: (bank: string) => string
  readonly test: string
}

const english: Words = {
  titles: {
    otp: "a code is needed",
    approval: "an approval is needed",
    question: "an answer is needed",
    picture: "a picture is to be read",
    over: "no longer needed",
    stopped: "an account needs you",
    test: "a test"
  },
  waits: (bank, what, until) => `A login at ${bank} waits for ${what}, until ${until} UTC.`,
  wanted: ({ choices, descriptor, number, type }) => {
    switch (type) {
      case "otp":
        return descriptor === null
          ? "a code"
          : `a code of ${descriptor.length} ${descriptor.type === "numeric" ? "digits" : "letters or digits"}`
      case "approval":
        return `your approval in the bank's app${number === null ? "" : `, where it must be ${quoted(number)}`}`
      case "question":
        return `the answer to a question${choices === null ? "" : ` with ${choices} choices`}`
      case "picture":
        return "what a picture shows"
    }
  },
  refused: (type) => `The bank refused the last ${type === "otp" ? "code" : "answer"}. `,
  how: ({ choices, type }, answering) => {
    if (answering === "page") return type === "question" || type === "picture" ? " Answer it in Counterfoil." : ""
    switch (type) {
      case "otp":
        return " Reply to this message with the code."
      case "approval":
        return ` It is given in the bank's app; if it wasn't you, reply "not me".`
      case "question":
        return choices === null
          ? " Read it in Counterfoil, and reply to this message with the answer."
          : " Read it in Counterfoil, and reply to this message with the number of your choice, from 1 on, or its words."
      case "picture":
        return " Look at it in Counterfoil, and reply to this message with what it says."
    }
  },
  over: (bank, type) => `The login at ${bank} no longer waits for ${type === "otp" ? "a code" : "you"}.`,
  stopped: (bank) => `The reading of an account at ${bank} has stopped until you look at it in Counterfoil.`,
  test: "This channel works: you are told here when a login waits for you, and when the reading of an account has stopped."
}

const spanish: Words = {
  titles: {
    otp: "hace falta un código",
    approval: "hace falta una aprobación",
    question: "hace falta una respuesta",
    picture: "hay que leer una imagen",
    over: "ya no hace falta",
    stopped: "una cuenta le necesita",
    test: "una prueba"
  },
  waits: (bank, what, until) => `Un acceso a ${bank} espera ${what}, hasta las ${until} UTC.`,
  wanted: ({ choices, descriptor, number, type }) => {
    switch (type) {
      case "otp":
        return descriptor === null
          ? "un código"
          : `un código de ${descriptor.length} ${descriptor.type === "numeric" ? "cifras" : "letras o cifras"}`
      case "approval":
        return `su aprobación en la app del banco${number === null ? "" : `, donde debe ser ${quoted(number)}`}`
      case "question":
        return `la respuesta a una pregunta${choices === null ? "" : ` con ${choices} opciones`}`
      case "picture":
        return "lo que muestra una imagen"
    }
  },
  refused: (type) =>
    type === "otp" ? "El banco rechazó el último código. " : "El banco rechazó la última respuesta. ",
  how: ({ choices, type }, answering) => {
    if (answering === "page") return type === "question" || type === "picture" ? " Responda en Counterfoil." : ""
    switch (type) {
      case "otp":
        return " Responda a este mensaje con el código."
      case "approval":
        return ` Se da en la app del banco; si no ha sido usted, responda "no soy yo".`
      case "question":
        return choices === null
          ? " Léala en Counterfoil y responda a este mensaje con la respuesta."
          : " Léala en Counterfoil y responda a este mensaje con el número de su opción, desde 1, o con sus palabras."
      case "picture":
        return " Mírela en Counterfoil y responda a este mensaje con lo que dice."
    }
  },
  over: (bank, type) => `El acceso a ${bank} ya no ${type === "otp" ? "espera ningún código" : "le espera"}.`,
  stopped: (bank) => `La lectura de una cuenta en ${bank} se ha parado hasta que la mire en Counterfoil.`,
  test: "Este canal funciona: aquí se le avisará cuando un acceso le espere y cuando la lectura de una cuenta se pare."
}

const words: Readonly<Record<NoticeLanguage, Words>> = { en: english, es: spanish }

/** What somebody who replied is answered. */
const replies = {
  en: {
    handed: "Handed to the login.",
    withdrawn: "The login was ended.",
    approve: "Nothing was sent: approve it in the bank's app, and the login goes on by itself.",
    approvalWords: `Not understood: an approval is given in the bank's app; "not me" ends the login.`,
    late: "No login waits for this any more: it was not used.",
    unreachable:
      "The login can't be reached for the moment: see in Counterfoil whether it still waits, then reply again.",
    misfit: (why: string) => `Not used: ${why}.`
  },
  es: {
    handed: "Entregado al acceso.",
    withdrawn: "Se ha terminado el acceso.",
    approve: "No se ha enviado nada: apruébelo en la app del banco y el acceso seguirá solo.",
    approvalWords: `No se entiende: la aprobación se da en la app del banco; "no soy yo" termina el acceso.`,
    late: "Ningún acceso espera ya esto: no se ha usado.",
    unreachable: "No se puede llegar al acceso por el momento: mire en Counterfoil si aún espera y responda otra vez.",
    misfit: (why: string) => `No se ha usado: ${why}.`
  }
} as const satisfies Readonly<Record<NoticeLanguage, unknown>>

export const replyWords = (language: NoticeLanguage): (typeof replies)[NoticeLanguage] => replies[language]

const titled = (title: string): string => `Counterfoil: ${title}`
const plainBank = (name: string): string => plainWords(name, 60)
const timeOf = (at: DateTime.Utc): string => DateTime.formatIso(at).slice(11, 16)

export const dueNotice = (asked: AskedWords, language: NoticeLanguage, answering: Answering): Notice => {
  const { how, refused, titles, waits, wanted } = words[language]
  const { attempt, bankName, expiresAt, type } = asked
  const before = attempt > 0 ? refused(type) : ""
  return {
    title: titled(titles[type]),
    text: `${before}${waits(plainBank(bankName), wanted(asked), timeOf(expiresAt))}${how(asked, answering)}`,
    urgent: true
  }
}

export const endedNotice = (
  { bankName, type }: { readonly bankName: string; readonly type: AskType },
  language: NoticeLanguage
): Notice => {
  const { over, titles } = words[language]
  return { title: titled(titles.over), text: over(plainBank(bankName), type), urgent: false }
}

/** Somebody has to come, but no login waits. */
export const stoppedNotice = (bankName: string, language: NoticeLanguage): Notice => {
  const { stopped, titles } = words[language]
  return { title: titled(titles.stopped), text: stopped(plainBank(bankName)), urgent: false }
}

export const testNotice = (language: NoticeLanguage): Notice => {
  const { test, titles } = words[language]
  return { title: titled(titles.test), text: test, urgent: false }
}
