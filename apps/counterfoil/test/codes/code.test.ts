/** The command, as somebody with a code runs it, against a server that plays the two endpoints it uses. */
import { flickerPicture } from "@counterfoil/core"
import { existsSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { afterEach, describe, expect, it } from "vitest"
import { run } from "../support/Command.ts"
import { qrPicture, scannedFrom } from "./pictures.ts"

const account = "01990000-0000-7000-8000-00000000000a"
const pending = {
  id: "assist-1",
  type: "otp",
  descriptor: { length: 6, type: "numeric" },
  prompt: "Log in to Banco Demo",
  attempts: 0
}

let server: Server | undefined
afterEach(() => void server?.close())

interface Played {
  readonly url: string
  readonly given: Array<unknown>
  /** Somebody has asked for the status after the code was taken. */
  readonly lookedAfter: Promise<void>
}

/** Takes 123456; `asks`: whether a login waits. */
const play = async (asks = true): Promise<Played> => {
  const given: Array<unknown> = []
  let isWaiting = asks
  const looked = Promise.withResolvers<void>()
  const answer = (method: string | undefined, url: string, key: unknown, body: string): readonly [number, unknown] => {
    if (key !== "svc_test") return [401, { error: { code: "INVALID_API_KEY", message: "API key unknown" } }]
    if (url === `/v1/accounts/${account}/status`) {
      if (!isWaiting) looked.resolve()
      return [200, { pending_assistance: isWaiting ? pending : null }]
    }
    if (method !== "POST" || url !== `/v1/accounts/${account}/otp`)
      return [404, { error: { code: "NOT_FOUND", message: "?" } }]
    const sent: unknown = JSON.parse(body)
    given.push(sent)
    if (!isWaiting) {
      return [409, { error: { code: "NO_PENDING_ASSISTANCE", message: "No pending assistance for this account" } }]
    }
    if (!body.includes('"123456"'))
      return [400, { error: { code: "INVALID_REQUEST", message: "code must be 6 digits" } }]
    isWaiting = false
    return [202, { submitted: true }]
  }
  const opened = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      const [status, json] = answer(request.method, request.url ?? "", request.headers["x-api-key"], body)
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(json))
    })
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve))
  const address = opened.address()
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`,
    given,
    lookedAfter: looked.promise
  }
}

const pictures: Readonly<Record<string, Buffer>> = {
  picture: qrPicture("A CHALLENGE"),
  bars: flickerPicture("11048714955205123456789F14302C303107")
}

const entry = (id: string, more: object) => ({
  id,
  status: "pending",
  outcome: null,
  answered_by: null,
  attempts: 0,
  expires_at: "2026-11-20T09:05:00.000Z",
  length: null,
  choices: null,
  ...more
})

/** One request after the other, for whoever has a token; `inApp`: the approval is given in the bank's app meanwhile. */
const playAll = async (asked: ReadonlyArray<ReturnType<typeof entry>>, inApp = false) => {
  const given: Array<unknown> = []
  const over = Promise.withResolvers<void>()
  let at = 0
  let looks = 0
  const next = () => {
    at += 1
    if (at === asked.length) over.resolve()
  }
  const answer = (method: string | undefined, path: string, body: string): readonly [number, unknown] => {
    const now = asked[at]
    if (path.endsWith("/assistances?limit=1")) {
      looks += 1
      if (inApp && looks > 2)
        return [200, [{ ...asked[0], status: "fulfilled", outcome: "accepted", answered_by: "app" }]]
      return [200, now === undefined ? [] : [now]]
    }
    if (now === undefined || !path.includes(now.id)) return [409, { error: "No pending assistance for this account" }]
    if (path.endsWith("/picture")) return [200, { media_type: "image/png", data: pictures[now.id]?.toString("base64") }]
    if (method === "DELETE") {
      given.push(`withdrawn ${now.id}`)
      next()
      return [204, null]
    }
    const { answer: said }: { readonly answer: string } = JSON.parse(body)
    given.push(said)
    if (now.id === "question" && said !== "Work") return [400, { error: "answer must be one of the choices" }]
    next()
    return [202, { submitted: true }]
  }
  const opened = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      if (request.headers.authorization !== "Bearer a-token") return response.writeHead(401).end("{}")
      const [status, json] = answer(request.method, request.url ?? "", body)
      response.writeHead(status, { "content-type": "application/json" })
      return response.end(status === 204 ? undefined : JSON.stringify(json))
    })
  })
  server = opened
  await new Promise<void>((resolve) => opened.listen(0, "127.0.0.1", resolve))
  const address = opened.address()
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, given, over: over.promise }
}

const watching = (url: string, input: string) =>
  run(["code", account, "--watch"], { env: { COUNTERFOIL_URL: url, COUNTERFOIL_TOKEN: "a-token" }, input })

const counterfoil = (url: string, args: ReadonlyArray<string>, input?: string, key = "svc_test") =>
  run(["code", account, ...args], { env: { COUNTERFOIL_URL: url, COUNTERFOIL_API_KEY: key }, input })

describe("counterfoil code", () => {
  it("hands the code to the login that waits", async () => {
    const { given, url } = await play()
    const { code, stdout } = await counterfoil(url, ["123456"]).ended

    expect([code, given]).toEqual([0, [{ code: "123456" }]])
    expect(stdout).toContain("Handed to the login")
  })

  it("asks for the code where none is given, with what the login asks, and names the request that it answers", async () => {
    const { given, url } = await play()
    const { code, stdout } = await counterfoil(url, [], "123456\n").ended

    expect([code, given]).toEqual([0, [{ code: "123456", assistance_id: "assist-1" }]])
    expect(stdout).toContain("Log in to Banco Demo: 6 digits")
    expect(stdout).not.toContain("123456")
  })

  it("says in the server's words what is wrong, and fails", async () => {
    const { url } = await play(false)
    const [none, stranger, nothing] = await Promise.all([
      counterfoil(url, ["123456"]).ended,
      counterfoil(url, ["123456"], undefined, "svc_other").ended,
      counterfoil(url, ["123456"], undefined, "").ended
    ])

    expect([none.code, stranger.code, nothing.code]).toEqual([1, 1, 1])
    expect(none.stderr).toContain("No pending assistance for this account")
    for (const hint of ["API key unknown", "POST /me/api-keys", "COUNTERFOIL_TOKEN"]) {
      expect(stranger.stderr).toContain(hint)
    }
    expect(nothing.stderr).toContain("COUNTERFOIL_API_KEY")
    expect(`${none.stderr}${stranger.stderr}${nothing.stderr}`).not.toContain("123456")
  })

  it("with --watch asks again after a slip, and waits for the next login", async () => {
    const { given, lookedAfter, url } = await play()
    const command = counterfoil(url, ["--watch"], "12345\n123456\n")
    await lookedAfter
    const { stderr, stdout } = await command.stop("SIGINT")

    expect(given).toMatchObject([{ code: "12345" }, { code: "123456" }])
    expect(stdout.match(/Log in to Banco Demo/g)).toHaveLength(2)
    expect(stdout).toContain("code must be 6 digits")
    expect(stdout).toContain("Handed to the login.")
    expect(stderr).toBe("")
  })

  it("with --watch takes the number of a choice, shows a QR code to be scanned, and ends a login that wasn't yours", async () => {
    const { given, over, url } = await playAll([
      entry("question", { type: "question", prompt: "Answer what Banco Demo asks", choices: ["Personal", "Work"] }),
      entry("picture", { type: "picture", prompt: "Log in to Banco Demo with the picture that it shows", length: 4 }),
      entry("bars", { type: "picture", prompt: "Hold your reader to the bars" }),
      entry("approval", { type: "approval", prompt: `Approve it: there it must be "47"` })
    ])
    const command = watching(url, "9\n2\nAB12\n654321\nmaybe\nyes\nnot me\n")
    await over
    const { stderr, stdout } = await command.stop("SIGINT")

    expect(given).toEqual(["9", "Work", "AB12", "654321", "withdrawn approval"])
    expect(stdout).toContain("  1. Personal\n  2. Work\n")
    expect(stdout).toContain("answer must be one of the choices")
    expect(scannedFrom(stdout.split("\n").filter((line) => /[█▀▄]/.test(line)))).toBe("A CHALLENGE")
    // Bars that flicker need a terminal: here they are a file, and it is gone by now.
    const [, path = ""] = /in a file that only you can read: (.*)$/m.exec(stdout) ?? []
    expect([path.endsWith("/picture.png"), existsSync(path)]).toEqual([true, false])
    expect(stdout).toContain(`there it must be "47"`)
    expect(stdout).toContain(`An approval is given in the bank's app; "not me" ends the login.`)
    expect(stdout).toContain("The login goes on by itself once you have approved it")
    expect(stderr).toBe("")
  })

  it("says that it is no longer needed when somebody answers elsewhere first", async () => {
    const { url } = await playAll([entry("approval", { type: "approval", prompt: "Approve it" })], true)
    const command = run(["code", account], { env: { COUNTERFOIL_URL: url, COUNTERFOIL_TOKEN: "a-token" }, input: "" })
    const { code, signal, stderr, stdout } = await command.ended

    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: "" })
    expect(stdout).toContain("No longer needed. Answered in the bank's app. The bank accepted it.")
  })
})
