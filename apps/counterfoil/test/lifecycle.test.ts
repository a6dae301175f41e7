import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { call, request } from "../src/demo/Client.ts"
import { run, temporaryHome } from "./support/Command.ts"
import { survivors } from "@counterfoil/testing/processes"
import { startServer, type Server } from "./support/Scene.ts"

const email = "owner@shop.example"

const post = (base: string, path: string, status: number, body: Schema.Json) =>
  call(`${base}${path}`, status, Schema.Json, { method: "POST", body })

/** It listens before it has looked whether it can work. */
const becomesReady = (base: string) =>
  request(`${base}/ready`).pipe(
    Effect.repeat({ while: ({ status }) => status === 503, schedule: Schedule.spaced("100 millis") }),
    Effect.map(({ status }) => assert.strictEqual(status, 200))
  )

/** Nothing that the server started lives longer than it by more than a moment. */
const endsWithAll = ({ command }: Server, signal: NodeJS.Signals) =>
  Effect.promise(async () => {
    const children = command.children()
    assert.isTrue(
      children.some(({ command: line }) => line.includes("postgres")),
      "there was no Postgres to look for"
    )
    const ended = await command.stop(signal)
    assert.deepStrictEqual(await survivors(children, 20_000), [])
    return ended
  })

describe("a server and its home", () => {
  it.live("is there from the first start to the third, however the earlier ones ended", () =>
    Effect.gen(function* () {
      const home = yield* temporaryHome
      const first = yield* startServer(home)
      assert.match(first.command.said().stdout, /^counterfoil listening on http:\/\/127\.0\.0\.1:\d+\n$/)
      yield* becomesReady(first.base)
      const crowded = { headers: { cookie: "c".repeat(12_000) } }
      assert.strictEqual((yield* request(`${first.base}/ready`, crowded)).status, 200)
      yield* post(first.base, "/auth/register", 201, { email, password: "the first password" })

      const beside = { env: { COUNTERFOIL_HOME: home } }
      const [refused, reset] = yield* Effect.promise(() =>
        Promise.all([
          run(["serve"], beside).ended,
          run(["users", "reset-password", email], { ...beside, input: "the second password\n" }).ended
        ])
      )
      assert.strictEqual(refused.code, 1)
      assert.include(refused.stderr, `another counterfoil (pid ${first.command.pid}) is using ${home}`)
      assert.strictEqual(reset.code, 0, reset.stderr)
      yield* post(first.base, "/auth/login", 401, { email, password: "the first password" })

      const stopped = yield* endsWithAll(first, "SIGTERM")
      assert.strictEqual(stopped.code, 0, stopped.stderr)

      const second = yield* startServer(home)
      yield* endsWithAll(second, "SIGKILL")

      const third = yield* startServer(home)
      yield* post(third.base, "/auth/login", 200, { email, password: "the second password" })
      assert.strictEqual((yield* endsWithAll(third, "SIGINT")).code, 0)
    })
  )
})
