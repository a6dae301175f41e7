/** People who are told, over servers that play those of the channels. */
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { field, must, settingsOf, type Started, until } from "../races/support.ts"
import { cancel, enrol, forward, newOwner, now, openStage, type Owner, read, typedCodes } from "./support.ts"

interface Sent {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
}

/** Takes everything; of Telegram's methods it answers those that a bot needs. */
class Receiver {
  readonly sent: Array<Sent> = []
  readonly #updates: Array<object> = []
  readonly #watchers = new Set<() => void>()
  readonly #server = createServer((request, response) => {
    let text = ""
    request.on("data", (chunk) => (text += String(chunk)))
    request.on("end", () => {
      const body: Sent["body"] = JSON.parse(text)
      const path = request.url ?? ""
      if (path.endsWith("/getUpdates")) {
        const result = this.#updates.splice(0)
        // A long poll, but a short one.
        setTimeout(() => response.end(JSON.stringify({ ok: true, result })), 50)
        return
      }
      this.sent.push({ path, headers: request.headers, body })
      response.end(JSON.stringify({ ok: true, result: { message_id: 100 + this.sent.length } }))
      for (const watcher of this.#watchers) watcher()
    })
  })
  url = ""

  async open() {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    const address = this.#server.address()
    this.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`
  }

  close() {
    this.#server.closeAllConnections()
    this.#server.close()
  }

  /** Ends when so many messages of which this is true have come. */
  async until(count: number, which: (sent: Sent) => boolean = () => true): Promise<ReadonlyArray<Sent>> {
    for (;;) {
      const found = this.sent.filter(which)
      if (found.length >= count) return found
      await new Promise<void>((resolve) => this.#watchers.add(resolve))
    }
  }

  /** What somebody writes to the bot. */
  write(update: object) {
    this.#updates.push(update)
  }
}

let service: Started
const receiver = new Receiver()
beforeAll(async () => {
  service = await openStage()
  await receiver.open()
})
afterAll(async () => {
  await service.stop()
  receiver.close()
})

const addChannel = async ({ call, owner }: Owner, json: object) =>
  field(must(await call("/me/channels", { token: owner.token, json }), 201).json, "id")

const textOf = ({ body }: Sent): string => JSON.stringify(body)

describe("somebody who is told", () => {
  it("gets one message for each code that is needed, over each channel, and one when it is no longer needed", async () => {
    const stage = await newOwner(service)
    await addChannel(stage, {
      kind: "ntfy",
      name: "phone",
      url: `${receiver.url}/ntfy`,
      topic: "bank",
      token: "tk_secret"
    })
    await addChannel(stage, { kind: "gotify", name: "desk", url: `${receiver.url}/gotify/`, token: "gotify-secret" })
    await addChannel(stage, { kind: "apprise", name: "all", url: `${receiver.url}/notify/key`, tag: "bank" })
    const stream = await stage.listen(stage.owner)
    const { id } = await enrol(stage, "told", "121212")
    await stream.until(id, "assistance.requested")
    const told = await receiver.until(3)

    await forward(stage, id, { text: "Your code is 121212", sent_at: now() })
    await stream.until(id, "scrape.succeeded")
    const all = await receiver.until(6)

    expect(told.map(({ path }) => path).sort()).toEqual(["/gotify/message", "/notify/key", "/ntfy"])
    expect(told.find(({ path }) => path === "/ntfy")).toMatchObject({
      headers: { authorization: "Bearer tk_secret" },
      body: {
        topic: "bank",
        title: "Counterfoil: a code is needed",
        message: expect.stringMatching(/^A login at .* waits for a code of 6 digits, until \d\d:\d\d UTC\.$/),
        priority: 4
      }
    })
    expect(told.find(({ path }) => path === "/gotify/message")?.headers["x-gotify-key"]).toBe("gotify-secret")
    expect(all.slice(3).every((sent) => textOf(sent).includes("no longer needed"))).toBe(true)
    expect(all.map(textOf).join(" ")).not.toMatch(/121212|Main|told|secret|bank-secret/)
    expect(receiver.sent).toHaveLength(6)
  })

  it("answers by replying in Telegram: to that message, in that chat, and with no other word", async () => {
    const stage = await newOwner(service)
    await addChannel(stage, {
      kind: "telegram",
      name: "bot",
      url: receiver.url,
      bot_token: "1:bot-secret",
      chat_id: "42"
    })
    const stream = await stage.listen(stage.owner)
    const { customer, id } = await enrol(stage, "bot", "343434")
    await stream.until(id, "assistance.requested")
    const ofBot = (method: string) => (sent: Sent) => sent.path === `/bot1:bot-secret/${method}`
    await receiver.until(1, ofBot("sendMessage"))
    const reference = 100 + receiver.sent.findIndex(ofBot("sendMessage")) + 1
    const reply = (update_id: number, chat: number, to: number | undefined, text: string) =>
      receiver.write({
        update_id,
        message: {
          message_id: update_id,
          chat: { id: chat },
          text,
          ...(to === undefined ? {} : { reply_to_message: { message_id: to } })
        }
      })

    reply(1, 666, reference, "111111")
    reply(2, 42, undefined, "222222")
    reply(3, 42, reference - 1, "333333")
    await receiver.until(2, ofBot("sendMessage"))
    reply(4, 42, reference, "34343")
    await receiver.until(3, ofBot("sendMessage"))
    reply(5, 42, reference, "343434")
    await stream.until(id, "scrape.succeeded")
    const said = await receiver.until(5, ofBot("sendMessage"))

    expect(typedCodes(customer)).toEqual(["343434"])
    expect(
      said
        .slice(1)
        .map(({ body }) => String(body["text"]).split("\n")[0])
        .sort()
    ).toEqual([
      "Counterfoil: no longer needed",
      "Handed to the login.",
      "No login waits for this any more: it was not used.",
      "Not used: code must be 6 digits."
    ])
    expect(receiver.sent.filter(ofBot("deleteMessage")).map(({ body }) => body["message_id"])).toEqual([3, 4, 5])
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([
      { answered_by: "telegram", outcome: "accepted" }
    ])
  })

  it("tries a channel out, is told why it doesn't work, and sees none of its secrets again", async () => {
    const stage = await newOwner(service)
    const { call, owner } = stage
    const works = await addChannel(stage, { kind: "ntfy", name: "a", url: `${receiver.url}/test`, topic: "t" })
    const wrong = await addChannel(stage, {
      kind: "gotify",
      name: "b",
      url: "http://169.254.169.254",
      token: "gotify-secret"
    })
    const test = (id: string, token = owner.token) => call(`/me/channels/${id}/test`, { method: "POST", token })
    const stranger = await service.person()

    expect((await test(works)).json).toEqual({ sent: true, problem: null })
    expect(must(await test(wrong), 200).json).toMatchObject({
      sent: false,
      problem: expect.stringContaining("may not be called")
    })
    expect((await test(works, stranger.token)).status).toBe(404)
    const listed = await read(stage, "/me/channels")
    expect(listed).toMatchObject([
      { id: works, kind: "ntfy", name: "a" },
      { id: wrong, kind: "gotify", name: "b", last_fault: expect.stringMatching(/^its address may not be called/) }
    ])
    expect(JSON.stringify(listed)).not.toMatch(/secret|169\.254/)
    const refused = await call("/me/channels", {
      token: owner.token,
      json: { kind: "ntfy", name: "c", url: "ftp://x", topic: "t" }
    })
    expect([refused.status, refused.json]).toEqual([
      400,
      { error: "url must be an absolute http(s) URL without credentials" }
    ])
    must(await call(`/me/channels/${works}`, { method: "DELETE", token: owner.token }), 204)
    const rows = await service.rows(`select encode(config, 'escape') as cell from notice_channels`)
    expect(`${JSON.stringify(rows)} ${service.logs.join(" ")}`).not.toMatch(/gotify-secret|bot-secret|tk_secret/)
  })

  it("answers by several channels at once: the first wins, the others are told, and so is everybody that it is over", async () => {
    const stage = await newOwner(service)
    const { call, key, owner } = stage
    await addChannel(stage, { kind: "ntfy", name: "a", url: `${receiver.url}/at-once`, topic: "t" })
    const stream = await stage.listen(owner)
    const { customer, id } = await enrol(stage, "at-once", "787878")
    await stream.until(id, "assistance.requested")
    await receiver.until(1, ({ path }) => path === "/at-once")

    const [page, machine, phone] = await Promise.all([
      call(`/accounts/${id}/otp`, { token: owner.token, json: { code: "787878" } }),
      call(`/v1/accounts/${id}/otp`, { key, json: { code: "787878" } }),
      forward(stage, id, { text: "Your code is 787878", sent_at: now() })
    ])
    await stream.until(id, "scrape.succeeded")
    const [, over] = await receiver.until(2, ({ path }) => path === "/at-once")

    const won = [page.status === 202, machine.status === 202, field(phone, "submitted") === "true"]
    expect(won.filter(Boolean)).toHaveLength(1)
    const losers = [page, machine].filter(({ status }) => status !== 202)
    expect(losers.map(({ json, status }) => [status, JSON.stringify(json).includes("No pending assistance")])).toEqual(
      losers.map(() => [409, true])
    )
    expect(typedCodes(customer)).toEqual(["787878"])
    expect(over?.body["title"]).toBe("Counterfoil: no longer needed")
    expect(await read(stage, `/accounts/${id}/assistances`)).toMatchObject([{ outcome: "accepted", attempts: 0 }])
  })

  it("is told of a request that nobody answered, that it is over", async () => {
    const stage = await newOwner(service)
    await addChannel(stage, { kind: "ntfy", name: "a", url: `${receiver.url}/over`, topic: "t" })
    const stream = await stage.listen(stage.owner)
    const { id } = await enrol(stage, "over", "565656")
    await stream.until(id, "assistance.requested")
    await receiver.until(1, ({ path }) => path === "/over")
    // Its message is told of as sent only once the receiver has answered.
    expect(
      await until(
        async () =>
          (await service.rows("select 1 from notices where closed_at is null and sent_at is not null")).length > 0
      )
    ).toBe(true)
    await cancel(stage, id)

    const [, over] = await receiver.until(2, ({ path }) => path === "/over")
    expect(over?.body["title"]).toBe("Counterfoil: no longer needed")
  })

  it("is told that an account has stopped, once for a bank, in the channel's language and with where a tap leads", async () => {
    const stage = await newOwner(service)
    const { account, bank, call, owner, shop } = stage
    const channel = {
      kind: "ntfy",
      name: "a",
      url: `${receiver.url}/stopped`,
      topic: "t",
      language: "es",
      page_origin: "https://counterfoil.example"
    }
    await addChannel(stage, channel)
    const stream = await stage.listen(owner)
    bank.customer("stopped", { password: "another-secret" })
    const ids = [await account(owner.token), await account(owner.token)]
    for (const id of ids) {
      const json = settingsOf(shop, "stopped")
      must(await call(`/accounts/${id}/config`, { method: "PUT", token: owner.token, json }), 200)
    }
    await stream.until(ids[0] ?? "", "login.failed")
    await receiver.until(1, ({ path }) => path === "/stopped")
    expect(await until(async () => (await service.rows("select 1 from stop_notices")).length === 0)).toBe(true)

    const told = receiver.sent.filter(({ path }) => path === "/stopped")
    expect(told.map(({ body }) => body)).toEqual([
      {
        topic: "t",
        title: "Counterfoil: una cuenta le necesita",
        message: expect.stringMatching(/^La lectura de una cuenta en .* se ha parado/),
        priority: 2,
        click: "https://counterfoil.example/app/"
      }
    ])
    expect(told.map(textOf).join(" ")).not.toMatch(/stopped|Main|secret/)
    expect(await read(stage, "/me/channels")).toMatchObject([
      { language: "es", last_fault: null, last_success_at: expect.any(String) }
    ])
  })

  it("is told nothing twice: the same topic is one channel, and a browser is no topic", async () => {
    const stage = await newOwner(service)
    const { call, owner } = stage
    const json = { kind: "ntfy", name: "a phone", url: `${receiver.url}/twice`, topic: "t" }
    await addChannel(stage, json)
    const again = await call("/me/channels", { token: owner.token, json: { ...json, name: "b", url: `${json.url}/` } })
    const other = await call("/me/channels", {
      token: owner.token,
      json: { ...json, name: "b", page_origin: "not one" }
    })
    const push = await call("/me/push", {
      token: owner.token,
      json: { kind: "ntfy", endpoint: `${json.url}/t`, label: "b", page_origin: "https://a.example", language: "en" }
    })

    expect([again.status, again.json]).toEqual([
      409,
      { error: 'You are told there already, by "a phone": remove that one first' }
    ])
    expect([other.status, other.json]).toEqual([
      400,
      { error: "page_origin must be an origin such as https://counterfoil.example" }
    ])
    expect([push.status, push.json]).toEqual([
      400,
      { error: "kind must be web_push: an ntfy topic is a channel (POST /me/channels)" }
    ])
  })
})
