/** Codes by e-mail, from the mailbox to the bank's page: opened with a password, and with tokens of a provider. */
import { Effect, Exit, Option, Scope } from "effect"
import { createServer } from "node:https"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { SMTPServer } from "smtp-server"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { dovecot, hasDovecot } from "@counterfoil/testing/dovecot"
import { imapServer, type ImapServerOptions } from "@counterfoil/testing/imapServer"
import { localCertificate, localKey } from "@counterfoil/testing/localCertificate"
import { field, must, start, type Started, until } from "../races/support.ts"
import { enrol, forward, newOwner, now, type Owner, read, scrape, tracesOf, typedCodes } from "./support.ts"

const tls = { key: localKey, cert: localCertificate }
const folder = mkdtempSync(join(tmpdir(), "counterfoil-mailbox-"))
const scope = Effect.runSync(Scope.make())
const mailServer = (how: Omit<ImapServerOptions, "tls"> = {}) =>
  Effect.runPromise(imapServer("tls", { tls, ...how }).pipe(Effect.provideService(Scope.Scope, scope)))

/** A provider's token end point (RFC 6749): a refresh token is good once, and so is what it gives. */
class Provider {
  readonly asked: Array<URLSearchParams> = []
  /** Of the form "access 1": all before are no longer good. */
  access = ""
  refresh = "refresh-secret 0"
  error: string | undefined
  url = ""
  readonly #server = createServer(tls, (request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += String(chunk)))
    request.on("end", () => {
      const form = new URLSearchParams(text)
      this.asked.push(form)
      const refusal = this.error ?? (form.get("refresh_token") === this.refresh ? undefined : "invalid_grant")
      response.writeHead(refusal === undefined ? 200 : 400, { "content-type": "application/json" })
      if (refusal !== undefined)
        return response.end(JSON.stringify({ error: refusal, error_description: "secret words" }))
      this.access = `access-secret ${this.asked.length}`
      this.refresh = `refresh-secret ${this.asked.length}`
      return response.end(
        JSON.stringify({ access_token: this.access, refresh_token: this.refresh, token_type: "Bearer", expires_in: 1 })
      )
    })
  })

  async open() {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    const address = this.#server.address()
    this.url = `https://localhost:${typeof address === "object" ? address?.port : 0}/token`
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let service: Started
let stage: Owner
const provider = new Provider()
beforeAll(async () => {
  const file = join(folder, "ca.pem")
  writeFileSync(file, localCertificate)
  await provider.open()
  service = await start({}, undefined, { extraCaCerts: Option.some(file), egressAllow: ["127.0.0.0/8", "::1/128"] })
  stage = await newOwner(service)
})
afterAll(async () => {
  await service.stop()
  provider.close()
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})

const withPassword = { password: "mail-secret" }
const withTokens = (refresh_token = provider.refresh) => ({
  oauth: { token_url: provider.url, client_id: "client", client_secret: "client-secret", refresh_token }
})

/** An account whose codes come to this mailbox; its first login begins once the mailbox is there. */
const mailed = async (username: string, code: string, port: number, opensWith: object) => {
  const { bank, call, owner } = stage
  const customer = bank.customer(username, { code: { value: code, length: 6, type: "numeric" } })
  const id = await stage.account(owner.token)
  const mailbox = { host: "localhost", port, username: "ana@mail.test", senders: ["codes@bank.test"], ...opensWith }
  must(await call(`/accounts/${id}/mailbox`, { method: "PUT", token: owner.token, json: mailbox }), 200)
  const config = {
    webhook_url: stage.shop.url(`/hooks/${username}`),
    bank_username: username,
    bank_password: "bank-secret",
    login_mode: "assisted"
  }
  must(await call(`/accounts/${id}/config`, { method: "PUT", token: owner.token, json: config }), 200)
  return { customer, id }
}

/** Somebody takes connections there. */
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false))
    socket.on("connect", () => socket.destroy())
  })

const problemOf = async (id: string) => field(await read(stage, `/accounts/${id}/mailbox`), "problem")
const secrets = /mail-secret|access-secret|refresh-secret|client-secret|secret words/

