/** What people are told over channels of others' servers. */
import { assert, describe, it } from "@effect/vitest"
import { dueNotice, endedNotice, type NoticeLanguage, stoppedNotice } from "@counterfoil/core"
import type { AskType } from "@counterfoil/domain"
import { DateTime } from "effect"

interface More {
  readonly number?: string
  readonly attempt?: number
  readonly choices?: number
  readonly telegram?: true
  readonly language?: NoticeLanguage
}

const due = (type: AskType, more: More = {}) =>
  dueNotice(
    {
      attempt: more.attempt ?? 0,
      bankName: "Banco\nDemo",
      type,
      descriptor: type === "otp" ? { length: 6, type: "numeric", purpose: "Pay 100.00 to Ana" } : null,
      number: more.number ?? null,
      choices: more.choices ?? null,
      expiresAt: DateTime.makeUnsafe("2026-11-20T09:05:00Z")
    },
    more.language ?? "en",
    more.telegram === true ? "reply" : "page"
  )

const whole = ({ text, title }: ReturnType<typeof due>) => `${title}. ${text}`

describe("a notice", () => {
  it("says at which bank, what is wanted and until when, and where it is answered", () => {
    assert.deepStrictEqual(
      [due("otp"), due("approval", { number: "47" }), due("question"), due("picture", { attempt: 1 })].map(whole),
      [
        "Counterfoil: a code is needed. A login at Banco Demo waits for a code of 6 digits, until 09:05 UTC.",
        `Counterfoil: an approval is needed. A login at Banco Demo waits for your approval in the bank's app, where it must be "47", until 09:05 UTC.`,
        "Counterfoil: an answer is needed. A login at Banco Demo waits for the answer to a question, until 09:05 UTC. Answer it in Counterfoil.",
        "Counterfoil: a picture is to be read. The bank refused the last answer. A login at Banco Demo waits for what a picture shows, until 09:05 UTC. Answer it in Counterfoil."
      ]
    )
    assert.strictEqual(
      endedNotice({ bankName: "Banco Demo", type: "approval" }, "en").text,
      "The login at Banco Demo no longer waits for you."
    )
  })

  it("says how a reply to it answers, where it can be replied to, and quotes neither a question nor its choices", () => {
    const replied = [
      due("otp", { telegram: true }),
      due("approval", { telegram: true }),
      due("question", { telegram: true, choices: 3 }),
      due("picture", { telegram: true })
    ]
    assert.deepStrictEqual(
      replied.map(({ text }) => text.split("UTC.")[1]?.trim()),
      [
        "Reply to this message with the code.",
        `It is given in the bank's app; if it wasn't you, reply "not me".`,
        "Read it in Counterfoil, and reply to this message with the number of your choice, from 1 on, or its words.",
        "Look at it in Counterfoil, and reply to this message with what it says."
      ]
    )
    assert.include(replied[2]?.text ?? "", "a question with 3 choices")
  })

  it("is in the language of its channel", () => {
    assert.deepStrictEqual(
      [due("otp", { language: "es", telegram: true }), stoppedNotice("Banco Demo", "es")].map(whole),
      [
        "Counterfoil: hace falta un código. Un acceso a Banco Demo espera un código de 6 cifras, hasta las 09:05 UTC. Responda a este mensaje con el código.",
        "Counterfoil: una cuenta le necesita. La lectura de una cuenta en Banco Demo se ha parado hasta que la mire en Counterfoil."
      ]
    )
  })
})
