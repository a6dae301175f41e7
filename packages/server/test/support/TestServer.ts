/** A whole server on a free port, its core services in memory. */
import { UwsHttpServer } from "@counterfoil/uws"
import { Effect, Exit, Layer, Logger, Redacted, Scope } from "effect"
import { HttpServer } from "effect/http"
import { Server } from "../../src/index.ts"
import { accountDoubles } from "./accountDoubles.ts"
import { bankDoubles } from "./bankDoubles.ts"
import { codeDoubles } from "./codeDoubles.ts"
import { Demo, PushChannels, UserDeletion } from "@counterfoil/core"
import { deliveryDoubles } from "./deliveryDoubles.ts"
import { peopleDoubles } from "./peopleDoubles.ts"
import { World } from "./World.ts"

const signingKey = Redacted.make("a key of thirty-two bytes, at least!")

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Undefined when the body is empty. */
  readonly json: unknown
}

export interface Call {
  readonly method?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface TestServer {
  readonly world: World
  readonly url: string
  readonly logs: ReadonlyArray<string>
  readonly call: (path: string, call?: Call) => Promise<Answer>
  /** A token of the user. */
  readonly logIn: (email: string, password?: string) => Promise<string>
  readonly stop: () => Promise<void>
}

/** Limits far away, unless a test is about them. */
const generous = {
  authRequestsPerMinute: 10_000,
  authFailuresPerQuarterHour: 10_000,
  otpSubmissionsPerMinute: 10_000,
  otpSubmissionsPerHour: 10_000,
  changesPerMinute: 10_000
}

/** What pushes is tested on a database. */
const noPush = Layer.mock(PushChannels, {})
/** So is this. */
const noDeletion = Layer.mock(UserDeletion, {})

export const startServer = async (
  options: Partial<Server.ServerOptions> = {},
  stream: Parameters<typeof Server.realtimeStream>[0] = {}
): Promise<TestServer> => {
  const world = await Effect.runPromise(World.make)
  const logs: Array<string> = []
  const record = Logger.map(Logger.formatJson, (line) => void logs.push(line))
  const core = Layer.mergeAll(
    peopleDoubles(world),
    accountDoubles(world),
    codeDoubles(world),
    bankDoubles(world),
    deliveryDoubles(world),
    Demo.none,
    noPush,
    noDeletion
  )
  const server = Layer.merge(
    Server.layer({ signingKeys: [signingKey], ...generous, ...options }),
    Server.realtimeStream(stream)
  ).pipe(
    Layer.provide(core),
    Layer.provideMerge(UwsHttpServer.layer({ port: 0, maxBodyBytes: Server.maxBodyBytes })),
    Layer.provideMerge(Logger.layer([record]))
  )
  const scope = Effect.runSync(Scope.make())
  const url = await Effect.runPromise(
    Layer.buildWithScope(server, scope).pipe(
      Effect.flatMap((context) => Effect.provideContext(HttpServer.addressFormattedWith(Effect.succeed), context))
    )
  )

  const call = async (path: string, { body, headers, json, method, token }: Call = {}): Promise<Answer> => {
    const sent = body ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(`${url}${path}`, {
      method: method ?? (sent === undefined ? "GET" : "POST"),
      headers: {
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers
      },
      ...(sent === undefined ? {} : { body: sent })
    })
    const text = await response.text()
    const isJson = response.headers.get("content-type")?.startsWith("application/json") === true
    const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json: parsed }
  }

  return {
    world,
    url,
    logs,
    call,
    logIn: async (email, password = "correct horse") => {
      const { json } = await call("/auth/login", { json: { email, password } })
      const token = typeof json === "object" && json !== null && "token" in json ? json.token : undefined
      if (typeof token !== "string") throw new Error(`No token for ${email}: ${JSON.stringify(json)}`)
      return token
    },
    stop: () => Effect.runPromise(Scope.close(scope, Exit.void))
  }
}
