/** Codes that come by themselves, and channels, set up on the page and then used as the bank and the phone do. */
import type { Page } from "playwright-core"
import { encodeQR } from "qr"
import { describe, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { startPushService } from "./support/pushService.ts"
import { stories } from "./support/stories.ts"
import { seenBars } from "./support/bars.ts"
import { lastDigits, latestCode, until } from "./support/world.ts"

const { customer, enrolledAs, enter, shopkeeper, world } = stories()

const line = (page: Page, name: string | RegExp) => page.getByLabel(name).textContent()

const picture = (text: string) => ({
  name: "picture.gif",
  mimeType: "image/gif",
  buffer: Buffer.from(encodeQR(text, "gif", { scale: 4 }))
})

describe("what banks ask besides codes", () => {
  test("an approval, a question and a picture show at once, also after a reload, are answered, and what came of each is told", async () => {
    const person = await shopkeeper("asked@shop.example")
    const brands = ["neo", "pregunta", "hojas"] as const
    const names = { neo: "noelia", pregunta: "paloma", hojas: "hilario" }
    const page = await enter(person, "/movements", { reducedMotion: "no-preference" })
    const ids = await Promise.all(
      brands.map(async (brand) => {
        const [bank, who] = await Promise.all([
          world().addBrand(person, brand),
          customer(names[brand], { asksSmsCode: true })
        ])
        return enrolledAs(person, `Account at ${brand}`, who, { login_mode: "assisted" }, bank)
      })
    )
    await page.getByText("3 accounts wait for you").waitFor()
    await page.reload()
    await page.getByText("3 accounts wait for you").waitFor()
    const dialog = (name: string) => page.getByRole("dialog", { name })
    const pick = (brand: string) => page.getByRole("button", { name: `Account at ${brand}` }).click()
    const said = (text: string) => page.getByText(text).waitFor()

    // The number that the app has to show.
    await pick("neo")
    const approval = dialog("The bank waits for your approval")
    const [asked] = await person.ask<ReadonlyArray<{ number: string }>>(`/accounts/${ids[0]}/assistances`)
    expect(await approval.getByRole("strong").textContent()).toBe(asked?.number)
    await approval
      .getByText(`The program that reads this bank says: “Open the Neo app and choose ${asked?.number}”`)
      .waitFor()
    expect(await approval.getByRole("timer").first().textContent()).toMatch(/^[0-5]:\d\d left$/)
    expect(await violations(page)).toEqual([])
    await world().bank.phone(`/${names.neo}/approve`, "POST")
    await said("Account at neo: Approved. Reading the account.")
    await approval.waitFor({ state: "detached" })

    // In the words of the bank's script, and said to be; a wrong answer can be given once.
    await pick("pregunta")
    const question = dialog("The bank asks a question")
    const asks = question.getByRole("figure").filter({ hasText: "The program that reads this bank asks:" })
    expect(await asks.getByRole("blockquote").textContent()).toMatch(/last three digits of your phone number/)
    await question.getByLabel("Your answer").fill("000")
    await question.getByRole("button", { name: "Give this answer to the bank" }).click()
    await said("The bank rejected that answer. You have one more try.")
    expect(await violations(page)).toEqual([])
    await question.getByLabel("Your answer").fill(` ${await lastDigits(world(), names.pregunta)} `)
    await question.getByLabel("Your answer").press("Enter")
    await said("Account at pregunta: The bank took the answer. Reading the account.")

    // A mosaic, as large as whatever reads it wants it.
    const picture = dialog("The bank shows a picture")
    const shown = picture.getByRole("img", { name: /to be scanned or read/ })
    await shown.waitFor()
    const isRead = `document.querySelector("[role=dialog] img").decode().then(() => true)`
    expect(await page.evaluate<boolean>(isRead)).toBe(true)
    const width = async () => (await shown.boundingBox())?.width ?? 0
    const before = await width()
    await picture.getByLabel("Size").press("End")
    expect(await width()).toBeGreaterThan(before)
    expect(await violations(page)).toEqual([])
    const code = await latestCode(world(), names.hojas)
    await picture.getByLabel("Code, 6 characters").fill(`${code.slice(0, 3)} ${code.slice(3)}`)
    await picture.getByRole("button", { name: "Give it to the bank" }).click()
    await said("Account at hojas: The bank took the answer. Reading the account.")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await page.goto(`${world().base}/app/accounts/${ids[0]}/codes`)
    await page
      .getByRole("listitem")
      .filter({ hasText: /Approval · in the bank's app after \d+ s/ })
      .waitFor()

    if (process.env["VERIFY"] === undefined) return
    // Refused there, or called off here.
    await Promise.all([ids[0], ids[2]].map((id) => person.ask(`/accounts/${id}/scrape`, "POST")))
    await page.getByText("2 accounts wait for you").waitFor()
    await pick("neo")
    await world().bank.phone(`/${names.neo}/refuse`, "POST")
    await said("Account at neo: It was refused in the bank's app: the login has ended. It is tried again later.")
    await picture.getByRole("button", { name: "Don't log in now" }).click()
    await said("Called off: the login ends, and is tried again later.")
    await picture.waitFor({ state: "detached" })
  })
})

describe("bars that flicker", () => {
  test("move on the page, at the pace that is asked for, and not before they are wanted where nothing is to move", async () => {
    const person = await shopkeeper("flicker@shop.example")
    const bank = await world().addBrand(person, "funke")
    const who = await customer("felipe", { asksSmsCode: true })
    const page = await enter(person, "/movements", { reducedMotion: "reduce" })
    await enrolledAs(person, "Account at funke", who, { login_mode: "assisted" }, bank)
    const sheet = page.getByRole("dialog", { name: "The bank shows a picture" })
    const bars = sheet.getByRole("img", { name: /to be scanned or read/ })
    await sheet.getByRole("button", { name: "Show the picture" }).waitFor()
    expect(await bars.count()).toBe(0)
    expect(await violations(page)).toEqual([])

    await sheet.getByRole("button", { name: "Show the picture" }).click()
    const first = await seenBars(bars, 4)
    const slower = page.waitForResponse((answer) => answer.url().includes("steps_per_second=10") && answer.ok())
    for (let pace = 20; pace > 10; pace--) await sheet.getByLabel("Pace").press("ArrowLeft")
    await slower
    const then = await seenBars(bars, 4)
    // Of five bars the first is the clock, which goes on and off.
    for (const seen of [first, then]) expect(new Set(seen.map(([clock]) => clock))).toEqual(new Set(["0", "1"]))
    await sheet.getByRole("button", { name: "Hide the flickering picture" }).click()
    expect(await bars.count()).toBe(0)

    await sheet.getByLabel("Code, 6 characters").fill(await latestCode(world(), who.id))
    await sheet.getByRole("button", { name: "Give it to the bank" }).click()
    await page.getByText("Account at funke: The bank took the answer. Reading the account.").waitFor()
  })
})

describe("codes that come by themselves", () => {
  test("a phone's forwarder, set up with the page's lines, answers the login, and the list says so", async () => {
    const person = await shopkeeper("forwarder@shop.example")
    const who = await customer("teresa", { asksSmsCode: true })
    const id = await enrolledAs(person, "Forwarded account", who, { login_mode: "assisted" })
    await until("a login that waits", async () => (await person.ask(`/accounts/${id}/otp`)) ?? undefined)
    const page = await enter(person, `/accounts/${id}`)
    await page.getByRole("button", { name: "Hide for now" }).click()
    await page.getByRole("link", { name: "Codes", exact: true }).click()
    await page.getByLabel("Senders, as the phone names them").fill("BANCODEMO, +34 600 111 222")
    const save = page.getByRole("button", { name: "Save", exact: true })
    await save.first().click()
    await page.getByText("Saved. It holds from the next message on.").waitFor()
    await page.getByLabel("With", { exact: true }).selectOption("SmsForwarder")
    await page.getByRole("button", { name: "Make a key and fill it in" }).click()
    await page.getByText(/the key is shown this once/).waitFor()
    const address = await line(page, "Address: POST to")
    const key = /^x-api-key: (svc_\S+)$/.exec((await line(page, "Header")) ?? "")?.[1] ?? ""
    const answer = await fetch(address ?? "", {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({
        from: "BANCODEMO",
        text: `Your code is ${await latestCode(world(), who.id)}`,
        sent_at: new Date().toISOString()
      })
    })
    expect(await answer.json()).toMatchObject({ submitted: true })
    const asked = page.getByRole("listitem").filter({ hasText: /by SMS after \d+ s/ })
    await asked.getByText("Accepted").waitFor()
    // For whoever can send no header, the key is in the address.
    await page.getByLabel("With", { exact: true }).selectOption("Twilio")
    expect(await line(page, "Address: POST to")).toBe(address?.replace("://", `://sms:${key}@`))
    await page.reload()
    await asked.waitFor()
    expect(await page.content()).not.toContain(key)

    // Once a day is enough.
    await page.getByLabel("Times a day, at most").fill("1")
    await save.last().click()
    await page.getByText("Saved. It holds from the next login on.").waitFor()
    await page.getByRole("link", { name: "Back" }).click()
    await page.getByText(/You were asked as often in a day as you allow/).waitFor()
    await page.getByRole("link", { name: "When you are asked" }).click()
    expect(await page.getByLabel("Times a day, at most").inputValue()).toBe("1")
    await page.getByLabel("Not before").fill("09:00")
    await save.last().click()
    // The server says what is wrong, and it stands where it is.
    await page.getByText("Both must be times of day such as 09:00.").first().waitFor()
    expect(await page.getByLabel("Not before").getAttribute("aria-invalid")).toBe("true")
    await page.getByLabel("Not before").fill("")
    // Or not now: then the account says so, and is asked again at a press. Until it is said, once a day keeps a login from beginning.
    await page.getByRole("button", { name: "Until tomorrow at nine" }).click()
    await page.getByText(/Nothing is asked before .*09:00/).waitFor()
    await page.getByLabel("Times a day, at most").fill("")
    await save.last().click()
    await page.getByText("Saved. It holds from the next login on.").waitFor()
    await page.getByRole("link", { name: "Back" }).click()
    await page.getByText(/You said not to be asked before .*09:00/).waitFor()
    await page.getByRole("button", { name: "Ask me again" }).click()
    await page.getByText(/You said not to be asked before/).waitFor({ state: "detached" })
  })

  test("an authenticator's secret is read from a picture in the browser, kept, never shown, and forgotten", async () => {
    const person = await shopkeeper("totp@shop.example")
    const who = await customer("amelia", { asksSmsCode: false })
    const id = await enrolledAs(person, "Authenticated account", who)
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    const page = await enter(person, `/accounts/${id}/codes`)
    await page.getByText("This account logs in with “User name and password”: it is asked for no code").waitFor()
    const choose = (text: string) => page.getByLabel("Read a picture").setInputFiles(picture(text))
    // The mailbox: what is wrong stands where it is, and what opens it is never shown again.
    await page.getByLabel("Mail server (IMAP)").fill("127.0.0.1")
    await page.getByLabel("User name", { exact: true }).fill("codes@shop.example")
    await page.getByLabel("Senders", { exact: true }).fill("codes@bank.example")
    await page.getByRole("button", { name: "Keep the mailbox" }).click()
    await page.getByText("It needs 1 to 500 characters, without line breaks.").first().waitFor()
    await page.getByLabel("Password", { exact: true }).fill("the-mailbox-password")
    await page.getByRole("button", { name: "Keep the mailbox" }).click()
    await page.getByText("Codes are read from codes@shop.example at 127.0.0.1").waitFor()
    expect(await page.content()).not.toContain("the-mailbox-password")
    expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("")
    await page.getByRole("button", { name: "Try it" }).click()
    await page.getByText("It does not open").waitFor()
    await page.getByLabel("It opens with").selectOption("OAuth (no password)")
    await page.getByLabel("Where tokens are fetched").fill("http://oauth.example/token")
    await page.getByLabel("Client id").fill("our-application")
    await page.getByLabel("Refresh token").fill("the-refresh-token")
    await page.getByRole("button", { name: "Keep this in its place" }).click()
    await page
      .getByText("It must be a whole address with https://, without user name and password in it.")
      .first()
      .waitFor()
    await page.getByLabel("Where tokens are fetched").fill("https://oauth.example/token")
    await page.getByRole("button", { name: "Keep this in its place" }).click()
    await until("the mailbox opens with a token", async () => {
      const { opens_with: how } = await person.ask<{ opens_with: string }>(`/accounts/${id}/mailbox`)
      return how === "oauth" ? true : undefined
    })
    await until("the token is gone", async () =>
      (await page.getByLabel("Refresh token").inputValue()) === "" ? true : undefined
    )
    expect(await page.content()).not.toContain("the-refresh-token")
    await page.getByRole("button", { name: "Read it no more" }).click()
    await page.getByText("Codes are read from").waitFor({ state: "detached" })

    await choose("https://bank.example/somewhere")
    await page.getByText(/That QR code is no authenticator's/).waitFor()
    await choose("otpauth-migration://offline?data=CgA")
    await page.getByText(/an app's export of many accounts/).waitFor()
    await page.getByLabel("Read a picture").setInputFiles({
      name: "none.png",
      mimeType: "image/png",
      buffer: Buffer.from("no picture at all")
    })
    await page.getByText(/No QR code was found/).waitFor()
    await page.reload()
    await page.route("**/assets/readQr-*", (route) => route.abort())
    await choose("https://bank.example/app")
    await page.getByText(/The part of the page that reads pictures didn't come/).waitFor()
    await page.unroute("**/assets/readQr-*")
    await page.reload()

    await page.getByLabel("Secret, or otpauth:// address").fill("JBSW")
    await page.getByRole("button", { name: "Keep it" }).click()
    await page.getByText(/That is too short: an authenticator secret/).waitFor()

    const sent: Array<string> = []
    page.on("request", (request) => void sent.push(request.postDataBuffer()?.toString("latin1") ?? ""))
    await choose(`otpauth://totp/Demo%20Bank:amelia?secret=${secret}&issuer=Demo%20Bank`)
    await page.getByText(/Read from the picture/).waitFor()
    await page.getByRole("button", { name: "Keep it" }).click()
    await page.getByText("Demo Bank: 6 digits, a new code every 30 seconds.").waitFor()
    // What was read from the picture leaves the page once; the picture itself never does.
    expect(sent.filter((body) => body.includes(secret)).length).toBe(1)
    expect(sent.filter((body) => body.length > 500 || body.includes("GIF8"))).toEqual([])
    expect(await page.content()).not.toContain(secret)
    expect(await page.getByLabel("Another secret in its place").inputValue()).toBe("")
    expect(await violations(page)).toEqual([])
    await page.getByRole("button", { name: "Forget the secret" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Forget the secret" }).click()
    await page.getByLabel("Secret, or otpauth:// address").waitFor()
    expect(await person.ask(`/accounts/${id}/codes`)).toMatchObject({ totp: null })
  })

  test("each kind of channel is added, tried and removed, and what is wrong stands where it is", async () => {
    const service = await startPushService()
    try {
      const person = await shopkeeper("channels@shop.example")
      const page = await enter(person, "/settings")
      const kept = page.getByRole("list", { name: "Other ways to be told" })
      const add = async (kind: string, fields: Readonly<Record<string, string>>) => {
        await page.getByRole("button", { name: "Add a way" }).click()
        await page.getByLabel("By", { exact: true }).selectOption(kind)
        for (const [label, value] of Object.entries(fields)) {
          await page.getByLabel(label, { exact: true }).fill(value)
        }
        await page.getByRole("button", { name: "Add a way" }).click()
      }
      await add("ntfy", { "Your name for it": "My phone", "Address of the server": "ntfy.sh", Topic: "some-topic" })
      await page
        .getByText("It must be a whole address with http:// or https://, without user name and password in it.")
        .waitFor()
      expect(await page.getByLabel("Address of the server").getAttribute("aria-invalid")).toBe("true")
      expect(await violations(page)).toEqual([])
      await page.getByLabel("Address of the server").fill(`${service.url}/ntfy`)
      await page.getByRole("button", { name: "Suggest one" }).click()
      expect(await page.getByLabel("Topic").inputValue()).toMatch(/^counterfoil-[0-9a-z]{20}$/)
      await page.getByRole("button", { name: "Add a way" }).click()
      await kept.getByText("My phone").waitFor()
      await page.getByRole("button", { name: "Send a test" }).click()
      await page.getByText("It has been sent: look there").waitFor()
      expect(service.received.some(({ path }) => path === "/ntfy")).toBe(true)

      await add("gotify", { "Address of the server": `${service.url}/gotify`, Token: "A-token" })
      await add("apprise", { "Address of the server": `${service.url}/apprise` })
      await add("telegram", { "The bot's token": "123:abc", "Number of the chat": "42" })
      await add("email", {
        To: "me@shop.example",
        From: "counterfoil@shop.example",
        "Mail server": "127.0.0.1",
        Port: "9"
      })
      await kept.getByText("E-mail", { exact: true }).first().waitFor()
      expect(await kept.getByRole("listitem").count()).toBe(5)
      const mail = kept.getByRole("listitem").filter({ hasText: "E-mail" })
      await mail.getByRole("button", { name: "Send a test" }).click()
      await mail.getByRole("alert").getByText("The test did not get there").waitFor()
      expect(await violations(page)).toEqual([])
      await mail.getByRole("button", { name: "Remove" }).click()
      await mail.waitFor({ state: "detached" })
      await page.reload()
      await kept.getByText("My phone").waitFor()
      expect(await kept.getByRole("listitem").count()).toBe(4)
      expect(await page.content()).not.toMatch(/A-token|123:abc/)
    } finally {
      await service.close()
    }
  })
})
