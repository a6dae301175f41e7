/** Every page that is open says the same, and says what a press does before it does it. */
import { describe, expect, test } from "vitest"
import { violations } from "../support/axe.ts"
import { rowOf, toldOf } from "../support/worklist.ts"
import { until } from "../support/world.ts"
import { customer, enrolledAs, enter, settled, shopkeeper, trade, world } from "./shared.ts"

const rests = { retry_limit: 0 }

describe("what a page tells", () => {
  test("what is decided on one page is counted on the other at once", async () => {
    const who = await customer("lena", { asksSmsCode: false })
    const person = await shopkeeper("lena@shop.example")
    await trade(who, [{ external_id: "L-1", amount: "31.00", name: "Ahmed Benali" }], [["31.00", "Ahmed Benali"]])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 1 })
    const { id } = await toldOf(person, "L-1")
    await person.ask(`/conciliation/${id}/unmatch`, "POST")
    const page = await enter(person, "/orders?show=undone")
    const article = page.getByRole("article")
    const other = await page.context().newPage()
    await other.goto(`${world().base}/app/`)
    await other.getByText("Live", { exact: true }).first().waitFor()
    const tile = (count: number) => other.getByRole("link", { name: `${count} To settle` })
    const badge = other
      .getByRole("navigation")
      .first()
      .getByRole("link", { name: /^Orders/ })
    await tile(1).waitFor()
    await badge.filter({ hasText: "1" }).waitFor()

    await rowOf(page)("Ahmed Benali").click()
    await article.getByRole("button", { name: "Let it wait for another payment" }).click()
    await page.getByText("L-1 waits for another payment").waitFor()
    await tile(0).waitFor()
    await badge.filter({ hasNotText: "1" }).waitFor()
    await article.getByRole("button", { name: "Take it up again" }).click()
    await page.getByText("L-1 needs you again").waitFor()
    await tile(1).waitFor()
    await badge.filter({ hasText: "1" }).waitFor()
  })

  test("taking out a payment that pays an order asks first, and both stay said", async () => {
    const who = await customer("erik", { asksSmsCode: false })
    const person = await shopkeeper("erik@shop.example")
    await trade(who, [{ external_id: "E-1", amount: "41.00", name: "Rita Sands" }], [["41.00", "Rita Sands"]])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 1 })
    const page = await enter(person, "/movements")
    const dialog = page.getByRole("dialog")
    const row = page.getByRole("listitem").filter({ hasText: "SANDS RITA" })
    await row.getByRole("button").click()
    await dialog.getByRole("link", { name: "Go to order E-1" }).waitFor()
    await dialog.getByRole("button", { name: "Take it out …" }).click()
    await dialog.getByText(/^It pays E-1\. Taking it out doesn't undo that: the order stays matched/).waitFor()
    expect(await row.getByText("Taken out").count()).toBe(0)
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Take it out all the same" }).click()
    await row.getByText("Taken out").filter({ visible: true }).waitFor()
    await row.getByText("Pays E-1").filter({ visible: true }).waitFor()
    await settled(person, { matched: 1 })
    await row.getByRole("button").click()
    await dialog.getByText(/^It is taken out and still pays E-1:/).waitFor()
    await dialog.getByRole("link", { name: "Go to order E-1" }).click()
    await page.getByText(/^Its payment is taken out/).waitFor()
  })

  test("an address that this server does not call is told when it is saved, and a test that failed stays said", async () => {
    const person = await shopkeeper("nora@shop.example")
    const who = await customer("nora", { asksSmsCode: false })
    const account = await enrolledAs(person, "Account", who)
    const page = await enter(person, `/accounts/${account}`)
    const main = page.getByRole("main")
    await main.getByText("Not used yet", { exact: true }).waitFor()
    await page.goto(`${world().base}/app/accounts/${account}/settings`)
    const field = page.getByLabel("Webhook address")
    await field.fill("http://10.0.0.5:99999/hook")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page
      .getByText(/^The port, the number after the colon, must be from 1 to 65535/)
      .first()
      .waitFor()
    await field.fill("http://10.0.0.5:9000/hook")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved. But this server will not call one of the addresses: see at the field.").waitFor()
    const warning = page.getByText(/^This server does not call this address, so nothing arrives there\./)
    await warning.waitFor()
    await page.getByText(/^10\.0\.0\.5 may not be called: 10\.0\.0\.5 is a private address/).waitFor()
    expect(await violations(page)).toEqual([])
    await page.reload()
    await warning.waitFor()
    await field.fill("https://shop.example.com/hook")
    await warning.waitFor({ state: "hidden" })
    await field.fill("http://10.0.0.5:9000/hook")
    await warning.waitFor()

    await page.goto(`${world().base}/app/accounts/${account}`)
    await page.getByRole("button", { name: "Send a test" }).click()
    await main.getByText("The test failed", { exact: true }).waitFor()
    await page.reload()
    await main.getByText("The test failed", { exact: true }).waitFor()
    await main.getByText(/^Tested .*: An address that this server may not reach$/).waitFor()
    expect(await main.getByText("Not used yet").count()).toBe(0)

    // Whoever goes on before the answer comes is told it where they are.
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
    await page.route("**/webhook-test", (route) => isLetGo.then(() => route.continue()))
    await page.getByRole("button", { name: "Send a test" }).click()
    await page.getByRole("link", { name: "Orders" }).first().click()
    await page.getByRole("heading", { name: "Orders", exact: true }).waitFor()
    letGo()
    await page
      .getByText(/^Test of the webhook of “.+”: An address that this server may not reach$/)
      .first()
      .waitFor()
    await page.goBack()

    // In the reader's language, and once.
    await page.evaluate(`localStorage.setItem("counterfoil.language", "es")`)
    await page.reload()
    await page.getByRole("button", { name: "Enviar una prueba" }).click()
    await main.getByText(/^Quien administra este servidor puede permitir una red privada/).waitFor()
    expect(
      await main
        .getByText(/EGRESS_ALLOW/)
        .filter({ visible: true })
        .count()
    ).toBe(1)
    await main.getByText("Detalles, en inglés").waitFor()

    // What is told lies over no button, on a phone neither.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${world().base}/app/accounts/${account}/settings`)
    await page.getByRole("button", { name: "Guardar", exact: true }).click()
    const toast = page.getByText(/^Guardado\. Pero este servidor no llamará/)
    await toast.waitFor()
    const [save, told] = await Promise.all([
      page.getByRole("button", { name: "Guardar", exact: true }).boundingBox(),
      toast.boundingBox()
    ])
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThan(told?.y ?? 0)
  })

  test("whoever gives an order another one's payment, whole or in part, is told what that teaches", async () => {
    const who = await customer("tomas", { asksSmsCode: false })
    const person = await shopkeeper("tomas@shop.example")
    await trade(who, [{ external_id: "T-1", amount: "210.00", name: "Ahmed Benali" }], [["208.00", "Marta Haddad"]])
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 1 })
    const page = await enter(person, "/movements?pays=no")
    const dialog = page.getByRole("dialog")
    await page.getByRole("button", { name: /HADDAD/ }).click()
    await dialog.getByRole("button", { name: "Give it to an order" }).click()
    await dialog.getByRole("searchbox").fill("T-1")
    await dialog.getByRole("button", { name: /Ahmed Benali.*210\.00/s }).click()
    await dialog.getByText("The payer's name is not the order's").waitFor()
    await dialog.getByRole("button", { name: "It pays T-1" }).click()
    await page.getByText("T-1 is matched, and your shop is told").waitFor()
    // It is as was said.
    await page.goto(`${world().base}/app/accounts/${account}/settings`)
    const payers = page.getByRole("list", { name: "Payers that you taught" })
    await payers.getByRole("listitem").filter({ hasText: "Confirmed" }).filter({ hasText: "HADDAD" }).waitFor()
    // An order's id and a word of its payment find it.
    await page.goto(`${world().base}/app/movements?q=haddad+T-1`)
    await page.getByRole("button", { name: /HADDAD/ }).waitFor()
    await page.goto(`${world().base}/app/orders?show=all&q=nobodyatall`)
    await page.getByText(/^Orders are found by name, id, reference, amount/).waitFor()
  })

  test("reversed dates are said so, and nothing is asked for", async () => {
    const person = await shopkeeper("dora@shop.example")
    const who = await customer("dora", { asksSmsCode: false })
    await enrolledAs(person, "Account", who)
    const page = await enter(person, "/")
    const asked: Array<string> = []
    page.on(
      "request",
      (request) => void (request.url().includes("/movements?") ? asked.push(request.url()) : undefined)
    )
    await page.goto(`${world().base}/app/movements?from=2026-11-21&to=2026-11-20`)
    await page.getByText("The dates are reversed").waitFor()
    expect(await page.getByRole("button", { name: "Export CSV" }).count()).toBe(0)
    // What the overview has asked for is none of this page's.
    expect(asked.filter((url) => !url.includes("/app/") && !/held=yes|pays=no/.test(url))).toEqual([])
    await page.getByRole("button", { name: "Exchange them" }).click()
    await page.getByText("No movement fits").waitFor()
    expect(new URL(page.url()).search).toBe("?from=2026-11-20&to=2026-11-21")
    // A day is typed part by part, each under the next: the same one where the month comes first.
    await page.getByRole("button", { name: "Clear all" }).click()
    const from = page.getByLabel("From", { exact: true })
    await until("no day", async () => ((await from.inputValue()) === "" ? true : undefined))
    await from.focus()
    for (const key of "11112026") await page.keyboard.press(key)
    await page.waitForURL(/\?from=2026-11-11$/)
    expect(await from.inputValue()).toBe("2026-11-11")
    // What is no day in an address is no filter, and takes nothing with it.
    await page.goto(`${world().base}/app/movements?from=yesterday&to=12026-11-20`)
    await page.getByLabel("Direction").selectOption("in")
    await page.waitForURL(/direction=in/)
    expect(await page.getByRole("button", { name: /^Remove the filter/ }).count()).toBe(1)
  })

  test("on a phone, in Spanish, nothing is cut off or squeezed, and words are quoted as Spanish does", async () => {
    const who = await customer("sonia", { asksSmsCode: false })
    const person = await shopkeeper("sonia@shop.example")
    await trade(
      who,
      [{ external_id: "N-1", amount: "1234.00", name: "Olga" }],
      [["1234.00", "Wolfeschlegelsteinhausen Olga"]]
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 0 })
    const page = await enter(person, "/")
    await page.evaluate(`localStorage.setItem("counterfoil.language", "es")`)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    const button = await page.getByRole("button", { name: "Ver como tabla" }).last().boundingBox()
    expect(button?.height).toBeLessThan(40)

    await page.goto(`${world().base}/app/movements?q=${encodeURIComponent("1.234,00 olga")}`)
    await page.getByRole("button", { name: "Quitar el filtro «1.234,00 olga»" }).waitFor()
    await page.getByRole("list", { name: "Movimientos" }).getByRole("button").first().click()
    const facts = page.getByRole("dialog").locator("dd")
    await facts.first().waitFor()
    expect(await facts.evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > 390).length)).toBe(
      0
    )
    await page.setViewportSize({ width: 1280, height: 860 })
    await page.goto(`${world().base}/app/movements`)
    const hint = await page.getByRole("searchbox").getAttribute("placeholder")
    expect(hint?.length).toBeLessThan(29)
  })

  test("who has tried too often is told until when, and whom to ask", async () => {
    const page = await enter(await shopkeeper("iris@shop.example"), "/settings")
    await page.getByRole("button", { name: "Log out" }).first().click()
    await page.getByRole("heading", { name: "Log in" }).waitFor()
    await page.clock.install()
    const refused = (after: string) =>
      page.route("**/auth/login", (route) =>
        route.fulfill({
          status: 429,
          headers: { "retry-after": after, "counterfoil-error-code": "rate_limited" },
          json: { error: "Too many requests" }
        })
      )
    await refused("720")
    await page.getByLabel("E-mail").fill("iris@shop.example")
    await page.getByLabel("Password").fill("not the password")
    await page.getByRole("button", { name: "Log in" }).click()
    const alert = page.getByRole("alert")
    await alert.getByText("Too many tries. Try again in 12 minutes.").waitFor()
    await alert.getByText(/^You may try again at \d\d:\d\d/).waitFor()
    await alert.getByText(/^If you have forgotten your password: whoever runs this server/).waitFor()
    const timer = alert.locator("[role=timer]")
    await timer.getByText(/^1[12]:\d\d$/).waitFor()
    await page.clock.fastForward("05:00")
    await timer.getByText(/^[67]:\d\d$/).waitFor()
    await alert.getByText("Too many tries. Try again in 7 minutes.").waitFor()
    await page.clock.fastForward("07:01")
    await alert.getByText("You may try again now.").waitFor()
    expect(await alert.getByText(/^You may try again at/).count()).toBe(0)
    await refused("20")
    await page.getByRole("button", { name: "Log in" }).click()
    await alert.getByText("Too many tries. Try again in 20 seconds.").waitFor()
  })
})