describe("a mailbox", () => {
  it("gives the login the code that the bank has mailed, and no older one", async () => {
    const server = await mailServer()
    server.deliver({ from: "codes@bank.test", subject: "Your code", text: "111111" }, new Date(Date.now() - 60_000))
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await mailed("by-mail", "515151", server.port, withPassword)
    await stream.until(id, "assistance.requested")
    server.deliver({ from: "stranger@evil.test", subject: "Your code", text: "222222" })
    server.deliver({ from: "codes@bank.test", subject: "Your code", text: "Código: 515151" })
    await stream.until(id, "scrape.succeeded")

    expect(typedCodes(customer)).toEqual(["515151"])
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([
      { answered_by: "email", outcome: "accepted" }
    ])
    // It is looked at while a login waits, and not otherwise.
    expect(await until(() => server.openConnections() === 0)).toBe(true)
    expect(service.logs.join(" ")).not.toContain("mail-secret")
  })

  it.skipIf(!hasDovecot)("of a real server gives its codes, opened with a password or with a token", async () => {
    const takesToken = (token: string) => token === provider.access
    const server = await Effect.runPromise(
      dovecot({ tls, user: "ana@mail.test", takesToken }).pipe(Effect.provideService(Scope.Scope, scope))
    )
    await until(() => answers(server.port))
    const stream = await stage.listen(stage.owner)
    for (const [name, code, opensWith] of [
      ["by-dovecot", "525252", withPassword],
      ["by-dovecot-token", "535353", withTokens()]
    ] as const) {
      // What the other account's login was answered with is there too.
      server.deliver("codes@bank.test", "An hour ago", "Your code is 111111", new Date(Date.now() - 3_600_000))
      const { customer, id } = await mailed(name, code, server.port, opensWith)
      await stream.until(id, "assistance.requested")
      server.deliver("stranger@evil.test", "Your code", "222222")
      server.deliver("codes@bank.test", "Your code", `Código: ${code}`)
      await stream.until(id, "scrape.succeeded")

      expect(typedCodes(customer)).toEqual([code])
      expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([{ answered_by: "email", attempts: 0 }])
    }
    expect(service.logs.join(" ")).not.toMatch(secrets)
  })

  it("is opened with a new token each time, as tokens expire, and the provider's newest refresh token is kept", async () => {
    const server = await mailServer({
      takesToken: (user, token) => user === "ana@mail.test" && token === provider.access,
      initialResponse: false
    })
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await mailed("by-token", "616161", server.port, withTokens())
    await stream.until(id, "assistance.requested")
    server.deliver({ from: "codes@bank.test", subject: "Code", text: "616161" })
    await stream.until(id, "scrape.succeeded")
    // The next login opens it anew.
    expect(await until(() => server.openConnections() === 0)).toBe(true)
    const first = provider.access
    customer.code = { value: "626262", length: 6, type: "numeric" }
    await scrape(stage, id)
    await stream.until(id, "assistance.requested", 1)
    server.deliver({ from: "codes@bank.test", subject: "Code", text: "626262" })
    await stream.until(id, "scrape.succeeded", 1)

    expect(typedCodes(customer)).toEqual(["616161", "626262"])
    expect(provider.access).not.toBe(first)
    const [one, two] = provider.asked.slice(-2)
    expect([one?.get("grant_type"), one?.get("client_id"), one?.get("client_secret")]).toEqual([
      "refresh_token",
      "client",
      "client-secret"
    ])
    expect(two?.get("refresh_token")).toBe(`refresh-secret ${provider.asked.length - 1}`)
    expect(server.counts.refused).toBe(0)
    const kept = await service.rows("select encode(config, 'escape') as cell from code_mailboxes")
    expect(`${JSON.stringify(kept)} ${service.logs.join(" ")}`).not.toMatch(secrets)
  })

  it("that several accounts share is opened by all of them, though each refresh token is good once", async () => {
    const server = await mailServer({ takesToken: (_, token) => token.startsWith("access-secret ") })
    const { call, owner } = stage
    const given = withTokens()
    const first = await mailed("shares-1", "121212", server.port, given)
    const test = ({ id }: { id: string }) =>
      call(`/accounts/${id}/mailbox/test`, { method: "POST", token: owner.token })
    expect((await test(first)).json).toEqual({ works: true, problem: null })
    // The owner has the token that the provider gave once, and nothing newer.
    const second = await mailed("shares-2", "131313", server.port, given)
    const accounts = [first, second, await mailed("shares-3", "141414", server.port, given)]

    const asked = provider.asked.length
    const tried = await Promise.all([...accounts, ...accounts].map(test))
    expect(tried.map(({ json }) => json)).toEqual(tried.map(() => ({ works: true, problem: null })))
    const tokens = provider.asked.slice(asked).map((form) => form.get("refresh_token"))
    expect(new Set(tokens).size).toBe(tokens.length)
    // Saved once more, with what the owner has, it still goes on from the newest.
    const { json } = await call(`/accounts/${first.id}/mailbox`, {
      method: "PUT",
      token: owner.token,
      json: { host: "localhost", port: server.port, username: "ana@mail.test", senders: ["@bank.test"], ...given }
    })
    expect(json).toMatchObject({ opens_with: "oauth", problem: null })
    expect((await test(first)).json).toEqual({ works: true, problem: null })
    for (const { id } of accounts)
      must(await call(`/accounts/${id}/mailbox`, { method: "DELETE", token: owner.token }), 204)
    const unused = "select 1 from mailbox_tokens where print not in (select token_print from code_mailboxes)"
    expect(await service.rows(unused)).toEqual([])
  })

  it("whose token the mail server refuses says so, and what to look at, and isn't tried again", async () => {
    const server = await mailServer({ takesToken: () => false })
    const stream = await stage.listen(stage.owner)
    const { id } = await mailed("wrong-token", "717171", server.port, withTokens())
    await stream.until(id, "assistance.requested")
    const said =
      "the mail server refused the token that oauth.token_url gave: is it of this username, and allowed to read mail (its scope)?"
    expect(await until(async () => (await problemOf(id)) === said)).toBe(true)

    expect(await until(async () => JSON.stringify(await read(stage, `/accounts/${id}/activity`)).includes(said))).toBe(
      true
    )
    expect(server.counts).toEqual({ connected: 1, refused: 1 })
    expect(server.said).not.toContain("EXAMINE")
  })

  it("whose refresh token the provider takes no more says that its owner has to sign in there again", async () => {
    const server = await mailServer({ takesToken: () => true })
    const { call, owner } = stage
    const { id } = await mailed("revoked", "818181", server.port, withTokens("revoked-secret"))
    const test = () => call(`/accounts/${id}/mailbox/test`, { method: "POST", token: owner.token })

    const revoked = await test()
    provider.error = "invalid_client"
    const stranger = await test()
    provider.error = "temporarily_unavailable"
    const passing = await test()
    provider.error = undefined

    expect([revoked, stranger, passing].map(({ json }) => field(json, "problem"))).toEqual([
      "oauth.token_url takes the refresh token no more (invalid_grant): sign in at the provider again, and save the mailbox with the new one",
      "oauth.token_url doesn't know the client (invalid_client): check client_id and client_secret",
      "oauth.token_url gave no token (it answered 400, temporarily_unavailable)"
    ])
    expect(server.counts.connected).toBe(0)
    expect(service.logs.join(" ")).not.toMatch(/revoked-secret|secret words/)
  })

  it("of a server that takes no tokens says so", async () => {
    const server = await mailServer()
    const { call, owner } = stage
    const { id } = await enrol(stage, "no-tokens", "919191")
    const json = {
      host: "localhost",
      port: server.port,
      username: "ana",
      senders: ["codes@bank.test"],
      ...withTokens()
    }
    must(await call(`/accounts/${id}/mailbox`, { method: "PUT", token: owner.token, json }), 200)
    const tried = await call(`/accounts/${id}/mailbox/test`, { method: "POST", token: owner.token })

    expect(field(tried.json, "problem")).toBe(
      "the mail server takes no tokens (neither XOAUTH2 nor OAUTHBEARER): give it a password"
    )
  })

  it("of the owner's own is told of what is needed, over TLS, and that it no longer is", async () => {
    const received: Array<string> = []
    const arrived = new Set<() => void>()
    const until = async (count: number) => {
      while (received.length < count) await new Promise<void>((resolve) => arrived.add(resolve))
    }
    const server = new SMTPServer({
      secure: true,
      ...tls,
      onAuth: ({ password, username }, _, done) =>
        done(password === "mail-secret" ? null : new Error("wrong"), { user: username }),
      onData: (stream, _, done) =>
        void text(stream).then((mail) => {
          received.push(mail)
          done()
          for (const heard of arrived) heard()
        })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
    const address = server.server.address()
    const told = await newOwner(service)
    const channel = {
      kind: "email",
      name: "mail",
      host: "localhost",
      port: typeof address === "object" ? address?.port : 0,
      security: "tls",
      username: "ana",
      password: "mail-secret",
      from: "counterfoil@mail.test",
      to: "ana@mail.test"
    }
    must(await told.call("/me/channels", { token: told.owner.token, json: channel }), 201)
    const stream = await told.listen(told.owner)
    const { id } = await enrol(told, "told-by-mail", "909192")
    await stream.until(id, "assistance.requested")
    await until(1)
    await forward(told, id, { text: "Your code is 909192", sent_at: now() })
    await stream.until(id, "scrape.succeeded")
    await until(2)
    await new Promise<void>((resolve) => server.close(() => resolve()))

    expect(received.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim())).toEqual([
      "Counterfoil: a code is needed",
      "Counterfoil: no longer needed"
    ])
    expect(received.join(" ")).not.toMatch(/909192|told-by-mail|secret/)
  })

  it("leaves no code in any row or log", async () => {
    const codes = ["515151", "525252", "535353", "616161", "626262", "909192"]
    expect(await tracesOf(service, codes)).toEqual([])
  })
})
