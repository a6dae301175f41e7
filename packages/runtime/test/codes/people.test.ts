/** People who are told, over servers that play those of the channels. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { field, must, settingsOf, type Started, until } from "../races/support.ts"
import { Receiver, type Sent, written } from "./receiver.ts"
import {
  cancel,
  enrol,
  forward,
  newOwner,
  now,
  openStage,
  type Owner,
  read,
  scrape,
  tracesOf,
  typedCodes
} from "./support.ts"

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

const textOf = ({ body }: Pick<Sent, "body">): string => JSON.stringify(body)

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
    const reply = (...args: Parameters<typeof written>) => receiver.write("1:bot-secret", written(...args))

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

  it("shares a bot with somebody else: one reader, each reply for whom it is meant, and an old one never again", async () => {
    const token = "2:shared-secret"
    const asksIn = (chat: number) => (sent: Sent) =>
      sent.path === `/bot${token}/sendMessage` &&
      sent.body["chat_id"] === String(chat) &&
      textOf(sent).includes("code is needed")
    const saidIn = (chat: number) => (sent: Sent) =>
      sent.path === `/bot${token}/sendMessage` && sent.body["chat_id"] === String(chat) && !asksIn(chat)(sent)
    const join = async (name: string, chat: number, code: string) => {
      const stage = await newOwner(service)
      const channel = { kind: "telegram", name, url: receiver.url, bot_token: token, chat_id: String(chat) }
      await addChannel(stage, channel)
      const stream = await stage.listen(stage.owner)
      return { ...(await enrol(stage, name, code)), stage, stream }
    }
    // A message can be answered once its number is kept, which is after it was sent.
    const unsent = `select 1 from notices n join notice_channels c on c.id = n.channel_id
      where c.name like 'shared-%' and n.closed_at is null and n.reference is null`
    const canBeAnswered = () => until(async () => (await service.rows(unsent)).length === 0)
    const ana = await join("shared-ana", 71, "717171")
    const leo = await join("shared-leo", 72, "727272")
    const numberOf = (sent: Sent | undefined) => 101 + receiver.sent.findIndex((one) => one === sent)
    const [forAna] = await receiver.until(1, asksIn(71))
    const [forLeo] = await receiver.until(1, asksIn(72))
    expect(await canBeAnswered()).toBe(true)
    // Ana to what Leo was asked, then each to their own.
    receiver.write(token, written(1, 71, numberOf(forLeo), "999999"))
    await receiver.until(1, saidIn(71))
    receiver.write(token, written(2, 72, numberOf(forLeo), "727272"))
    receiver.write(token, written(3, 71, numberOf(forAna), "717171"))
    await ana.stream.until(ana.id, "scrape.succeeded")
    await leo.stream.until(leo.id, "scrape.succeeded")
    const said = await receiver.until(3, saidIn(71))
    // Ana logs in again: nothing is said to what she wrote before.
    await scrape(ana.stage, ana.id)
    const [, again] = await receiver.until(2, asksIn(71))
    expect(await canBeAnswered()).toBe(true)
    receiver.write(token, written(4, 71, numberOf(again), "717171"))
    await ana.stream.until(ana.id, "scrape.succeeded", 1)
    const saidAgain = await receiver.until(5, saidIn(71))

    expect([typedCodes(ana.customer), typedCodes(leo.customer)]).toEqual([["717171", "717171"], ["727272"]])
    const texts = (sent: ReadonlyArray<Sent>) => sent.map(({ body }) => String(body["text"]).split("\n")[0]).sort()
    const [over, handed] = ["Counterfoil: no longer needed", "Handed to the login."]
    expect(texts(said)).toEqual([over, handed, "No login waits for this any more: it was not used."])
    expect(texts(saidAgain.slice(3))).toEqual([over, handed])
    expect(receiver.conflicts).toBe(0)
  })

  it("answers before Counterfoil knows that its message has arrived, whoever reads the bot meanwhile", async () => {
    const token = "3:quick-secret"
    const asks = ({ body, path }: Sent) => path === `/bot${token}/sendMessage` && textOf({ body }).includes("is needed")
    const stage = await newOwner(service)
    const channel = { kind: "telegram", name: "quick", url: receiver.url, bot_token: token, chat_id: "81" }
    await addChannel(stage, channel)
    const stream = await stage.listen(stage.owner)
    const first = await enrol(stage, "quick-one", "818181")
    await stream.until(first.id, "assistance.requested")
    await receiver.until(1, asks)
    receiver.isLost = asks
    const second = await enrol(stage, "quick-two", "828282")
    const [, lost] = await receiver.until(2, asks)
    receiver.write(token, written(1, 81, 101 + receiver.sent.findIndex((one) => one === lost), "828282"))
    await stream.until(second.id, "scrape.succeeded")
    receiver.isLost = () => false

    expect([typedCodes(first.customer), typedCodes(second.customer)]).toEqual([[], ["828282"]])
    await cancel(stage, first.id)
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
    const waiting = async () => (await service.rows("select 1 from stop_notices where told_at is null")).length
    // The second stops when the first has been told of, as the accounts of a login do.
    for (const id of [await account(owner.token), await account(owner.token)]) {
      const json = settingsOf(shop, "stopped")
      must(await call(`/accounts/${id}/config`, { method: "PUT", token: owner.token, json }), 200)
      await stream.until(id, "login.failed")
      await receiver.until(1, ({ path }) => path === "/stopped")
      expect(await until(async () => (await waiting()) === 0)).toBe(true)
    }

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

  it("leaves no code that was replied in any row or log", async () => {
    const codes = ["111111", "222222", "333333", "343434", "717171", "727272", "828282", "999999"]
    expect(await tracesOf(service, codes)).toEqual([])
  })
})
