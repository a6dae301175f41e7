/** What people are told over channels of others' servers. */
import { assert, describe, it } from "@effect/vitest"
import { dueNotice, endedNotice } from "@counterfoil/core"
import type { AskType } from "@counterfoil/domain"
import { DateTime } from "effect"

const channel = (kind: "ntfy" | "telegram") => ({
  id: "c",
  userId: "u",
  kind,
  name: "phone",
  config: new Uint8Array(),
  createdAt: DateTime.makeUnsafe(0)
})
const due = (
  type: AskType,
  more: { readonly number?: string; readonly attempt?: number; readonly telegram?: true } = {}
) =>
  dueNotice({
    attempt: more.attempt ?? 0,
    bankName: "Banco\nDemo",
    type,
    descriptor: type === "otp" ? { length: 6, type: "numeric", purpose: "Pay 100.00 to Ana" } : null,
    number: more.number ?? null,
    expiresAt: DateTime.makeUnsafe("2026-11-20T09:05:00Z"),
    channel: channel(more.telegram === true ? "telegram" : "ntfy")
  })

describe("a notice", () => {
  it("says at which bank, what is wanted and until when, and how to answer where that can be done", () => {
    assert.deepStrictEqual(
      [
        due("otp", { telegram: true }),
        due("approval", { number: "47" }),
        due("question"),
        due("picture", { attempt: 1 })
      ].map(({ text, title }) => `${title}. ${text}`),
      [
        "Counterfoil: a code is needed. A login at Banco Demo waits for a code of 6 digits, until 09:05 UTC. Reply to this message with the code.",
        `Counterfoil: an approval is needed. A login at Banco Demo waits for your approval in the bank's app, where it must be "47", until 09:05 UTC.`,
        "Counterfoil: an answer is needed. A login at Banco Demo waits for the answer to a question, until 09:05 UTC. Answer it in Counterfoil.",
        "Counterfoil: a picture is to be read. The bank refused the last answer. A login at Banco Demo waits for what a picture shows, until 09:05 UTC. Answer it in Counterfoil."
      ]
    )
    assert.strictEqual(
      endedNotice({ bankName: "Banco Demo", type: "approval" }).text,
      "The login at Banco Demo no longer waits for you."
    )
  })
})
