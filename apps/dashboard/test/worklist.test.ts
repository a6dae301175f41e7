/** The worklist, worked by keyboard alone, in a real browser against the real server. */
import { describe, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { goTo, offer, openMore, paymentsOf, rowOf, toldOf } from "./support/worklist.ts"
import { until } from "./support/world.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

// Without a payment an order rests after the first look.
const rests = { retry_limit: 0 }

describe("the worklist", () => {
  test("settles an ambiguous order by keyboard alone, keeps the place, and undoes it", async () => {
    const who = await customer("olga", { asksSmsCode: false })
    const person = await shopkeeper("keyboard@shop.example")
    const orders = [
      { external_id: "K-1", amount: "210.00", name: "Ahmed Benali" },
      { external_id: "K-2", amount: "88.00", name: "Nobody Atall" }
    ]
    await trade(who, orders, [
      ["210.00", "Ahmed Benali"],
      ["210.00", "Ahmed Benali"]
    ])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 1, not_found: 1 })

    const page = await enter(person, "/orders")
    const row = rowOf(page)
    await goTo(page, "Ahmed Benali")
    await page.getByText("Several movements are equally plausible for this order.").waitFor()
    const second = page.getByRole("button", { name: /BENALI AHMED/ }).nth(1)
    await second.waitFor()
    await page.keyboard.press("2")
    await page.keyboard.press("Enter")
    await page.getByText("K-1 is matched").waitFor()
    await settled(person, { matched: 1 })
    // The row stays where it was.
    expect(await row("Ahmed Benali").textContent()).toContain("Matched by you")
    await page.keyboard.press("u")
    await page.getByText("K-1 is open again").waitFor()
    await settled(person, { matched: 0 })
    await row("Ahmed Benali").waitFor()
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    // Behind the dialog nothing is worked.
    const before = await page.getByRole("article").getAttribute("aria-label")
    await page.keyboard.press("j")
    await page.keyboard.press("k")
    await page.keyboard.press("k")
    expect(await page.getByRole("article").getAttribute("aria-label")).toBe(before)
    await page.keyboard.press("Escape")
    await page.getByRole("dialog", { name: "Keys" }).waitFor({ state: "detached" })
    // What nobody has paid stands apart: there is nothing to choose.
    expect(await row("Nobody Atall").count()).toBe(0)
    await page.getByRole("button", { name: "No payment yet" }).click()
    await row("Nobody Atall").waitFor()
    await page.getByRole("button", { name: "All", exact: true }).click()
    await row("Ahmed Benali").waitFor()
    await page.keyboard.press("/")
    await page.keyboard.type("Nobody")
    await page.waitForURL(/[?&]q=Nobody/)
    await row("Ahmed Benali").waitFor({ state: "detached" })
    await row("Nobody Atall").waitFor()
  })

  test("shows what one order and one payment don't explain, settles each, and takes all of it back", async () => {
    const who = await customer("berta", { asksSmsCode: false })
    const person = await shopkeeper("beyond@shop.example")
    const orders = [
      { external_id: "B-0", amount: "12.00", name: "Nobody Atall" },
      { external_id: "B-1", amount: "150.00", name: "Elena Petrova" },
      { external_id: "B-2", amount: "90.00", name: "Elena Petrova" },
      { external_id: "B-3", amount: "300.00", name: "Jonas Weber" },
      { external_id: "B-4", amount: "58.00", name: "Ingrid Solberg" },
      { external_id: "B-5", amount: "77.00", name: "Karl Otto" }
    ]
    await trade(who, orders, [
      ["240.00", "Elena Petrova"],
      ["120.00", "Jonas Weber"],
      ["180.00", "Jonas Weber"],
      ["56.50", "Ingrid Solberg"],
      ["47.00", "Karl Otto"],
      ["30.00", "Karl Otto"]
    ])
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 6 })
    const page = await enter(person, "/orders?show=unpaid")
    const article = page.getByRole("article")
    await goTo(page, "Ingrid Solberg")
    await article.getByText("This payment is €1.50 less than the order").waitFor()
    await page.keyboard.press("1")
    await article.getByText(/what is missing is yours to ask for/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByText("B-4 is matched").waitFor()

    await goTo(page, "Jonas Weber")
    await article.getByText("These 2 payments together are the order").waitFor()
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await page.getByText("B-3 is matched").waitFor()
    await settled(person, { matched: 2, not_found: 4 })
    expect(await paymentsOf(person, "B-3")).toEqual(["180.00", "120.00"])
    await page.keyboard.press("u")
    await page.getByText("B-3 is open again").waitFor()
    await settled(person, { matched: 1 })
    expect(await paymentsOf(person, "B-3")).toEqual([])

    await goTo(page, "Elena Petrova")
    await article.getByText("This payment is the sum of 2 orders").waitFor()
    await page.keyboard.press("1")
    await article.getByText(/It is told of B-[12] too\. The payment is noted for all/).waitFor()
    await page.keyboard.press("Enter")
    await page.getByText(/B-[12] and B-[12] are matched/).waitFor()
    await settled(person, { matched: 3 })
    // The toast undoes the last one, too: all of it.
    await page.getByRole("button", { name: "Undo", exact: true }).last().click()
    await page.getByText(/B-[12] and B-[12] are open again/).waitFor()
    await settled(person, { matched: 1 })

    // What a person has said of payers is seen in the account's settings, and forgotten there.
    await page.goto(new URL(`/app/accounts/${account}/settings`, page.url()).href)
    const payers = page.getByRole("list", { name: "Payers that you taught" })
    await payers.getByRole("listitem").filter({ hasText: "Confirmed" }).filter({ hasText: "SOLBERG" }).waitFor()
    const excluded = payers.getByRole("listitem").filter({ hasText: "Taken off" }).filter({ hasText: "PETROVA" })
    await excluded.getByRole("button", { name: /^Forget .*PETROVA.* for Elena Petrova/i }).click()
    await excluded.waitFor({ state: "detached" })
    await page.getByLabel("A fee that the bank may keep").fill("1,50")
    await page.getByRole("button", { name: "Save", exact: true }).click()
    await page.getByText("Saved. It holds from the next read on.").waitFor()
    expect(await person.ask(`/accounts/${account}/config`)).toMatchObject({ fee_tolerance: "1.50" })

    // What was taken back waits again, and the same payments are not offered for it once more. On a phone an order stands below
    // the list: the next one is what is seen after a settlement.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(new URL("/app/orders?show=undone", page.url()).href)
    await rowOf(page)("Jonas Weber").click()
    await article.getByRole("heading", { name: "Jonas Weber" }).waitFor()
    expect(await article.getByRole("button", { name: /together/ }).count()).toBe(0)
    await page.goto(new URL("/app/orders?show=unpaid", page.url()).href)
    await rowOf(page)("Karl Otto").click()
    await article.getByRole("button", { name: /These 2 payments together/ }).click()
    await article.getByRole("button", { name: "Both pay it" }).click()
    const next = article.getByRole("heading", { name: "Nobody Atall" })
    await next.waitFor()
    await until("the next order is in sight", async () => {
      const top = (await next.boundingBox())?.y ?? -1
      return top >= 0 && top < 400 ? true : undefined
    })
  })

  test.runIf(process.env["VERIFY"] === "1")(
    "several payments and several orders are put together by keyboard, with what they add up to",
    async () => {
      const who = await customer("hilda", { asksSmsCode: false })
      const person = await shopkeeper("together@shop.example")
      await trade(
        who,
        [
          { external_id: "H-1", amount: "70.00", name: "Rita Sands" },
          { external_id: "H-2", amount: "30.00", name: "Olaf Brun" },
          { external_id: "H-3", amount: "45.00", name: "Vera Holm" }
        ],
        [
          ["40.00", "Sands Holding"],
          ["25.00", "Sands Holding"],
          ["75.00", "Familie Holm"]
        ]
      )
      await enrolledAs(person, "Account", who, rests)
      await settled(person, { not_found: 3 })
      const page = await enter(person, "/orders?show=unpaid")
      const article = page.getByRole("article")
      await goTo(page, "Rita Sands")
      await article.getByRole("searchbox").fill("sands")
      await article.getByRole("button", { name: /40\.00/ }).waitFor()
      await article.getByRole("heading", { name: "Rita Sands" }).click()
      await page.keyboard.press("m")
      await page.keyboard.press("1")
      await article.getByText("1 payment, ").waitFor()
      await page.keyboard.press("2")
      await article.getByText("2 payments, €65.00 of €70.00.").waitFor()
      await article.getByText(/€5\.00 is missing\..*what is missing is yours to ask for/).waitFor()
      await page.keyboard.press("Enter")
      await page.getByText("H-1 is matched").waitFor()
      await settled(person, { matched: 1 })

      await goTo(page, "Olaf Brun")
      await page.keyboard.press("x")
      await rowOf(page)(/Olaf Brun.*Together/s).waitFor()
      await goTo(page, "Vera Holm")
      await article.getByText("The payment that you choose pays H-2 too.").waitFor()
      await article.getByRole("searchbox").fill("holm")
      await article.getByRole("button", { name: /75\.00/ }).waitFor()
      await article.getByRole("heading", { name: "Vera Holm" }).click()
      await page.keyboard.press("1")
      await article.getByText(/^It pays H-3 and H-2, together €75\.00\. .* It is told of H-2 too\.$/).waitFor()
      expect(await violations(page)).toEqual([])
      await page.keyboard.press("Enter")
      await page.getByText("H-3 and H-2 are matched").waitFor()
      await settled(person, { matched: 3 })

      // The order's own page has all of it, and separating says what it does and leaves undone.
      await article.getByRole("link", { name: "The whole story" }).click()
      await page.getByText("This payment also pays").waitFor()
      await page.getByRole("button", { name: "Undo …" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByText("Your shop hears nothing").waitFor()
      await dialog.getByText(/The payment goes on paying H-[23]\./).waitFor()
      await dialog.getByRole("button", { name: "Undo", exact: true }).click()
      await settled(person, { matched: 2 })
      // Back is where one came from: the order that was looked at, not the list's first one.
      const undone = (await page.getByRole("heading", { level: 1 }).textContent()) ?? ""
      await page.getByRole("link", { name: "Back" }).click()
      await article.getByRole("heading", { name: undone }).waitFor()
      await article.getByText("You undid its match", { exact: true }).waitFor()
    }
  )

  test("an undone order is found where work is found, says what happened, and is settled although its shop withdrew it", async () => {
    const who = await customer("ursula", { asksSmsCode: false })
    const person = await shopkeeper("undone@shop.example")
    await trade(
      who,
      [
        { external_id: "U-1", amount: "210.00", name: "Ahmed Benali" },
        { external_id: "U-2", amount: "95.00", name: "Petra Lang" }
      ],
      [
        ["210.00", "Ahmed Benali"],
        ["210.00", "Ahmed Benali"],
        ["93.50", "Petra Lang"]
      ]
    )
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 1, not_found: 1 })
    const page = await enter(person, "/orders")
    const article = page.getByRole("article")
    const cards = article.getByRole("button", { name: /BENALI AHMED/ })
    await goTo(page, "Ahmed Benali")
    await offer(page, /BENALI AHMED/)
    await page.keyboard.press("1")
    await article.getByText("Your shop is told “Matched”: the order counts as paid.").waitFor()
    await page.keyboard.press("Enter")
    await page.getByText("U-1 is matched, and your shop is told").waitFor()
    const order = await toldOf(person, "U-1")
    // Who has just confirmed it is not told what an undoing would teach.
    await article.getByText("Paid by BENALI AHMED").waitFor()
    expect(await article.getByText(/remembers|taken back/).count()).toBe(0)
    await page.keyboard.press("u")
    // Each payment is offered under the number that it had, and nothing is chosen yet.
    await article.getByText("You undid its match", { exact: true }).waitFor()
    await article.getByText(/^Payment taken back on .*: it was BENALI AHMED · €210\.00 · /).waitFor()
    expect(await article.getByText(/remembers/).isVisible()).toBe(false)
    await openMore(article, "In your shop it still counts as paid: more")
    await article.getByText(/It was told “Matched” on /).waitFor()
    await cards.first().getByText("You have undone its match with this order.").waitFor()
    await expect.poll(() => cards.count()).toBe(2)
    expect(await article.getByRole("button", { pressed: true }).count()).toBe(0)
    expect(await article.getByText(/You have chosen|not looked yet|equally plausible/).count()).toBe(0)
    await article.getByRole("button", { name: "Don't remember it" }).click()
    await article.getByText(/^Nothing is remembered of payments by “BENALI AHMED”/).waitFor()
    // It is counted where it needs somebody, and nowhere else.
    await page.goto(`${world().base}/app/`)
    await page.getByRole("heading", { name: "1 order needs you" }).waitFor()
    await page.getByRole("link", { name: "1 To settle" }).waitFor()
    await page.getByRole("link", { name: "0 Waiting" }).waitFor()
    // Whoever lets it wait is asked again when there is nothing to wait for.
    await page.goto(`${world().base}/app/orders?order=${order.id}`)
    await article.getByText(/Your shop still lists the order\./).waitFor()
    await article.getByRole("button", { name: "Let it wait for another payment" }).click()
    await page.getByText("U-1 waits for another payment").waitFor()
    await article.getByText("You let it wait for another payment: each read looks for one.").waitFor()
    await article.getByText(/^Payment taken back on /).waitFor()
    expect(await article.getByText(/equally plausible/).count()).toBe(0)
    await settled(person, { needs_person: 0 })
    await world().shop.ask("/orders/ursula/U-1", "DELETE")
    await settled(person, { cancelled: 1, needs_person: 1 })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${world().base}/app/orders?show=matched&order=${order.id}`)
    await article.getByText("You undid its match, and your shop no longer lists it").waitFor()
    await article.getByText("Undone, gone from the shop").waitFor()
    await article.getByRole("button", { name: "Close it: no payment is expected" }).waitFor()
    await cards.first().waitFor()
    expect(await article.getByRole("button", { name: "Try again" }).count()).toBe(0)
    expect(await article.locator("kbd").filter({ visible: true }).count()).toBe(0)
    await page.getByRole("button", { name: "All orders" }).click()
    const tab = page.getByRole("button", { name: "Undone", exact: true })
    await tab.click()
    await rowOf(page)(/Ahmed Benali.*Undone, gone from the shop/s).waitFor()
    const place = await tab.boundingBox()
    expect((place?.x ?? 400) + (place?.width ?? 0)).toBeLessThanOrEqual(390)
    await rowOf(page)("Ahmed Benali").click()

    await article.getByRole("link", { name: "The whole story" }).click()
    await page.getByText("Your shop no longer lists it.").waitFor()
    await page.getByRole("listitem").filter({ hasText: "You let it wait for another payment" }).waitFor()
    const chosen = page.getByRole("listitem").filter({ hasText: "You chose its payment" })
    await chosen.getByText(/^BENALI AHMED · €210\.00 · /).waitFor()
    await page.getByRole("link", { name: "Back" }).click()
    await article.getByRole("heading", { name: "Ahmed Benali" }).waitFor()
    await cards.nth(1).click()
    await article.getByText(/^Your shop is told “Matched” again, in a new message/).waitFor()
    await article.getByRole("button", { name: "This one pays it" }).click()
    await page.getByText("U-1 is matched, and your shop is told again").waitFor()
    await settled(person, { matched: 1, cancelled: 0, needs_person: 0 })

    // What is missing is said later, too, where the match is undone as well.
    await page.goto(`${world().base}/app/orders?show=unpaid`)
    await rowOf(page)("Petra Lang").click()
    await article.getByRole("button", { name: /93\.50/ }).click()
    await article.getByRole("button", { name: "It pays it all the same" }).click()
    await page.getByText("U-2 is matched").waitFor()
    await page.goto(`${world().base}/app/orders?show=matched`)
    await rowOf(page)(/Petra Lang.*Chosen by you, /s).click()
    await article.getByText("Paid by LANG PETRA").waitFor()
    await article.getByText(/^€1\.50 is missing\./).waitFor()
    await article.getByRole("button", { name: "Undo …" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByText(/^What is taken back: LANG PETRA · €93\.50 · /).waitFor()
    await dialog.getByText("What follows, and what is remembered").click()
    await dialog.getByRole("button", { name: "Don't remember it" }).click()
    await dialog.getByRole("button", { name: "Undo", exact: true }).click()
    await settled(person, { matched: 1, needs_person: 1 })
    // Who undoes it stays with it. The name is forgotten by a request of its own, after the undoing.
    await page.getByRole("article", { name: "U-2" }).getByText("You undid its match", { exact: true }).waitFor()
    await expect.poll(() => person.ask(`/accounts/${account}/payers`)).toMatchObject([{ verdict: "confirmed" }])
    // The money that pays nothing is found among the movements.
    await page.goto(`${world().base}/app/movements`)
    await page.getByLabel("What it pays").selectOption("Money in that pays no order")
    await page.getByText("2 movements").waitFor()
    const paying = page.getByRole("main").getByText(/^Pays U-/)
    expect(await paying.count()).toBe(0)

    // What is closed is called so at once, though its shop lists it still; an amount is looked for as the page writes it.
    await person.ask(`/conciliation/${(await toldOf(person, "U-2")).id}/leave?as=closed`, "POST")
    await page.goto(`${world().base}/app/orders?show=cancelled&q=${encodeURIComponent("€95.00")}`)
    await page.getByRole("button", { name: "Look in all orders" }).click()
    await rowOf(page)(/Petra Lang.*Undone, closed/s).click()
    await article.getByText("You closed it: no payment is expected.").waitFor()
    expect(await article.getByRole("button", { name: "Try again" }).count()).toBe(0)
  })

  test("two people at one list: what the other has settled meanwhile is said, and a restart loses nobody's place", async () => {
    const who = await customer("greta", { asksSmsCode: false })
    const person = await shopkeeper("two@shop.example")
    await trade(
      who,
      [
        { external_id: "T-1", amount: "41.00", name: "Carla Ruiz" },
        { external_id: "T-2", amount: "52.00", name: "Petra Lang" },
        { external_id: "T-3", amount: "63.00", name: "Otto Krug" }
      ],
      [
        ["41.00", "Carla Ruiz"],
        ["41.00", "Carla Ruiz"],
        ["52.00", "Petra Lang"],
        ["52.00", "Petra Lang"]
      ]
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 2, not_found: 1 })
    const page = await enter(person, "/orders")
    const other = await page.context().newPage()
    // Each tab has its own log-in, unless it was asked to be kept.
    await other.goto(`${world().base}/app/orders`)
    await Promise.all([goTo(page, "Petra Lang"), goTo(other, "Petra Lang")])
    await offer(page, /LANG PETRA/)
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await page.getByText("T-2 is matched").waitFor()
    // The other one sees it leave, and stands at what has come to its place, not at the top.
    await rowOf(other)("Petra Lang").waitFor({ state: "detached" })
    await other.getByRole("article").getByRole("heading", { name: "Carla Ruiz" }).waitFor()
    await goTo(page, "Carla Ruiz")
    await offer(page, /RUIZ CARLA/)
    await world().away(async () => {
      const cut = [page, other].map((each) => each.getByText(/No connection to the server since/))
      await Promise.all(cut.map((told) => told.waitFor()))
      // Nothing is settled while nobody answers, and that is said.
      await page.keyboard.press("1")
      await page.keyboard.press("Enter")
      await page.getByText(/^The server did not answer\. Try it again/).waitFor()
    })
    await other.getByText(/No connection to the server since/).waitFor({ state: "detached" })
    await other.keyboard.press("2")
    await other.keyboard.press("Enter")
    await other.getByText("T-1 is matched").waitFor()
    await page.getByText(/No connection to the server since/).waitFor({ state: "detached" })
    await rowOf(page)("Carla Ruiz").waitFor({ state: "detached" })
    await settled(person, { matched: 2 })
    // The row of what was settled here has kept its place, and says so no longer when somebody else undoes it.
    const kept = rowOf(page)("Petra Lang")
    expect(await kept.textContent()).toContain("Matched by you")
    const [undone] = await person.ask<ReadonlyArray<{ id: string }>>("/conciliation/requests?q=T-2")
    await person.ask(`/conciliation/${undone?.id}/unmatch`, "POST")
    await kept.getByText("Matched by you").waitFor({ state: "detached" })
    await kept.waitFor()
  })
})
