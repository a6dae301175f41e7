/**
 * The dashboard API for browsers: `fetch`, typed from the OpenAPI document, and the realtime stream. No library, and nothing
 * of Node: a page loads a few kilobytes. In programs of Effect, `@counterfoil/api/client` checks what it gets too.
 */
export { type Api, type ClientOptions, createClient } from "./createClient.ts"
export { CounterfoilError } from "./CounterfoilError.ts"
export type { Paths, Schemas } from "./generated.ts"
export { openStream, type Stream, type StreamMessage, type StreamOptions, type StreamState } from "./openStream.ts"
