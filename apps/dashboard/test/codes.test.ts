/** Codes that come by themselves, and channels, set up on the page and then used as the bank and the phone do. */
import type { Page } from "playwright-core"
import { encodeQR } from "qr"
import { describe, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { startPushService } from "./support/pushService.ts"
import { stories } from "./support/stories.ts"
import { latestCode, until } from "./support/world.ts"

const { customer, enrolledAs, enter, shopkeeper, world } = stories()

const line = (page: Page, name: string | RegExp) => page.getByLabel(name).textContent()

const picture = (text: string) => ({
  name: "picture.gif",
  mimeType: "image/gif",
  buffer: Buffer.from(encodeQR(text, "gif", { scale: 4 }))
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
    await page.getByRole("button", { name: "Save", exact: true }).click()
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
    await asked.getByText("Accepted").waitFor({ timeout: 30_000 })
    // For whoever can send no header, the key is in the address.
    await page.getByLabel("With", { exact: true }).selectOption("Twilio")
    expect(await line(page, "Address: POST to")).toBe(address?.replace("://", `://sms:${key}@`))
    await page.reload()
    await asked.waitFor()
    expect(await page.content()).not.toContain(key)
  })

  test("an authenticator's secret is read from a picture in the browser, kept, never shown, and forgotten", async () => {
    const person = await shopkeeper("totp@shop.example")
    const who = await customer("amelia", { asksSmsCode: false })
    const id = await enrolledAs(person, "Authenticated account", who)
    const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
    const page = await enter(person, `/accounts/${id}/codes`)
    const choose = (text: string) => page.getByLabel("Read a picture").setInputFiles(picture(text))
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

    await page.getByLabel("Secret, or otpauth:// address").fill("JBSW")
    await page.getByRole("button", { name: "Keep it" }).click()
    await page.getByText(/secret is too short/).waitFor()

    await choose(`otpauth://totp/Demo%20Bank:amelia?secret=${secret}&issuer=Demo%20Bank`)
    await page.getByText(/Read from the picture/).waitFor()
    await page.getByRole("button", { name: "Keep it" }).click()
    await page.getByText("Demo Bank: 6 digits, a new code every 30 seconds.").waitFor()
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
      await page.getByText("url must be an absolute http(s) URL without credentials").waitFor()
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
      await mail.getByRole("alert").getByText("The test did not get there").waitFor({ timeout: 30_000 })
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
