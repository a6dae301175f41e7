/**
 * What is told in place of messages that are too long. A page has a say in how long they are: Chromium tells each request with
 * its whole body, in two spellings. Playwright makes one text of a message, and beyond the longest that there is the service ends.
 */

const mebi = 1024 * 1024

const paused = Buffer.from('{"method":"Fetch.requestPaused"')
const answer = Buffer.from('{"id":')

/** Nothing is lost of these: who holds requests back reads what is kept of them. */
const longestPaused = 256 * 1024
/** Addresses have at most two megabytes, and an event may tell two. */
const longestEvent = 4 * mebi
/** The longest that is asked for are texts of two million characters, up to six bytes each in JSON, and pictures. */
const longestAnswer = 16 * mebi

/** No message that is shorter is too long. */
export const surelyShort = longestPaused

/** Of these many bytes is what is read of a long message: of its beginning, which has the address of a request, and of its end. */
export const readAtBegin = 64 * 1024
export const readAtEnd = 1024

const begins = (message: Buffer, head: Buffer): boolean => message.subarray(0, head.length).equals(head)

/** How long a message may be that begins so. */
export const longestOf = (begin: Buffer): number =>
  begins(begin, paused) ? longestPaused : begins(begin, answer) ? longestAnswer : longestEvent

// Quotes within a text are escaped: nothing that a page writes can pass for these ends.
const untilMethod =
  /^\{"method":"Fetch\.requestPaused","params":\{"requestId":"[^"]{1,100}","request":\{"url":"(?:[^"\\]|\\.)*",(?:"urlFragment":"(?:[^"\\]|\\.)*",)?"method":"(?:[^"\\]|\\.)*",/
const fromFrame = /\},"frameId":"\w+","resourceType":"\w+"(?:,"[a-zA-Z]+":"[\w.-]+")*\},"sessionId":"\w+"\}$/
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

/** The same request without its body, for an answer an error; for anything else nothing. */
export const inPlaceOf = (begin: Buffer, end: Buffer): string | undefined => {
  const texts = [begin.toString("latin1"), end.toString("latin1")] as const
  return begins(begin, paused) ? shorterRequest(...texts) : failed(...texts)
}
