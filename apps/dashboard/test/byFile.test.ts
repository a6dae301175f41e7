/** A bank that nobody has written a script for: its statement files are all that is read of it. */
import { expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"

const { bankId, enter, world } = stories()

test("an account is made without a login, its files are taken in, and then nothing is amiss with it", async () => {
  const person = await world().register("files@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const { accounts, actions, config, enrol, home } = en
  const page = await enter(person, "/accounts/new")
  await page.getByRole("button", { name: enrol.addBank }).click()
  await page.getByLabel(enrol.bankName).fill("Corner Bank")
  await page.getByRole("button", { name: actions.next }).click()
  await page.getByText(enrol.byFile).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel(enrol.name).fill("By file")
  await page.getByRole("button", { name: actions.next }).click()
  await page.getByLabel(config.webhook).fill(`${world().shop.url}/hooks/files`)
  await page.getByRole("button", { name: enrol.createByFile }).click()

  await page.getByRole("heading", { name: "By file" }).waitFor()
  await page.getByText("Its statement files can be taken in all the same.").waitFor()
  await page.getByRole("button", { name: accounts.statement.open }).click()
  const dialog = page.getByRole("dialog")
  const statement = `Date;Payer;Amount;Currency\n${new Date().toISOString().slice(0, 10)};Ana Ruiz;12.50;EUR`
  await dialog
    .getByLabel(accounts.statement.file)
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(statement) })
  await dialog.getByRole("button", { name: accounts.statement.send }).click()
  await dialog.getByText(accounts.statement.taken(1)).waitFor()
  await dialog.getByRole("button", { name: actions.close }).last().click()
  await page.getByText(accounts.byFile).waitFor()
  await page.getByText(/^By files@shop\.example: “statement\.csv”, 1 row/).waitFor()
  expect(await page.getByRole("button", { name: accounts.scrape }).count()).toBe(0)

  await page.goto(`${world().base}/app/`)
  await page.getByText(home.allGood).waitFor()
  await page.getByRole("link", { name: "Accounts" }).first().click()
  await page.getByText(accounts.states.byFile).waitFor()
  expect(await violations(page)).toEqual([])
})

test("a file of another account is asked about, and taken in when its owner says that it is of this one", async () => {
  const person = await world().register("two-files@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const day = new Date().toISOString().slice(0, 10)
  const rows = ["Ana Ruiz;12.50", "Leo Paz;7.00", "Eva Gil;3.20"].map((row) => `${day};${row};EUR`)
  const content = ["Date;Payer;Amount;Currency", ...rows].join("\n")
  const add = async (name: string) => {
    const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name })
    return id
  }
  const [shop, savings] = [await add("The shop's"), await add("Savings")]
  await person.ask(`/accounts/${savings}/statements`, "POST", { content })

  const page = await enter(person, `/accounts/${shop}`)
  const { statement } = en.accounts
  await page.getByRole("button", { name: statement.open }).click()
  const dialog = page.getByRole("dialog")
  const file = { name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(content) }
  await dialog.getByLabel(statement.file).setInputFiles(file)
  await dialog.getByRole("button", { name: statement.send }).click()
  await dialog.getByText(statement.said.faults.otherAccount?.("Savings", "", "", "", "") ?? "").waitFor()
  const before = await person.ask<ReadonlyArray<object>>(`/accounts/${shop}/movements`)
  expect(await violations(page)).toEqual([])
  await dialog.getByRole("button", { name: statement.isSure }).click()
  await dialog.getByText(statement.taken(3)).waitFor()

  expect(before).toEqual([])
  expect((await person.ask<ReadonlyArray<object>>(`/accounts/${shop}/movements`)).length).toBe(3)
})

test("a webhook is seen to work once it has, and a statement that was a mistake is taken out and in again", async () => {
  const person = await world().register("works@shop.example")
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "By file" })
  await person.ask(`/accounts/${id}/config`, "PUT", { webhook_url: `${world().shop.url}/hooks/works` })
  const { accounts, actions } = en
  const page = await enter(person, `/accounts/${id}`)
  await page.getByText(accounts.endpoint.untried).waitFor()
  const content = `Date;Payer;Amount;Currency\n${new Date().toISOString().slice(0, 10)};Ana Ruiz;12.50;EUR`
  await person.ask(`/accounts/${id}/statements`, "POST", { content })
  await page.getByText(accounts.endpoint.active, { exact: true }).waitFor()

  const words = accounts.takeOut
  const dialog = page.getByRole("dialog", { name: words.title })
  await page.getByRole("button", { name: words.open }).click()
  await dialog.getByRole("button", { name: words.out }).click()
  await dialog.getByText(words.wasOut(1)).waitFor()
  expect(await violations(page)).toEqual([])
  const out = await person.ask<ReadonlyArray<{ excluded_at: string | null }>>(`/accounts/${id}/movements`)
  expect(out[0]?.excluded_at).not.toBe(null)
  await dialog.getByRole("button", { name: actions.close }).last().click()
  await page.getByText(accounts.activities["scrape.excluded"]?.title ?? "").waitFor()
  // Whoever comes back finds it as it is.
  await page.getByRole("button", { name: words.open }).click()
  await dialog.getByText(words.isOut("").slice(0, 12)).waitFor()
  await dialog.getByRole("button", { name: words.back }).click()
  await dialog.getByText(words.isBack(1)).waitFor()
  const back = await person.ask<ReadonlyArray<{ excluded_at: string | null }>>(`/accounts/${id}/movements`)
  expect(back[0]?.excluded_at).toBe(null)
})
