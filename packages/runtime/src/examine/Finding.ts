/** One thing that was looked at. A fault keeps the server, or a part of its work, from going on. */
export interface Finding {
  readonly subject: string
  readonly verdict: "ok" | "note" | "fault"
  /** What is there, or what is wrong and what to do. */
  readonly sentence: string
}

const finding =
  (verdict: Finding["verdict"]) =>
  (subject: string, sentence: string): Finding => ({ subject, verdict, sentence: sentence.replace(/\.$/, "") })

export const ok = finding("ok")
export const note = finding("note")
export const fault = finding("fault")
