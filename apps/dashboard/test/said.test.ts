/** What is said of orders and of whoever writes to them. One world for all of it. */
import type { Locator, Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { violations, whatIsWider } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { goTo, offer, rowOf } from "./support/worklist.ts"
import type { Person } from "./support/world.ts"

const { bankId, customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

// Without a payment an order rests after the first look.
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
    // As many shops number their orders.
    const number = "6f1d0c52-5f0e-4b7c-9a55-0d6a1f3b8e21"
    await trade(
      who,
      [...orders, { external_id: number, amount: "77.00", name: "Rita Sands" }],
      [["77.00", "Rita Sands"]]
    )
    await print(
      who.id,
      texts.flatMap((name, index) => [
        [`10${index}.00`, `TRF DE ${name}`],
        [`10${index}.00`, `TRF DE ${name}`]
      ])
    )
    await print(who.id, [["123456789012.34", "TRF DE محمد عبد الله الأحمدي"]])
    const account = await enrolledAs(person, word, who, rests)
    await settled(person, { needs_person: texts.length, matched: 1 })
    const [long] = await person.ask<ReadonlyArray<{ id: string }>>(`/conciliation/requests?q=${word}`)
    const page = await enter(person, "/orders?show=all")
    let ran = 0
    page.on("dialog", (dialog) => {
      ran += 1
      void dialog.dismiss()
    })
    const places = [
      ["/orders?show=all", "main ul li button"],
      [`/orders/${long?.id}`, "main time"],
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
    // Wherever payments are listed side by side there is room for who pays, and all of an amount is read.
    await page.goto(`${world().base}/app/movements`)
    const row = page
      .getByRole("listitem")
      .filter({ hasText: "€123,456,789,012.34" })
      .filter({ hasText: /محمد|الأحمدي/u })
    await row.waitFor()
    const width = (found: Locator) => found.evaluate((element) => element.getBoundingClientRect().width)
    const end = (found: Locator) => found.evaluate((element) => element.getBoundingClientRect().right)
    const payer = row.getByText(/محمد|الأحمدي/u).first()
    for (const wide of [768, 1024, 1280]) {
      await page.setViewportSize({ width: wide, height: 860 })
      expect([wide, (await width(payer)) > 100]).toEqual([wide, true])
      expect([wide, (await end(row.getByText("€123"))) <= (await end(row))]).toEqual([wide, true])
    }
    // What runs from right to left begins at its right, so that its end is what is cut off.
    expect(await payer.evaluate((element) => element.matches(":dir(rtl)"))).toBe(true)
    expect(ran).toBe(0)
  })
})

// What an order's pane and its row say of payments that come close, while it is so and no longer.

interface Found {
  readonly id: string
  readonly account_id: string
}

const takeOut = async (person: Person, amount: string) => {
  const [found] = await person.ask<ReadonlyArray<Found>>(`/movements?amount=${amount}`)
  await person.ask(`/accounts/${found?.account_id}/movements/${found?.id}/exclude`, "POST")
}

test("the only payment of two orders is not said to fit as well as another payment, nor anything of a short reference", async () => {
  const who = await customer("pilar", { asksSmsCode: false })
  const person = await shopkeeper("only@shop.example")
  const orders = ["1", "2"].map((id) => ({ external_id: id, amount: "50.00", name: "Ana Ruiz Vega" }))
  const long = { external_id: "PED-40100", amount: "61.00", name: "Eva Gil Soto" }
  await trade(
    who,
    [...orders, long],
    [
      ["50.00", "Ana Ruiz Vega"],
      ["61.00", "Eva Gil Soto"],
      ["61.00", "Eva Gil Soto"]
    ]
  )
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { ambiguous: 3 })
  const page = await enter(person, "/orders")
  const article = page.getByRole("article")
  await rowOf(page)(/^Ana Ruiz Vega/)
    .first()
    .click()
  await offer(page, /RUIZ VEGA/)
  expect(await article.getByRole("listitem").count()).toBe(1)
  await article.getByText("It fits another order as well:").waitFor()
  expect(await article.getByText(/as well as another one|without the order's reference/).count()).toBe(0)
  // Where there are two, and a reference that could be told, both are said; until one of the two is taken out.
  await rowOf(page)(/^Eva Gil Soto/).click()
  await offer(page, /GIL SOTO/)
  await article.getByText("without the order's reference").first().waitFor()
  expect(await article.getByText("It fits as well as another one:").count()).toBe(2)
})

test("an order says that a payment comes close for as long as it could pay it", async () => {
  const who = await customer("lidia", { asksSmsCode: false })
  const person = await shopkeeper("close@shop.example")
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await world().shop.ask("/orders", "POST", {
    orders: [
      { list: who.id, external_id: "L-3", amount: "73.00", name: "Otto Krug", created_at: daysAgo(4) },
      { list: who.id, external_id: "L-4", amount: "74.00", name: "Vera Holm", created_at: daysAgo(4) },
      // The bank is read back to it.
      { list: who.id, external_id: "L-5", amount: "75.00", name: "Long Gone", created_at: daysAgo(6) }
    ]
  })
  await trade(
    who,
    [{ external_id: "L-1", amount: "52.00", name: "Petra Lang" }],
    [
      ["52.00", "Petra Moll"],
      ["73.00", "Otto Brun"],
      ["74.00", "Vera Sands"]
    ]
  )
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 3, expired: 1 })
  for (const order of ["L-3", "L-4"]) {
    await world().shop.ask(`/orders/${who.id}/${order}`, "PATCH", { created_at: daysAgo(5) })
  }
  await settled(person, { not_found: 1, expired: 3 })
  const page = await enter(person, "/orders?show=unpaid")
  const article = page.getByRole("article")
  await rowOf(page)(/Petra Lang.*One comes close/s).click()
  await article.getByText("The amount came only from another name.").waitFor()
  await offer(page, /MOLL PETRA/)
  await page.goto(`${world().base}/app/orders?show=expired`)
  await rowOf(page)("Otto Krug").click()
  await article.getByText("The amount came only from another name.").waitFor()
  await article.getByText(/^So it was when we last looked, /).waitFor()

  for (const amount of ["52.00", "73.00"]) await takeOut(person, amount)
  await page.reload()
  await rowOf(page)("Otto Krug").click()
  const gone = article.getByText(/^What came close can pay it no longer: /)
  await gone.waitFor()
  // The other one's is still there.
  await rowOf(page)("Vera Holm").click()
  await offer(page, /SANDS VERA/)
  expect(await gone.count()).toBe(0)
  await page.goto(`${world().base}/app/orders?show=unpaid`)
  await rowOf(page)(/Petra Lang.*No payment yet/s).click()
  await gone.waitFor()
  await article.getByText("No movement comes close.").waitFor()
})

