/** A bookkeeper's morning: what was undone is found and taken up again, money is given to an order, nobody has to be quick. */
import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"
import { goTo, offer, openMore, paymentsOf, rowOf, toldOf } from "./support/worklist.ts"
import { latestCode, until } from "./support/world.ts"

const { customer, enrolledAs, enter, settled, shopkeeper, trade, world } = stories()

const rests = { retry_limit: 0 }

const works = (endpoint: unknown): endpoint is object =>
  typeof endpoint === "object" &&
  endpoint !== null &&
  "failures" in endpoint &&
  endpoint.failures === 0 &&
  "waiting" in endpoint &&
  endpoint.waiting === 0

describe("a bookkeeper's morning", () => {
  test("what was undone is found whatever became of it, what is closed is taken up again, and the figures say one thing", async () => {
    const who = await customer("carmen", { asksSmsCode: false })
    const person = await shopkeeper("carmen@shop.example")
    await trade(
      who,
      [
        { external_id: "C-1", amount: "31.00", name: "Ahmed Benali" },
        { external_id: "C-2", amount: "32.00", name: "Petra Lang" },
        { external_id: "C-3", amount: "33.00", name: "Jonas Weber" }
      ],
      [
        ["31.00", "Ahmed Benali"],
        ["32.00", "Petra Lang"],
        ["33.00", "Jonas Weber"]
      ]
    )
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 3 })
    for (const name of ["C-1", "C-2"]) {
      const { id } = await toldOf(person, name)
      await person.ask(`/conciliation/${id}/unmatch`, "POST")
      if (name === "C-2") await person.ask(`/conciliation/${id}/leave?as=closed`, "POST")
    }
    const page = await enter(person, "/")
    const article = page.getByRole("article")
    await page.getByRole("link", { name: "1 To settle" }).waitFor()
    // The chart has the figures' own names and meanings.
    const chart = page.locator("section").filter({ has: page.getByRole("heading", { name: /^Orders by day/ }) })
    await chart.getByRole("button", { name: "Show as a table" }).click()
    await chart.getByRole("columnheader", { name: "To settle" }).waitFor()
    // Of two that were undone one is to settle, and counted there; the other one is closed, and pending nowhere else.
    await page.getByRole("link", { name: "2 Undone 1 also counted elsewhere" }).click()

    // Those that need somebody come first.
    await rowOf(page)("Petra Lang").waitFor()
    const rows = page.getByRole("list", { name: "Orders" }).getByRole("listitem")
    expect((await rows.allTextContents()).map((text) => /C-\d/.exec(text)?.[0])).toEqual(["C-1", "C-2"])
    await rowOf(page)("Petra Lang").click()
    await article.getByText("You closed it: no payment is expected.").waitFor()
    await openMore(article, /^In your shop it still counts as paid|^What your shop hears/)
    await article
      .getByText(/^Counterfoil remembers what is undone: a payment by “LANG PETRA” counts for less/)
      .waitFor()
    await article.getByRole("button", { name: "Take it up again" }).click()
    await page.getByText("C-2 needs you again").waitFor()
    await settled(person, { needs_person: 2 })

    // What is closed has a way back at once, by hand and by key.
    await world().shop.ask("/orders/carmen/C-2", "DELETE")
    await settled(person, { cancelled: 1 })
    await article.getByText("Undone, gone from the shop").waitFor()
    // What was opened stays open.
    await article.getByText(/^If you close it, nobody is asked for it any more\. You find it under “Undone”/).waitFor()
    await article.getByRole("button", { name: "Close it: no payment is expected" }).click()
    await page.getByText("C-2 is closed").waitFor()
    await settled(person, { needs_person: 1 })
    expect(await violations(page)).toEqual([])
    await page.keyboard.press("u")
    await page.getByText("C-2 needs you again").waitFor()
    await settled(person, { needs_person: 2 })

    await page.goto(`${world().base}/app/accounts/${account}`)
    await page.getByText(`${person.email} took up C-2 again.`).first().waitFor()

    // On a phone every view of the list is in sight.
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${world().base}/app/orders?show=undone`)
    await rowOf(page)("Petra Lang").waitFor()
    for (const name of ["To settle", "Undone", "No payment yet", "Waiting", "Matched", "Expired", "Cancelled", "All"]) {
      const place = await page.getByRole("button", { name, exact: true }).boundingBox()
      expect([name, (place?.x ?? -1) >= 0 && (place?.x ?? 0) + (place?.width ?? 999) <= 390]).toEqual([name, true])
    }
  })

  test("money that pays nothing says what it was taken off, and is given to an order where it is seen", async () => {
    const who = await customer("martina", { asksSmsCode: false })
    const person = await shopkeeper("martina@shop.example")
    await trade(
      who,
      [
        { external_id: "M-1", amount: "61.00", name: "Rita Sands" },
        { external_id: "M-2", amount: "62.00", name: "Olaf Brun" }
      ],
      [["61.00", "Rita Sands"]]
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { matched: 1, not_found: 1 })
    const { id } = await toldOf(person, "M-1")
    await person.ask(`/conciliation/${id}/unmatch`, "POST")
    const page = await enter(person, "/movements?pays=no")
    const dialog = page.getByRole("dialog")
    await page.getByRole("button", { name: /SANDS RITA/ }).click()
    await dialog.getByText(/^You took it off this order on /).waitFor()
    await dialog.getByRole("link", { name: "M-1 · Rita Sands" }).waitFor()
    await dialog.getByRole("button", { name: "Give it to an order" }).click()
    // The one of its amount is there at once; any other is searched for.
    await dialog.getByRole("button", { name: /Rita Sands.*61\.00/s }).waitFor()
    await dialog.getByRole("searchbox").fill("brun")
    await dialog.getByRole("button", { name: /Olaf Brun.*62\.00/s }).click()
    await dialog.getByText(/€1\.00 less than the order/).waitFor()
    await dialog.getByText(/Your shop is told “Matched”/).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "It pays M-2" }).click()
    await page.getByText("M-2 is matched, and your shop is told").waitFor()
    expect(await paymentsOf(person, "M-2")).toEqual(["61.00"])
    // The way back waits for whoever needs longer, closes by hand, and has its key here too.
    await page.getByRole("button", { name: "Undo", exact: true }).waitFor()
    await page.keyboard.press("u")
    await page.getByText("M-2 is open again").waitFor()
    await until("nothing pays it", async () => ((await paymentsOf(person, "M-2")).length === 0 ? true : undefined))
  })

  test("the way back stays until something else is done", async () => {
    const who = await customer("ingrid", { asksSmsCode: false })
    const person = await shopkeeper("ingrid@shop.example")
    await trade(
      who,
      [{ external_id: "I-1", amount: "71.00", name: "Vera Holm" }],
      [
        ["71.00", "Vera Holm"],
        ["71.00", "Vera Holm"]
      ]
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 1 })
    const page = await enter(person, "/orders")
    await page.clock.install()
    await page.reload()
    await goTo(page, "Vera Holm")
    await offer(page, /HOLM VERA/)
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    const toast = page.getByText("I-1 is matched, and your shop is told")
    await toast.waitFor()
    await page.clock.fastForward("01:00")
    await toast.waitFor()
    await page.getByRole("button", { name: "Close", exact: true }).click()
    await toast.waitFor({ state: "detached" })
    // What is gone from sight is undone by its key all the same.
    await page.keyboard.press("u")
    await page.getByText("I-1 is open again").waitFor()
    await settled(person, { ambiguous: 0, needs_person: 1 })
  })

  test("orders say whose they are where those of several accounts stand below each other", async () => {
    const [one, two] = [await customer("ada", { asksSmsCode: false }), await customer("bea", { asksSmsCode: false })]
    const person = await shopkeeper("several@shop.example")
    await trade(one, [{ external_id: "S-1", amount: "10.00", name: "Rita Sands" }], [])
    await trade(two, [{ external_id: "S-2", amount: "20.00", name: "Vera Holm" }], [])
    await enrolledAs(person, "Shop in town", one, rests)
    await settled(person, { not_found: 1 })
    const page = await enter(person, "/orders?show=unpaid")
    const row = rowOf(page)
    await row("Rita Sands").waitFor()
    expect(await row("Rita Sands").textContent()).not.toContain("Shop in town")
    await enrolledAs(person, "Shop online", two, rests)
    await row(/Vera Holm.*Shop online/).waitFor()
    await row(/Rita Sands.*Shop in town/).waitFor()

    // At a month's end the tab is a file for a spreadsheet.
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click()
    ])
    const rows = (await readFile(await file.path(), "utf8")).split("\r\n")
    const day = /^\d{4}-\d\d-\d\d,/
    expect(rows.map((each) => each.replace(day, ""))).toEqual([
      "\uFEFForder_date,external_id,amount,currency,sender_name,reference,status,account_name,matched_on,payer",
      "S-2,20.00,EUR,Vera Holm,,not_found,Shop online,,",
      "S-1,10.00,EUR,Rita Sands,,not_found,Shop in town,,",
      ""
    ])
  })

  test("Enter settles by what is shown as chosen, in the button's own words, and by nothing else", async () => {
    const who = await customer("paula", { asksSmsCode: false })
    const person = await shopkeeper("paula@shop.example")
    await trade(who, [{ external_id: "P-1", amount: "999.99", name: "Rita Sands" }], [["210.00", "Familie Holm"]])
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { not_found: 1 })
    const page = await enter(person, "/orders?show=unpaid")
    const article = page.getByRole("article")
    const search = article.getByRole("searchbox")
    const chosen = article.getByRole("button", { pressed: true }).filter({ hasText: "210.00" })
    const toPage = () => article.getByRole("heading", { name: "Rita Sands" }).click()
    await goTo(page, "Rita Sands")
    await article.getByText(/^If nobody will pay it, cancel it in your shop/).waitFor()
    await search.fill("holm")
    await article.getByRole("button", { name: /210\.00/ }).click()
    const confirm = article.getByRole("button", { name: "It pays it all the same" })
    await confirm.waitFor()
    const place = await confirm.boundingBox()
    expect((place?.y ?? 9999) + (place?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    // What is chosen stays in sight, whatever is looked for next, and so does what Enter does.
    await search.fill("nobody of this name")
    await article.getByText("Nothing found").waitFor()
    await search.fill("")
    await article.getByText("Nothing found").waitFor({ state: "detached" })
    await chosen.waitFor()
    await confirm.waitFor()
    await toPage()
    await page.keyboard.press("m")
    await article.getByText("1 payment, €210.00 of €999.99.").waitFor()
    await chosen.waitFor()
    await confirm.waitFor()
    await page.keyboard.press("m")
    // What is let go is gone, and nothing is settled by it any more.
    await chosen.click()
    await chosen.waitFor({ state: "detached" })
    expect(await article.getByRole("button", { name: /210\.00/ }).count()).toBe(0)
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
    await toPage()
    await page.keyboard.press("Enter")
    await page.keyboard.press("?")
    await page.getByRole("dialog", { name: "Keys" }).waitFor()
    await page.keyboard.press("Escape")
    expect(asked.filter((each) => each.startsWith("POST"))).toEqual([])
    await search.fill("holm")
    await article.getByRole("button", { name: /210\.00/ }).click()
    await search.fill("")
    await toPage()
    await page.keyboard.press("Enter")
    await page.getByText("P-1 is matched").waitFor()
    expect(await paymentsOf(person, "P-1")).toEqual(["210.00"])
  })

  test("the key undoes what was decided last while nothing else was opened, and the toast tells only what holds", async () => {
    const who = await customer("vilma", { asksSmsCode: false })
    const person = await shopkeeper("vilma@shop.example")
    const names = ["Ahmed Benali", "Petra Lang", "Vera Holm"]
    await trade(
      who,
      names.map((name, index) => ({ external_id: `V-${index + 1}`, amount: `5${index}.00`, name })),
      names.flatMap((name, index) => [[`5${index}.00`, name] as const, [`5${index}.00`, name] as const])
    )
    await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 3 })
    const page = await enter(person, "/orders")
    const heading = (name: string) => page.getByRole("article").getByRole("heading", { name })
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    const nothingUndone = async () => {
      await page.keyboard.press("u")
      await page.keyboard.press("?")
      await page.getByRole("dialog", { name: "Keys" }).waitFor()
      await page.keyboard.press("Escape")
      expect(asked.filter((path) => path.endsWith("/unmatch"))).toEqual([])
    }
    const rows = page.getByRole("list", { name: "Orders" }).getByRole("listitem")
    await rows.nth(2).waitFor()
    const inOrder = (await rows.allTextContents()).map((text) => names.find((name) => text.includes(name)) ?? "")
    const [first = "", second = "", third = ""] = inOrder
    const payer = (name: string) => new RegExp(name.toUpperCase().split(" ").toReversed().join(" "))
    await goTo(page, first)
    await offer(page, payer(first))
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    const toast = page.getByText(/^V-\d is matched, and your shop is told/)
    await toast.waitFor()
    await heading(second).waitFor()
    // The next one comes by itself; any other is opened by hand, and then the key is not for what was before.
    await page.keyboard.press("j")
    await heading(third).waitFor()
    await nothingUndone()
    await page.keyboard.press("k")
    await heading(second).waitFor()
    await nothingUndone()
    await page.getByRole("link", { name: "Movements" }).first().click()
    await page.getByRole("heading", { level: 1, name: "Movements" }).waitFor()
    await page.keyboard.press("u")
    await page.getByRole("link", { name: "Orders" }).first().click()
    await heading(second).or(heading(third)).waitFor()
    await nothingUndone()
    await toast.waitFor()
    // What the toast tells of is undone by somebody else.
    const { id } = await toldOf(person, `V-${names.indexOf(first) + 1}`)
    await person.ask(`/conciliation/${id}/unmatch`, "POST")
    await toast.waitFor({ state: "detached" })

    await goTo(page, second)
    await offer(page, payer(second))
    await page.keyboard.press("1")
    await page.keyboard.press("Enter")
    await toast.waitFor()
    await page.keyboard.press("u")
    await page.getByText(`V-${names.indexOf(second) + 1} is open again`).waitFor()
    await settled(person, { matched: 0 })
  })

  test("a message is told in words, an old one is sent again by who means it, and a code that is waited for is no appointment", async () => {
    const who = await customer("nuria", { asksSmsCode: false })
    const person = await shopkeeper("nuria@shop.example")
    await trade(
      who,
      [{ external_id: "N-1", amount: "81.00", name: "Karl Otto" }],
      [
        ["81.00", "Karl Otto"],
        ["81.00", "Karl Otto"]
      ]
    )
    const account = await enrolledAs(person, "Account", who, rests)
    await settled(person, { ambiguous: 1 })
    const { id } = await toldOf(person, "N-1")
    const [payment] = await person.ask<ReadonlyArray<{ id: string }>>("/movements?q=otto")
    await person.ask(`/conciliation/${id}/resolve`, "POST", { movement_id: payment?.id })
    await settled(person, { matched: 1 })
    const page = await enter(person, `/orders/${id}`)
    const dialog = page.getByRole("dialog")
    const entry = page.getByRole("main").getByRole("listitem")
    const old = entry.filter({ hasText: "Your shop was told: Ambiguous" })
    await old.getByRole("button", { name: "See the message" }).click()
    await dialog
      .getByText(/Of the order N-1 of Karl Otto, €81\.00, it is not certain which payment is its own/)
      .waitFor()
    expect(await dialog.getByRole("button", { name: "Send again" }).count()).toBe(0)
    await dialog.getByText("Send this old message again").click()
    await dialog.getByText(/^Your shop has heard something newer/).waitFor()
    await dialog.getByRole("button", { name: "Send again" }).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("button", { name: "Close" }).click()
    await entry.filter({ hasText: "Your shop was told: Matched" }).getByRole("button", { name: "Send again …" }).click()
    await dialog.getByText("The order N-1 of Karl Otto, €81.00, is matched: it counts as paid.").waitFor()
    // What comes of a press is said in the dialog: below it nobody sees it on a phone, and a reader says nothing of what is there.
    await dialog.getByRole("button", { name: "Send again" }).click()
    await dialog.getByText("It is sent again").waitFor()
    expect(await dialog.getByText('"external_id"').isVisible()).toBe(false)
    await dialog.getByText("For developers").click()
    await dialog.getByText('"external_id"').waitFor()

    // How its endpoint does is seen beside its messages, and that it works again.
    const shopSays = (answer: object | null) => world().shop.ask("/hooks/nuria", "PUT", { answer })
    // It is sent a moment after it was said to be: the shop takes that one.
    await until("what was sent again is taken", async () => {
      const { waiting } = await person.ask<{ waiting: number }>(`/accounts/${account}/endpoint`)
      return waiting === 0 ? true : undefined
    })
    await shopSays({ status: 500 })
    await page.goto(`${world().base}/app/deliveries`)
    const endpoint = page.getByRole("main").getByRole("link", { name: /^Account/ })
    const newest = page
      .getByRole("main")
      .getByRole("button", { name: /^Matched · N-1/ })
      .first()
    const sendAgain = async () => {
      await newest.click()
      await dialog.getByRole("button", { name: "Send again" }).click()
      await dialog.getByText("It is sent again").waitFor()
      await dialog.getByRole("button", { name: "Close" }).last().click()
    }
    await endpoint.getByText("Works").waitFor()
    await sendAgain()
    await endpoint.getByText("Messages fail").waitFor()
    // Its last message is delivered, and that it works again is written just after: who looks in between looks again.
    let seenBetween = false
    await page.route("**/accounts/*/endpoint", async (route) => {
      const response = await route.fetch()
      const found: unknown = await response.json()
      if (seenBetween || !works(found)) return route.fulfill({ response })
      seenBetween = true
      return route.fulfill({ response, json: { ...found, failures: 1, waiting: 0 } })
    })
    await shopSays(null)
    await sendAgain()
    await endpoint.getByText("Works").waitFor()
    expect(seenBetween).toBe(true)

    const coded = await customer("nuria-codes", { asksSmsCode: true, history: "none" })
    await enrolledAs(person, "Coded", coded, { login_mode: "assisted" })
    await latestCode(world(), coded.id)
    await page.goto(`${world().base}/app/accounts`)
    await page.getByRole("button", { name: "Hide for now" }).click()
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Coded" })
    await row.getByText("it goes on once the code is there").waitFor()
    expect(await row.getByText(/next/).count()).toBe(0)
  })
})
