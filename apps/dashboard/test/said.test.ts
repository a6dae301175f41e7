/** What is said where a person decides is said once, and nobody's text says more than its letters. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { violations, whatIsWider } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { goTo, rowOf } from "./support/worklist.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

const rests = { retry_limit: 0 }

const inSpanish = async (page: Page) => {
  await page.evaluate(`localStorage.setItem("counterfoil.language", "es")`)
  await page.reload()
}

/** As the bank prints them. */
const print = (customer: string, payments: ReadonlyArray<readonly [amount: string, description: string]>) =>
  world().bank.ask("/movements", "POST", {
    movements: payments.map(([amount, description]) => ({ customer, amount, description }))
  })

describe("what is said", () => {
  test("a payment of another amount and another payer says what choosing it teaches, and once what the shop is told", async () => {
    const who = await customer("paula", { asksSmsCode: false })
    const person = await shopkeeper("paula@shop.example")
    await trade(who, [], [])
    const order = { list: who.id, currency: "EUR", external_id: "P-1", amount: "210.00", name: "Ahmed Benali" }
    await world().shop.ask("/orders", "POST", { orders: [{ ...order, reference: "INV-88231" }] })
    await print(who.id, [["208.00", "TRF DE HADDAD MARTA INV-88231"]])
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 1 })
    const page = await enter(person, "/orders?show=unpaid")
    const article = page.getByRole("article")
    const card = article.getByRole("listitem").filter({ hasText: "HADDAD MARTA" })
    await goTo(page, "Ahmed Benali")
    await card.getByText("This payment is €2.00 less than the order").waitFor()
    expect(await card.getByText("The payer's name is not the order's").count()).toBe(0)
    await page.keyboard.press("1")
    await card.getByText("The payer's name is not the order's").waitFor()
    await card.getByText(/^By choosing this you teach that HADDAD MARTA .* pays for Ahmed Benali: /).waitFor()
    expect(await card.getByText(/Your shop is told/).allTextContents()).toEqual([
      "Your shop is told “Matched”: the order counts as paid. It is as if all of it had come: what is missing is yours to ask for."
    ])
    expect(await violations(page)).toEqual([])

    await inSpanish(page)
    await article.getByRole("heading", { name: "Ahmed Benali" }).waitFor()
    await card.getByRole("button").first().click()
    await card.getByText("El nombre del pagador no es el del pedido").waitFor()
    expect(await card.getByText(/a su tienda/).allTextContents()).toEqual([
      "Se avisa a su tienda, «Conciliado»: el pedido cuenta como pagado. Es como si hubiera llegado entero: lo que falta debe pedirlo usted."
    ])
    await card.getByRole("button", { name: "Lo paga de todos modos" }).click()
    await settled(person, { matched: 1 })
    // It is as was said.
    await expect
      .poll(() => person.ask<ReadonlyArray<object>>(`/accounts/${account}/payers`))
      .toMatchObject([{ verdict: "confirmed" }])
  })

  test.for([
    ["en", "Save", "“Webhook address”", /^Not saved\. What is wrong stands at/, "It must be a whole address"],
    [
      "es",
      "Guardar",
      "«Dirección del webhook»",
      /^No se ha guardado\. Lo que falla está en/,
      "Tiene que ser una dirección"
    ]
  ] as const)(
    "what settings are refused for stands at its field alone, and the bar leads there (%s)",
    async ([language, save, webhook, lead, why]) => {
      const who = await customer(`bruno-${language}`, { asksSmsCode: false })
      const person = await shopkeeper(`bruno-${language}@shop.example`)
      const account = await enrolledAs(person, "Account", who)
      const page = await enter(person, `/accounts/${account}/settings`, { language })
      const focused = () => page.evaluate<string>(`document.activeElement.name`)
      await page.locator("[name=webhook_url]").fill("http://user:secret@shop.example")
      await page.locator("[name=retry_limit]").fill("1000")
      await page.getByRole("button", { name: save, exact: true }).click()
      const bar = page.getByRole("alert")
      await bar.getByText(lead).waitFor()
      await expect.poll(focused).toBe("webhook_url")
      expect(await page.getByText(why).count()).toBe(1)
      expect(await bar.getByText(why).count()).toBe(0)
      await bar.getByRole("button").nth(1).click()
      expect(await focused()).toBe("retry_limit")
      await bar.getByRole("button", { name: webhook }).click()
      expect(await focused()).toBe("webhook_url")
      expect(await violations(page)).toEqual([])
      // What the page finds by itself is led to as well.
      await page.locator("[name=webhook_extra_fields]").fill("no JSON")
      await page.getByRole("button", { name: save, exact: true }).click()
      await expect.poll(focused).toBe("webhook_url")
      expect(await bar.getByRole("button").count()).toBe(3)
    }
  )

  test("what payers, shops and owners write turns nothing around, widens nothing and runs nothing", async () => {
    const who = await customer("hector", { asksSmsCode: false })
    const person = await shopkeeper("hector@shop.example")
    const word = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(2)
    const texts = [
      word,
      "<img src=x onerror=alert(1)><script>alert(2)</script>",
      "\u202EOlga Iwanowa 123",
      "👨‍👩‍👧‍👦".repeat(12),
      "Ze\u200Bro\u200DWidth"
    ]
    const orders = texts.map((name, index) => ({
      external_id: [...`${index}${name}`].slice(0, 60).join(""),
      amount: `10${index}.00`,
      name
    }))
    await trade(who, orders, [])
    await print(
      who.id,
      texts.flatMap((name, index) => [
        [`10${index}.00`, `TRF DE ${name}`],
        [`10${index}.00`, `TRF DE ${name}`]
      ])
    )
    const account = await enrolledAs(person, word, who, rests)
    await settled(person, { needs_person: texts.length })
    const page = await enter(person, "/orders?show=all")
    let ran = 0
    page.on("dialog", (dialog) => {
      ran += 1
      void dialog.dismiss()
    })
    const places = [
      ["/orders?show=all", "main ul li button"],
      ["/movements", "main [role=listitem]"],
      ["/", "main svg[role=img]"],
      ["/accounts", "main ul li"],
      [`/accounts/${account}`, "main dl"],
      [`/accounts/${account}/settings`, "main form"],
      ["/deliveries", "main ul li"]
    ] as const
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 860 })
      for (const [path, ready] of places) {
        await page.goto(`${world().base}/app${path}`)
        await page.locator(ready).first().waitFor()
        expect([path, width, await whatIsWider(page)]).toEqual([path, width, []])
        expect([path, await page.evaluate(`document.body.innerText.search(/[\\u202A-\\u202E]/)`)]).toEqual([path, -1])
      }
      for (const name of [/^Donau/, "<img", "Olga Iwanowa 123"]) {
        await page.goto(`${world().base}/app/orders?show=all`)
        await rowOf(page)(name).first().click()
        await page.getByRole("article").locator("ol li").first().waitFor()
        expect([name, width, await whatIsWider(page)]).toEqual([name, width, []])
      }
      await page.goto(`${world().base}/app/movements`)
      await page.getByRole("listitem").getByRole("button", { name: /Donau/ }).first().click()
      await page.getByRole("dialog").locator("dd").first().waitFor()
      expect(
        await page
          .getByRole("dialog")
          .locator("*")
          .evaluateAll((all, most) => all.filter((one) => one.getBoundingClientRect().right > most).length, width)
      ).toBe(0)
    }
    expect(ran).toBe(0)
  })
})
