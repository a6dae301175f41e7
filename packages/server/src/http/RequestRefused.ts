/** The request as such can't be served, whatever the endpoint. Raised as a defect; the gateway gives it its envelope. */
import { Data } from "effect"

export class RequestRefused extends Data.TaggedError("RequestRefused")<{
  readonly status: 400 | 403 | 404 | 405 | 413 | 415 | 426 | 429 | 500 | 503
  readonly message: string
  readonly headers?: Readonly<Record<string, string>>
}> {
  static readonly notJson = new RequestRefused({ status: 400, message: "Request body is not valid JSON" })
  static readonly notUtf8 = new RequestRefused({ status: 400, message: "Request body is not UTF-8, as JSON must be" })
  static readonly encoded = new RequestRefused({
    status: 415,
    message: "Content-Encoding is not supported: send the body uncompressed"
  })
  static readonly tooManyValues = new RequestRefused({
    status: 400,
    message: "Request body has too many values or names, or nests too deep"
  })
  static readonly contentType = new RequestRefused({ status: 415, message: "Content-Type must be application/json" })
  static readonly otherSite = new RequestRefused({ status: 403, message: "A page of another site can't ask for this" })
  static readonly foreignName = new RequestRefused({
    status: 403,
    message:
      "This server is for this machine alone, and its page is at localhost. Behind a proxy set TRUSTED_PROXIES and REGISTRATION"
  })
  static readonly messageType = new RequestRefused({
    status: 415,
    message: "Content-Type must be application/json or application/x-www-form-urlencoded"
  })
  static readonly tooLarge = new RequestRefused({ status: 413, message: "Request body is too large" })
  static readonly unreadable = new RequestRefused({ status: 400, message: "Request body could not be read" })
  static readonly databaseAway = new RequestRefused({
    status: 503,
    message: "The database is not available right now, try again"
  })
  static readonly databaseReadOnly = new RequestRefused({
    status: 503,
    message: "The database takes no writes right now, try again"
  })
  static readonly filesUnreadable = new RequestRefused({
    status: 503,
    message: "Files can't be read right now, try again: nothing was taken in"
  })
  static readonly loginUnreachable = new RequestRefused({
    status: 503,
    message: "The account's login can't be reached right now: see whether it still waits, then try again"
  })
  /** Also of one that was deleted while the request was under way. */
  static readonly accountNotFound = new RequestRefused({ status: 404, message: "Account not found" })
  static readonly notFound = new RequestRefused({ status: 404, message: "Not found" })
}
