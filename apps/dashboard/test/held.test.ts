/** What may be known already is held: a person is told, sees what it may be, and says what it is. */
import { describe, expect, test } from "vitest"
import type { Page } from "playwright-core"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"

const { bankId, enter, world } = stories()

const today = new Date().toISOString().slice(0, 10)
const csv = (...rows: ReadonlyArray<string>) => ["Date;Description;Payer;Amount", ...rows].join("\n")
const known = `${today};Rent of May;Ana Ruiz;12.50`
const doubtful = `${today};Rent of May 2026;Ana Ruiz;12.50`

interface Listed {
  readonly description: string
  readonly excluded_at: string | null
  readonly possible_duplicate_of?: ReadonlyArray<string>
}

/** An account that is read by statements alone, which has taken one in. */
const readByHand = async (name: string) => {
  const person = await world().register(`${name}@shop.example`)
  await person.ask("/me/operation-mode", "PUT", { mode: "passthrough" })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bankId(), name: "By file" })
  await person.ask(`/accounts/${id}/config`, "PUT", { webhook_url: `${world().shop.url}/hooks/${name}` })
  await person.ask(`/accounts/${id}/statements`, "POST", { content: csv(known), currency: "EUR" })
  return { id, person }
}

const takeIn = async (page: Page, content: string, { accounts }: typeof en | typeof es) => {
  const dialog = page.getByRole("dialog")
  const { currency, file, open, send } = accounts.statement
  await page.getByRole("button", { name: open }).click()
  await dialog
    .getByLabel(file)
    .setInputFiles({ name: "statement.csv", mimeType: "text/csv", buffer: Buffer.from(content) })
  await dialog.getByLabel(currency).fill("EUR")
  await dialog.getByRole("button", { name: send }).click()
  return dialog
}

describe("what may be known already", () => {
  test.for([
    ["en", en, "1 new, 0 known already, 1 held.", "1 row may be known already, and is held"],
    ["es", es, "Nuevas: 1; ya conocidas: 0; retenidas: 1.", "1 fila puede que ya se conociera, y queda retenida"]
  ] as const)("is told right after its statement was taken in, in %s", async ([language, words, counts, held]) => {
    const { id, person } = await readByHand(`told-${language}`)
    const page = await enter(person, `/accounts/${id}`, { language })
    const dialog = await takeIn(page, csv(doubtful, `${today};Invoice 7;Leo Paz;40.00`), words)
    await dialog.getByText(counts).waitFor()
    await dialog.getByText(held).waitFor()
    await dialog.getByText(words.accounts.statement.heldLong(words.movements.states.held)).waitFor()
    expect(await violations(page)).toEqual([])
    await dialog.getByRole("link", { name: words.accounts.movements }).click()
    const rows = page.getByRole("list", { name: words.movements.title }).getByRole("listitem")
    await rows.filter({ hasText: words.movements.states.held }).filter({ hasText: "Rent of May 2026" }).waitFor()
  })

  test.for([
    ["en", en, "same"],
    ["es", es, "another"]
  ] as const)("is judged beside the payment that it may be, in %s", async ([language, words, answer]) => {
    const { held } = words.movements
    const { id, person } = await readByHand(`judged-${language}`)
    await person.ask(`/accounts/${id}/statements`, "POST", { content: csv(doubtful), currency: "EUR" })
    const page = await enter(person, "/movements", { language })
    const row = page.getByRole("button").filter({ hasText: "Rent of May 2026" })
    await row.click()
    const dialog = page.getByRole("dialog")
    const known = dialog.getByRole("region", { name: held.known })
    await known.getByText("Ana Ruiz").waitFor()
    await known.getByText(/Rent of May$/).waitFor()
    expect(await dialog.getByRole("button", { name: words.movements.send }).count()).toBe(0)
    expect(await violations(page)).toEqual([])

    await dialog.getByRole("button", { name: held[answer] }).click()
    await page.getByText(answer === "same" ? held.saidSame : held.saidAnother).waitFor()
    await dialog.waitFor({ state: "hidden" })
    await page.getByText(words.movements.states.held).filter({ visible: true }).waitFor({ state: "hidden" })
    const movements = await person.ask<ReadonlyArray<Listed>>(`/accounts/${id}/movements`)
    const judged = movements.find(({ description }) => description === "Rent of May 2026")
    expect(judged?.excluded_at === null).toBe(answer === "another")
    expect(judged?.possible_duplicate_of === undefined).toBe(answer === "another")
  })
})
