/** What an order's pane and its row say of payments that come close, while it is so and no longer. */
import { expect, test } from "vitest"
import { stories } from "./support/stories.ts"
import { offer, rowOf } from "./support/worklist.ts"
import type { Person } from "./support/world.ts"

const { bankId, customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

// Without a payment an order rests after the first look.
const rests = { retry_limit: 0 }

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
  const expiring = new Date(Date.now() - 5 * 86_400_000 + 30_000).toISOString()
  await world().shop.ask("/orders", "POST", {
    orders: [
      { list: who.id, external_id: "L-3", amount: "73.00", name: "Otto Krug", created_at: expiring },
      { list: who.id, external_id: "L-4", amount: "74.00", name: "Vera Holm", created_at: expiring }
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
  await settled(person, { not_found: 1, expired: 2 })
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
