/**
 * What is told in place of messages that are too long. A page has a say in how long they are: Chromium tells each request with
 * its whole body, in two spellings. Playwright makes one text of a message, and beyond the longest that there is the service ends.
 */

const mebi = 1024 * 1024

const paused = Buffer.from('{"method":"Fetch.requestPaused"')
const answer = Buffer.from('{"id":')
const download = Buffer.from('{"method":"Browser.downloadWillBegin"')

/** Nothing is lost of these: who holds requests back reads what is kept of them. */
const longestPaused = 256 * 1024
/** Addresses have at most two megabytes, and an event may tell two. */
const longestEvent = 4 * mebi
/** The longest that is asked for are texts of two million characters, up to six bytes each in JSON, and pictures. */
const longestAnswer = 16 * mebi

/** No message that is shorter is too long. */
export const surelyShort = longestPaused

/**
 * Of these many bytes is what is read of a long message: of its beginning, which has the address of a request, and of its end,
 * which has the fields of an answer that is held back.
 */
export const readAtBegin = 64 * 1024
export const readAtEnd = 64 * 1024

const begins = (message: Buffer, head: Buffer): boolean => message.subarray(0, head.length).equals(head)

/** The longest message, in bytes, that is taken when it begins like this. */
export const longestOf = (begin: Buffer): number =>
  begins(begin, paused) ? longestPaused : begins(begin, answer) ? longestAnswer : longestEvent

// Quotes within a text are escaped: nothing that a page writes can pass for these ends.
const text = String.raw`"(?:[^"\\]|\\.)*"`
const untilMethod = new RegExp(
  String.raw`^\{"method":"Fetch\.requestPaused","params":\{"requestId":"[^"]{1,100}","request":\{"url":${text},(?:"urlFragment":${text},)?"method":${text},`
)
const ofAnswer = String.raw`"responseStatusCode":\d+|"responseStatusText":${text}|"responseHeaders":\[(?:,?\{"name":${text},"value":${text}\})*\]`
const fromFrame = new RegExp(
  String.raw`\},"frameId":"\w+","resourceType":"\w+"(?:,(?:${ofAnswer}|"[a-zA-Z]+":"[\w.-]+"))*\},"sessionId":"\w+"\}$`
)
const untilAddress = /^\{"method":"Browser\.downloadWillBegin","params":\{"frameId":"\w+","guid":"[\w-]+",/
const fromName = new RegExp(String.raw`"suggestedFilename":${text}\}\}$`)
const answerId = /^\{"id":\d+,/
const sessionOfAnswer = /\}(,"sessionId":"\w+")\}$/

const shorterRequest = (begin: string, end: string): string | undefined => {
  const [head] = untilMethod.exec(begin) ?? []
  const [tail] = fromFrame.exec(end) ?? []
  return head === undefined || tail === undefined ? undefined : `${head}"headers":{}${tail}`
}

const failed = (begin: string, end: string): string | undefined => {
  const [head] = answerId.exec(begin) ?? []
  const session = sessionOfAnswer.exec(end)?.[1] ?? ""
  const message = `The browser's answer has more than ${longestAnswer / mebi} MiB`
  return head === undefined ? undefined : `${head}"error":{"code":-32000,"message":"${message}"}${session}}`
}

/** Who isn't told of a download doesn't remove its file. */
const shorterDownload = (begin: string, end: string): string | undefined => {
  const [head] = untilAddress.exec(begin) ?? []
  const [tail = '"suggestedFilename":"download"}}'] = fromName.exec(end) ?? []
  return head === undefined ? undefined : `${head}"url":"",${tail}`
}

/** The same request without its body, or download without its address; for an answer an error; for anything else nothing. */
export const inPlaceOf = (begin: Buffer, end: Buffer): Buffer | undefined => {
  const texts = [begin.toString("latin1"), end.toString("latin1")] as const
  const shorter = begins(begin, paused) ? shorterRequest : begins(begin, download) ? shorterDownload : failed
  const told = shorter(...texts)
  return told === undefined ? undefined : Buffer.from(told, "latin1")
}
