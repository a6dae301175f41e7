/** What is wrong with a field, by what the server's sentence says after its name. The sentences are the contract's. */
export const reasons = {
  required: /is required$/,
  url: /^\S+ must be an absolute http(?: or https|\(s\)) URL without credentials$/,
  port: /^\S+ must have a port from 1 to 65535, or none$/,
  httpsUrl: /^\S+ must be an absolute https URL without credentials$/,
  origin: /^(?:origins|page_origin) must /,
  email: /^email must be an e-mail address$/,
  passwordLength: /^password must be between (\d+) and (\d+) characters$/,
  length: /^\S+ must be (?:null or )?(?:a text of )?(\d+) to (\d+) (?:printable ASCII )?characters$/,
  longest: /^\S+ must be at most (\d+) characters$/,
  empty: /^\S+ must not be empty$/,
  control: /^\S+ must not contain (?:control|NUL) characters$/,
  unseen: /^\S+ must not contain characters that can't be seen$/,
  number: /^\S+ must be (?:null or )?(?:a whole number )?(?:from|between) (\d+) (?:to|and) (\d+)$/,
  fee: /^fee_tolerance must /,
  json: /^\S+ must be a JSON object/,
  hours: /^hours must be /,
  zone: /^zone must be /,
  currency: / must be an ISO 4217 code /,
  smsSenders: /^sms\.senders must be /,
  mailSenders: /^senders must be /,
  pattern: /^(?:sms\.)?pattern /,
  passwordOrOauth: /^either password or oauth is required/,
  chat: /^chat_id must be /,
  secretShort: /^secret is too short/,
  secretLong: /^secret is too long/,
  secretKind: /^secret must be of the kind totp/,
  secretOdd: /^secret must (?:name the algorithm|make codes|have a period)/,
  secret: /^secret must be an otpauth/,
  version: /^version must look like /
} as const

export type Reason = keyof typeof reasons

/** A sentence for each reason; of those with numbers, they are handed over. */
export type Reasons = Readonly<Record<Reason, (least: string, most: string) => string>>

const all = Object.entries(reasons)
const isReason = (name: string): name is Reason => name in reasons

/** All that is wrong, in the reader's words, or with this field only; undefined where one part has no words. */
export const saidOfFields = (sentence: string, words: Reasons, field?: string): string | undefined => {
  const parts = sentence.split("; ")
  const own = field === undefined ? [] : parts.filter((part) => part.startsWith(`${field} `))
  const said = (own.length === 0 ? parts : own).map((part) => {
    for (const [name, pattern] of all) {
      const found = pattern.exec(part)
      if (found !== null && isReason(name)) return words[name](found[1] ?? "", found[2] ?? "")
    }
    return undefined
  })
  return said.includes(undefined) ? undefined : [...new Set(said)].join(" ")
}
