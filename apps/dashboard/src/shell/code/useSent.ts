/** What came of each question: of an answer that is on its way until the bank has said, and of any that has ended. */
import type { StreamMessage } from "@counterfoil/client"
import { useState } from "react"
import type { AccountOverview } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useWords } from "../../i18n/language.tsx"
import { useLiveMessages } from "../../live/LiveProvider.tsx"
import { useToasts } from "../../ui/toasts.tsx"
import type { Asked } from "./asked.ts"

interface Ended {
  readonly isGood: boolean
  readonly text: string
}

type Outcomes = Dictionary["code"]["outcomes"]

/** Undefined: it isn't over, or somebody called it off and knows. */
const endedBy = ({ data, type }: StreamMessage, { closed, code }: Outcomes): Ended | undefined => {
  if (type === "assistance.fulfilled") return { isGood: true, text: code.accepted }
  if (type === "assistance.cancelled") return data.reason === "cancelled" ? undefined : bad(code[data.reason])
  if (type !== "assistance.closed" || data.outcome === "cancelled" || data.type === "otp") return undefined
  const text = closed[data.type][data.outcome]
  return data.outcome === "accepted" ? { isGood: true, text } : bad(text)
}

const bad = (text: string): Ended => ({ isGood: false, text })

const isNews = (type: string) => type.startsWith("assistance.") || type === "login.failed"

export const useSent = (accounts: ReadonlyArray<AccountOverview>) => {
  const { code } = useWords()
  const { complain, say } = useToasts()
  const [sent, setSent] = useState<ReadonlyMap<string, Asked["kind"]>>(new Map())
  useLiveMessages((message) => {
    const { accountId, type } = message
    if (!isNews(type)) return
    const account = accounts.find(({ id }) => id === accountId)
    const ended = type === "login.failed" && sent.has(accountId) ? bad(code.failed) : endedBy(message, code.outcomes)
    if (account !== undefined && ended !== undefined) {
      const told = code.told(account.name, ended.text)
      if (ended.isGood) say(told)
      else complain(told)
    }
    setSent((all) => new Map([...all].filter(([id]) => id !== accountId)))
  })
  return {
    sent,
    add: ({ account, kind }: Asked) => setSent((all) => new Map([...all, [account.id, kind]]))
  }
}
