/** A bank that nobody has written a script for: its statement files are all that is read of it. */
import { expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"

const { enter, world } = stories()

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
  expect(await page.getByRole("button", { name: accounts.scrape }).count()).toBe(0)

  await page.goto(`${world().base}/app/`)
  await page.getByText(home.allGood).waitFor()
  await page.getByRole("link", { name: "Accounts" }).first().click()
  await page.getByText(accounts.states.byFile).waitFor()
  expect(await violations(page)).toEqual([])
})
