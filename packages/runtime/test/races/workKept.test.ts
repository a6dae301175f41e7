import { Duration, Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { settingsOf, start, type Started, until } from "./support.ts"

let deaf = false
let service: Started
beforeAll(async () => {
  // The actor dies as soon as what the shop listed is committed: as a process that ends before the matching that follows.
  service = await start({ scrapeInterval: Duration.hours(1), ordersInterval: Duration.seconds(1) }, (name) =>
    Effect.suspend(() => {
      if (name !== "orders.committed" || !deaf) return Effect.void
      deaf = false
      return Effect.die(new Error("the process ended"))
    })
  )
})
afterAll(() => service.stop())

const day = new Date().toISOString().slice(0, 10)

/** An account that is read by files alone: nothing else comes for its orders. Answers how to wait for the order's status. */
const paidByFile = async (username: string, order: object, paid: string, orders = "/orders", retry_limit = 0) => {
  const { call, person, rows, shop } = service
  const { token } = await person("reconcile")
  const path = `${orders}/${username}`
  shop.list(path, [{ external_id: username, currency: "EUR", name: "Ana Ruiz", ...order }])
  const settings = settingsOf(shop, username, { retry_limit, pending_orders_endpoint: shop.url(path) })
  const { bank_password: _, bank_username: __, ...byFile } = settings
  const id = await service.account(token, byFile)
  const post = async (path: string, json: object = {}) => {
    const answer = await call(`/accounts/${id}${path}`, { token, json })
    expect(answer.status, answer.text).toBeLessThan(300)
  }
  const upload = (amount: string) =>
    post("/statements", {
      content: `date,amount,description,counterparty\n${day},${amount},TRANSFER,Ana Ruiz\n`,
      format: "csv",
      currency: "EUR"
    })
  await upload(paid)
  const is = (status: string) =>
    until(
      async () =>
        (await rows(`select 1 from conciliation_requests where external_id = '${username}' and status = '${status}'`))
          .length > 0
    )
  const nothingWaits = () =>
    until(
      async () =>
        (await rows(`select 1 from account_work where account_id = '${id}' and not_before is null`)).length === 0
    )
  const choose = async (externalId: string, amount: string) => {
    const [request] = await rows(`select id from conciliation_requests where external_id = '${externalId}'`)
    const [movement] = await rows(
      `select id from movements where account_id = '${id}' and amount_minor = ${amount.replace(".", "")}`
    )
    const json = { movement_id: movement?.["id"] }
    const answer = await call(`/conciliation/${String(request?.["id"])}/resolve`, { token, json })
    expect(answer.status, answer.text).toBe(200)
  }
  const undo = async () => {
    const [request] = await rows(`select id from conciliation_requests where external_id = '${username}'`)
    const answer = await call(`/conciliation/${String(request?.["id"])}/unmatch`, { token, method: "POST" })
    expect(answer.status, answer.text).toBe(200)
  }
  const save = (changes: object) =>
    call(`/accounts/${id}/config`, { method: "PUT", token, json: { ...byFile, ...changes } })
  /** As if what is known had come sixteen minutes ago. */
  const later = async () => {
    const ago = (column: string) => `${column} = ${column} - interval '16 minutes'`
    await rows(`update movements set ${ago("first_seen_at")} where account_id = '${id}'`)
    await rows(`update scrapes set ${ago("finished_at")} where account_id = '${id}'`)
    await rows(`update conciliation_requests set ${ago("separated_at")} where account_id = '${id}'`)
    await rows(`update account_work set ${ago("not_before")} where account_id = '${id}'`)
  }
  return {
    choose,
    id,
    is,
    later,
    list: (orders: ReadonlyArray<object>) => shop.list(path, orders),
    nothingWaits,
    post,
    save,
    undo,
    upload
  }
}

const attemptsOf = (id: string) =>
  service.rows(
    `select code from attempts a join conciliation_requests r on r.id = a.request_id where r.account_id = '${id}'`
  )

it("an order that its shop corrects is looked at, even if the process ends right after the correction is committed", async () => {
  const { is, list, nothingWaits } = await paidByFile("corrected", { amount: "13.50" }, "12.50")
  expect(await is("not_found")).toBe(true)

  deaf = true
  list([{ external_id: "corrected", currency: "EUR", name: "Ana Ruiz", amount: "12.50" }])

  expect(await is("matched")).toBe(true)
  expect(deaf).toBe(false)
  expect(await nothingWaits()).toBe(true)
})

it("an order that its shop lists again is looked at, even if the process ends right after it came back", async () => {
  const { is, list, nothingWaits } = await paidByFile("again", { amount: "23.50" }, "22.50")
  expect(await is("not_found")).toBe(true)
  list([])
  expect(await is("cancelled")).toBe(true)

  deaf = true
  list([{ external_id: "again", currency: "EUR", name: "Ana Ruiz", amount: "22.50" }])

  expect(await is("matched")).toBe(true)
  expect(deaf).toBe(false)
  expect(await nothingWaits()).toBe(true)
})

it("an order that is corrected while its account is paused is looked at when it is resumed, whatever came since", async () => {
  const { is, list, nothingWaits, post, upload } = await paidByFile("paused", { amount: "33.50" }, "32.50")
  expect(await is("not_found")).toBe(true)
  await post("/pause")
  list([{ external_id: "paused", currency: "EUR", name: "Ana Ruiz", amount: "32.50" }])
  const isCorrected = async () =>
    (await service.rows("select 1 from conciliation_requests where external_id = 'paused' and amount_minor = 3250"))
      .length > 0
  expect(await until(isCorrected)).toBe(true)
  await upload("99.00")

  await post("/resume")

  expect(await is("matched")).toBe(true)
  expect(await nothingWaits()).toBe(true)
})

it("an order that was given up is paid by any of several statements that came while its account was paused", async () => {
  const { is, nothingWaits, post, upload } = await paidByFile("several", { amount: "42.50" }, "43.50")
  expect(await is("not_found")).toBe(true)
  await post("/pause")
  await upload("42.50")
  await upload("98.00")
  expect(
    await until(
      async () =>
        (await service.rows("select 1 from account_work where not counts and not_before is null")).length === 2
    )
  ).toBe(true)

  await post("/resume")

  expect(await is("matched")).toBe(true)
  expect(await nothingWaits()).toBe(true)
})

it("an order that was listed while its account was paused is paid by what was known before", async () => {
  const { is, list, post } = await paidByFile("late", { amount: "54.00" }, "52.50")
  expect(await is("not_found")).toBe(true)
  await post("/pause")
  list([
    { external_id: "late", currency: "EUR", name: "Ana Ruiz", amount: "54.00" },
    { external_id: "later", currency: "EUR", name: "Ana Ruiz", amount: "52.50", created_at: `${day}T00:00:00Z` }
  ])
  const isTried = async () =>
    (await service.rows("select 1 from conciliation_requests where external_id = 'later' and attempts_made = 1"))
      .length > 0
  expect(await until(isTried)).toBe(true)

  await post("/resume")

  const isPaid = async () =>
    (await service.rows("select 1 from conciliation_requests where external_id = 'later' and status = 'matched'"))
      .length > 0
  expect(await until(isPaid)).toBe(true)
})

// Each has an account of its own, and waits for most of its time.
describe.concurrent("of an account that is read by files alone, without any further file", () => {
  it("what pays an order in two parts is told once it has been known for a while", async () => {
    const { is, later, nothingWaits, upload } = await paidByFile("parts", { amount: "75.00" }, "40.00")
    await upload("35.00")
    expect(await is("not_found")).toBe(true)
    expect(await nothingWaits()).toBe(true)

    await later()

    expect(await is("ambiguous")).toBe(true)
  })

  it("a payment less its fee pays the order once the fee is tolerated", async () => {
    const { is, later, nothingWaits, save } = await paidByFile("fee", { amount: "65.00" }, "64.50")
    expect(await is("not_found")).toBe(true)
    expect(await nothingWaits()).toBe(true)
    await later()
    expect(await is("ambiguous")).toBe(true)

    expect((await save({ fee_tolerance: "1.00" })).status).toBe(200)

    expect(await is("matched")).toBe(true)
  })

  it.each(["/orders", "/tagged"])(
    "an order is paid by what it shared with another one, which its shop withdraws: %s",
    async (orders) => {
      const [one, other] = [`beside${orders}`, `besides${orders}`].map((name) => name.replace("/", "-"))
      const ana = (external_id: string) => ({ external_id, currency: "EUR", name: "Ana Ruiz", amount: "85.00" })
      const { is, list, upload } = await paidByFile(one ?? "", { amount: "85.00" }, "84.00", orders)
      list([ana(one ?? ""), ana(other ?? "")])
      const isListed = async () =>
        (await service.rows(`select 1 from conciliation_requests where external_id = '${other}' and attempts_made > 0`))
          .length > 0
      expect(await until(isListed)).toBe(true)
      await upload("85.00")
      expect(await is("ambiguous")).toBe(true)

      list([ana(one ?? "")])

      expect(await is("matched")).toBe(true)
    }
  )

  it("an order is paid by what it shared with another one, to which a person gives another payment", async () => {
    const ana = (external_id: string) => ({ external_id, currency: "EUR", name: "Ana Ruiz", amount: "95.00" })
    const { choose, is, list, upload } = await paidByFile("shared", { amount: "95.00" }, "94.00")
    list([ana("shared"), ana("given")])
    await upload("95.00")
    expect(await is("ambiguous")).toBe(true)

    await choose("given", "94.00")

    expect(await is("matched")).toBe(true)
  })

  it("what a person takes from an order pays the one that waits for it, once they have had time to choose", async () => {
    // Of yesterday, which a file has: what came half an hour ago came before this day where that is younger.
    const yesterday = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    const order = { currency: "EUR", name: "Ana Ruiz", amount: "105.00", created_at: `${yesterday}T12:00:00Z` }
    const ana = (external_id: string) => ({ external_id, ...order })
    const { id, is, later, list, post, undo } = await paidByFile("wrong", order, "105.00")
    expect(await is("matched")).toBe(true)
    const content = `date,amount,description,counterparty\n${yesterday},1.00,TRANSFER,Eva Gil\n`
    await post("/statements", { content, format: "csv", currency: "EUR" })
    list([ana("wrong"), ana("right")])
    const isRight = (status: string) =>
      until(
        async () =>
          (
            await service.rows(
              `select 1 from conciliation_requests where external_id = 'right' and status = '${status}'`
            )
          ).length > 0
      )
    expect(await isRight("not_found")).toBe(true)
    await later()
    const isIdle = async () =>
      (await service.rows(`select 1 from account_work where account_id = '${id}'`)).length === 0
    expect(await until(isIdle)).toBe(true)

    await undo()
    expect(await isIdle()).toBe(false)
    expect(await isRight("not_found")).toBe(true)
    await later()

    expect(await isRight("matched")).toBe(true)
    expect(await is("pending")).toBe(true)
  })

  it("a file that comes again is no attempt of an order", async () => {
    const { id, is, nothingWaits, upload } = await paidByFile("again", { amount: "61.00" }, "1.00", "/orders", 3)
    const made = async () => (await attemptsOf(id)).length
    expect(await until(async () => (await made()) > 0)).toBe(true)
    expect(await nothingWaits()).toBe(true)
    const before = await made()
    for (const amount of ["1.00", "1.00", "1.00", "1.00"]) {
      await upload(amount)
      expect(await nothingWaits()).toBe(true)
    }
    expect(await made()).toBe(before)
    expect(await is("pending")).toBe(true)
  })

  it("a payment that comes close is noted of an order that was given up", async () => {
    const { id, is, nothingWaits, post } = await paidByFile("close", { amount: "60.00", name: "Lucia Ortega" }, "1.00")
    expect(await is("not_found")).toBe(true)
    expect(await nothingWaits()).toBe(true)
    const before = await attemptsOf(id)
    const content = `date,amount,description,counterparty\n${day},60.00,TRANSFER OF LUCIA,Lucia Pardo\n`
    await post("/statements", { content, format: "csv", currency: "EUR" })

    expect(await until(async () => (await attemptsOf(id)).length > before.length)).toBe(true)
    expect(await is("not_found")).toBe(true)
  })

  it("an order whose match a person undoes is theirs for as long, whatever else fits it", async () => {
    const { choose, id, is, later, post, undo } = await paidByFile("twice", { amount: "34.00" }, "1.00")
    const take = (...rows: ReadonlyArray<string>) =>
      post("/statements", {
        content: ["date,amount,description,counterparty", ...rows.map((row) => `${day},${row},Ana Ruiz`), ""].join(
          "\n"
        ),
        format: "csv",
        currency: "EUR"
      })
    await take("34.00,FIRST", "34.00,SECOND")
    expect(await is("ambiguous")).toBe(true)
    await choose("twice", "34.00")
    expect(await is("matched")).toBe(true)

    await undo()
    // Whatever is looked at meanwhile: the list, and what a further file brings.
    const [before] = await service.rows(
      `select last_success_at::text as at from order_polls where account_id = '${id}'`
    )
    await take("2.00,THIRD")
    const polledSince = `select 1 from order_polls where account_id = '${id}' and last_success_at > '${String(before?.["at"])}'`
    expect(await until(async () => (await service.rows(polledSince)).length > 0)).toBe(true)
    const isLookedAt = async () =>
      (await service.rows(`select 1 from account_work where account_id = '${id}' and not_before is null`)).length === 0
    expect(await until(isLookedAt)).toBe(true)
    expect(await is("pending")).toBe(true)
    // Chosen and undone once more: the time begins anew.
    await service.rows(
      `update account_work set not_before = not_before - interval '14 minutes' where account_id = '${id}'`
    )
    await choose("twice", "34.00")
    await undo()
    const [look] = await service.rows(
      `select not_before > now() + interval '10 minutes' as late from account_work where account_id = '${id}' and kind = 'run'`
    )
    expect(look?.["late"]).toBe(true)
    await later()

    expect(await is("matched")).toBe(true)
  })
})
