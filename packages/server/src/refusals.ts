/** What core's errors become on the dashboard API. The texts are part of the contract. */
import { BadRequest, Conflict, Forbidden, NotFound, ServiceUnavailable, TooManyRequests } from "@counterfoil/api"
import { isUuid } from "@counterfoil/domain"
import { Effect } from "effect"

export const accountNotFound = () => Effect.fail(new NotFound({ error: "Account not found" }))
export const bankNotFound = () => Effect.fail(new NotFound({ error: "Bank not found" }))
export const bankRetired = () => Effect.fail(new Conflict({ error: "The bank is retired: it takes no new accounts" }))
export const consentChanged = () =>
  Effect.fail(new Conflict({ error: "What is asked for has changed: read it again, then agree" }))
export const apiKeyNotFound = () => Effect.fail(new NotFound({ error: "API key not found" }))
export const movementNotFound = () => Effect.fail(new NotFound({ error: "Movement not found for this account" }))
export const nothingPending = () => Effect.fail(new Conflict({ error: "No pending assistance for this account" }))
/** Requests, deliveries and scripts. */
export const notFound = () => Effect.fail(new NotFound({ error: "Not found" }))

/** Of an error whose message is a sentence for the caller. */
export const badRequest = ({ message }: { readonly message: string }) => Effect.fail(new BadRequest({ error: message }))
export const conflict = ({ message }: { readonly message: string }) => Effect.fail(new Conflict({ error: message }))
export const forbidden = ({ message }: { readonly message: string }) => Effect.fail(new Forbidden({ error: message }))

export const overloaded = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  Effect.fail(new ServiceUnavailable({ retryAfterSeconds }))
export const tooMany = ({ retryAfterSeconds }: { readonly retryAfterSeconds: number }) =>
  Effect.fail(new TooManyRequests({ retryAfterSeconds }))
/** Refuses with a sentence that names the limit and says what to do. */
export const overLimit = ({
  message,
  retryAfterSeconds
}: {
  readonly message: string
  readonly retryAfterSeconds: number
}) => Effect.fail(new TooManyRequests({ retryAfterSeconds, error: message }))

/** An id from a path in the spelling that is stored; a malformed one is refused like an absent one. */
export const pathUuid = <E>(id: string, absent: () => Effect.Effect<never, E>): Effect.Effect<string, E> =>
  isUuid(id) ? Effect.succeed(id.toLowerCase()) : absent()
