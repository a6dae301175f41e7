/** What is asked, as lines of a terminal. */
import type { Asked, Ended } from "./CodeServer.ts"

const wanted = ({ characters, length, type }: Asked): string => {
  if (type === "approval") return ""
  if (length === null) return ""
  return `: ${length} ${characters === "numeric" ? "digits" : characters === null ? "characters" : "letters or digits"}`
}

const until = ({ expiresAt }: Asked): string =>
  expiresAt === null ? "" : `, until ${new Date(expiresAt).toLocaleTimeString()}`

/** With what the host says in its own words; the prompt quotes the script, and says so. */
export const askedLines = (asked: Asked): ReadonlyArray<string> => {
  const again = asked.attempts > 0 ? `The bank refused the last ${asked.type === "otp" ? "code" : "answer"}. ` : ""
  const first = `${again}${asked.prompt}${wanted(asked)}${until(asked)}`
  const choices = (asked.choices ?? []).map((choice, place) => `  ${place + 1}. ${choice}`)
  return [first, ...choices]
}

export const questionFor = ({ choices, type }: Asked): string => {
  switch (type) {
    case "otp":
      return "Code"
    case "approval":
      return `Approve it in the bank's app. If it wasn't you, answer "not me" here`
    case "question":
      return choices === null ? "Answer" : "Its number, or its words"
    case "picture":
      return "What it says"
  }
}

const by: Readonly<Record<string, string>> = {
  dashboard: "on the dashboard",
  api: "through the API",
  sms: "by a forwarded SMS",
  totp: "by the authenticator secret",
  email: "by e-mail",
  telegram: "by Telegram",
  app: "in the bank's app"
}

const outcomes: Readonly<Record<string, string>> = {
  accepted: "The bank accepted it.",
  rejected: "The bank refused it, and the login has ended.",
  timed_out: "Nobody answered in time, and the login has ended.",
  cancelled: "It was cancelled, and the login has ended.",
  session_ended: "The login has ended."
}

export const endedLine = ({ answeredBy, outcome }: Ended): string => {
  const how = answeredBy === null ? "" : ` Answered ${by[answeredBy] ?? answeredBy}.`
  return `No longer needed.${how} ${outcomes[outcome ?? ""] ?? ""}`.trim()
}