test("a payment of a file that names no payer is told where its order is looked at, and a text is printed once", async () => {
  const person = await shopkeeper("nameless@shop.example")
  await world().shop.ask("/orders", "POST", {
    orders: [{ list: "nameless", external_id: "N-1", amount: "53.00", name: "Carla Ruiz", currency: "EUR" }]
  })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "By file" })
  const { shop } = world()
  const settings = { pending_orders_endpoint: `${shop.url}/orders/nameless`, webhook_url: `${shop.url}/hooks/nameless` }
  await person.ask(`/accounts/${id}/config`, "PUT", { ...settings, ...rests })
  await settled(person, { pending: 1 })
  const day = new Date().toISOString().slice(0, 10)
  const content = `Date;Description;Amount;Currency\n${day};***;53.00;EUR\n${day};INGRESO EN EFECTIVO;54.00;EUR`
  await person.ask(`/accounts/${id}/statements`, "POST", { content })
  await settled(person, { not_found: 1 })

  const page = await enter(person, "/orders?show=unpaid")
  const article = page.getByRole("article")
  await rowOf(page)(/Carla Ruiz.*One comes close/s).click()
  await article.getByText(/^A payment of this amount came without a payer's name: search for it/).waitFor()
  await takeOut(person, "53.00")
  await page.reload()
  await rowOf(page)(/Carla Ruiz.*No payment yet/s).click()
  await article.getByText(/^What came close can pay it no longer: /).waitFor()
  await page.goto(`${world().base}/app/movements`)
  const movement = page.getByRole("main").getByRole("button", { name: /INGRESO EN EFECTIVO/ })
  expect((await movement.innerText()).match(/INGRESO/g)).toEqual(["INGRESO"])
  await movement.click()
  const dialog = page.getByRole("dialog")
  await dialog.getByRole("heading", { name: "INGRESO EN EFECTIVO" }).waitFor()
  expect((await dialog.innerText()).match(/INGRESO/g)).toEqual(["INGRESO"])
})

// What is said of an order is what was found by the last look at it.

test("an order that is looked at again shows the new look once it was made, though it came to the same", async () => {
  const who = await customer("again", { asksSmsCode: false })
  const person = await shopkeeper("again@shop.example")
  await trade(who, [{ external_id: "A-1", amount: "33.00", name: "Nobody Atall" }], [])
  await enrolledAs(person, "Account", who, rests)
  await settled(person, { not_found: 1 })
  const { orders: words } = en
  const page = await enter(person, "/orders?show=unpaid")
  const article = page.getByRole("article")
  await rowOf(page)("Nobody Atall").click()
  const main = page.getByRole("main")
  const tries = async () =>
    Number(/Tried (\d+) times/.exec(await main.getByText(/Tried/).first().innerText())?.[1] ?? 1)
  const made = async () => {
    const [order] = await person.ask<ReadonlyArray<{ attempts_made: number }>>("/conciliation/requests?q=A-1")
    return order?.attempts_made
  }
  // A read that ends meanwhile looks at it too: the page may go from two tries to four, but shows as many as were made.
  const lookAgain = async () => {
    const before = await tries()
    await main.getByRole("button", { name: words.again }).click()
    await expect.poll(tries).toBeGreaterThan(before)
    await expect.poll(async () => (await tries()) === (await made())).toBe(true)
  }
  await lookAgain()

  // It is answered when the page of the order stands already.
  const before = await tries()
  const { promise: stands, resolve: answer } = Promise.withResolvers<void>()
  await page.route("**/run", async (route) => {
    await stands
    await route.continue()
  })
  await main.getByRole("button", { name: words.again }).click()
  await article.getByRole("link", { name: words.details }).click()
  await main.getByRole("link", { name: words.toSettle }).waitFor()
  answer()
  await expect.poll(tries).toBeGreaterThan(before)
  await lookAgain()
})
