/** Files of statements: a bank that nobody has written a script for, what is held, and what is wrong. One world for all of them. */
import type { Page } from "playwright-core"
import { describe, expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { saidOfStatement } from "../src/i18n/statement.ts"
import { violations } from "./support/axe.ts"
import { stories } from "./support/stories.ts"

const { bankId, browser, customer, enrolledAs, enter, shopkeeper, world } = stories()

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
  expect(await page.getByText(accounts.details.session).count()).toBe(0)

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

// What may be known already is held: a person is told, sees what it may be, and says what it is.

const today = new Date().toISOString().slice(0, 10)
const linesOf = (...rows: ReadonlyArray<string>) => ["Date;Description;Payer;Amount", ...rows].join("\n")
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
  await person.ask(`/accounts/${id}/statements`, "POST", { content: linesOf(known), currency: "EUR" })
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
    const dialog = await takeIn(page, linesOf(doubtful, `${today};Invoice 7;Leo Paz;40.00`), words)
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
    await person.ask(`/accounts/${id}/statements`, "POST", { content: linesOf(doubtful), currency: "EUR" })
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

// What is wrong is said where it is, in the reader's language, and truly.

const inSpanish = es.accounts.statement.said

test.for([
  [
    'Line 4: "31/11/2026" is not a date: 2026-11-31 is no day of the calendar',
    'Línea 4: "31/11/2026" no es una fecha.'
  ],
  ['Line 2: "x" is not an amount: it has no digits, or other signs between them', 'Línea 2: "x" no es un importe.'],
  ["Line 2: there is either no amount or two", "Línea 2: no hay ningún importe, o hay dos."],
  [
    'Line 3: "Vielleicht" in the column "Soll/Haben" is neither money in nor money out',
    'Línea 3: "Vielleicht", en la columna "Soll/Haben", no dice si es un ingreso o un cargo.'
  ],
  [
    'The column "Wohin" seems to say which amounts are money out ("Lastschrift"), and no amount has a sign: name it "Debit/Credit", or leave it out',
    'La columna "Wohin" parece decir qué importes son cargos ("Lastschrift"), y ningún importe lleva signo: llámela «Debe/Haber», o quítela.'
  ],
  ["Line 3: it has 1 of 4 cells", "Línea 3: tiene 1 de 4 celdas."],
  ["Line 7: the OFX statement has no TRNAMT where it should", "Línea 7: falta TRNAMT."],
  [
    'Line 2: "x" is not an amount: it has no digits, or other signs between them\nLine 9: there is no date\nMore lines can\'t be read either',
    'Línea 2: "x" no es un importe.\nLínea 9: no hay fecha.\nHay más líneas que no se pueden leer.'
  ],
  [
    "The statement can't be used: a movement of 12.50 is dated 2030-01-02, more than 31 days after today (2026-11-25): correct its date",
    "Un movimiento de 12,50 tiene fecha de 02/01/2030, a más de 31 días de hoy (25/11/2026): corrija la fecha."
  ],
  [
    '"05/06/2026" may be two days: say which comes first in the dates, dmy for the day or mdy for the month',
    '"05/06/2026" puede ser dos días: elija qué va primero, el día o el mes.'
  ],
  [
    'Line 4: "ODD" in the column "State" is no status that is known here',
    'Línea 4: "ODD", en la columna "State", no es un estado que se conozca aquí.'
  ],
  [
    "The workbook is locked with a password: save it without one",
    "El libro de Excel está protegido con contraseña: guárdelo sin ella."
  ],
  [
    "The file is in QIF: download it as CSV, Excel, OFX, CAMT.053, MT940 or Norma 43",
    "El fichero es QIF: descárguelo como CSV, Excel, OFX, CAMT.053, MT940 o Norma 43."
  ],
  [
    "The bank says that there are 3 movements, but 2 were read.",
    "El banco dice que hay 3 movimientos, pero en el fichero hay 2."
  ],
  [
    "The signs of the amounts in EUR contradict the balances beside them.",
    "Los signos de los importes en EUR contradicen los saldos que tienen al lado."
  ],
  ["The file is empty", "El fichero está vacío."],
  ["The file ends before </OFX>: it is cut off", "El fichero está cortado: le falta el final."],
  [
    "Line 9: </Ntry> closes nothing that is open",
    "Línea 9: no se puede leer. El servidor dice, en inglés: «</Ntry> closes nothing that is open»"
  ],
  [
    "The file has statements of 2 accounts: upload those of one account",
    "El fichero tiene extractos de 2 cuentas: suba el de una sola."
  ]
] as const)("a statement's fault has its line and its words in Spanish: %s", ([sentence, spanish]) => {
  expect(saidOfStatement(sentence, inSpanish)).toBe(spanish)
  expect(saidOfStatement(sentence, en.accounts.statement.said)).toBe(sentence)
})

const csv = (text: string) => ({ name: "extracto.csv", mimeType: "text/csv", buffer: Buffer.from(text) })

test("a file whose amounts don't show their decimal sign is taken in once it is chosen", async () => {
  const who = await customer("extracto", { asksSmsCode: false })
  const person = await shopkeeper("extracto@shop.example")
  const id = await enrolledAs(person, "Extracto", who)
  await person.ask(`/accounts/${id}/pause`, "POST")
  const page = await enter(person, `/accounts/${id}`, { language: "es" })
  await page.getByRole("button", { name: es.accounts.statement.open }).click()
  const form = page.getByRole("dialog")
  const file = form.getByLabel(es.accounts.statement.file)
  const send = form.getByRole("button", { name: es.accounts.statement.send })
  expect(await file.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  const upload = async (text: string) => {
    await file.setInputFiles(csv(text))
    await send.click()
  }
  await form.getByLabel(es.accounts.statement.currency).fill("EUR")
  await upload("Fecha;Concepto;Importe\n20/11/2026;TRF DE ANA;10,5x\n31/11/2026;TRF DE EVA;11,50\n")
  const refusal = form.getByRole("alert")
  await refusal.waitFor()
  // Each on a line of its own.
  expect((await refusal.innerText()).trim().split("\n")).toEqual([
    'Línea 2: "10,5x" no es un importe.',
    'Línea 3: "31/11/2026" no es una fecha.'
  ])
  expect(await form.getByLabel("Signo decimal").count()).toBe(0)
  await upload(" ")
  await form.getByText("El fichero está vacío.").waitFor()
  await upload("Fecha;Concepto;Importe;Saldo\n18/11/2026;A;10,50;110,50\n19/11/2026;B;1,50;114,00\n")
  await form
    .getByText(
      "Los saldos en EUR no cuadran con los importes: falta una fila o se leyó mal. Empieza en la línea 3, del 19/11/2026, con el importe 1,50 y el saldo 114,00."
    )
    .waitFor()
  await upload("Nombre;Ciudad\nAna;Lugo\n")
  await form.getByText(/Ninguna línea tiene encabezados .*: Nombre, Ciudad$/).waitFor()
  await upload("Fecha;Concepto;Importe\n20/11/2026;TRF DE ANA;1.250\n")
  const sign = form.getByLabel("Signo decimal")
  await form.getByText('Línea 2: "1.250" se puede leer de dos maneras: elija el signo decimal del fichero.').waitFor()
  expect(await sign.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(await violations(page)).toEqual([])
  // What one file asked for is not asked of the next.
  await file.setInputFiles(csv("Fecha;Concepto;Importe\n20/11/2026;TRF DE ANA;1.250\n20/11/2026;TRF DE EVA;x\n"))
  await sign.waitFor({ state: "detached" })
  expect(await form.getByText(/se puede leer de dos maneras/).count()).toBe(0)
  await send.click()
  await sign.selectOption(",")
  await file.setInputFiles(csv("Fecha;Concepto;Importe\n20/11/2026;TRF DE ANA;1.250\n"))
  await sign.waitFor({ state: "detached" })
  await send.click()
  await sign.selectOption(",")
  await send.click()
  await form.getByRole("status").waitFor()
  const [movement] = await person.ask<ReadonlyArray<{ amount: number }>>(`/movements?account_id=${id}`)
  expect(Number(movement?.amount)).toBe(1250)
})

test("a file in dollars whose dates may be meant in two ways is taken in once it is said in which", async () => {
  const person = await shopkeeper("dollars@shop.example")
  const bank = await person.ask<{ id: string }>("/banks", "POST", { code: "dollars", name: "Dollars" })
  const { id } = await person.ask<{ id: string }>("/accounts", "POST", { bankId: bank.id, name: "USD" })
  await person.ask(`/accounts/${id}/config`, "PUT", {
    webhook_url: `${world().shop.url}/hooks/dollars`,
    pending_orders_endpoint: `${world().shop.url}/orders/dollars`
  })
  const page = await enter(person, `/accounts/${id}`)
  await page.getByRole("button", { name: en.accounts.statement.open }).click()
  const form = page.getByRole("dialog")
  await form.getByLabel(en.accounts.statement.currency).fill("USD")
  await form
    .getByLabel(en.accounts.statement.file)
    .setInputFiles(csv("Date,Description,Amount\n05/06/2026,ANA,12.50\n"))
  await form.getByRole("button", { name: en.accounts.statement.send }).click()
  const order = form.getByLabel(en.accounts.statement.dates)
  await form.getByText(/"05\/06\/2026" may be two days/).waitFor()
  expect(await violations(page)).toEqual([])
  await order.selectOption("mdy")
  await form.getByRole("button", { name: en.accounts.statement.send }).click()
  await form.getByRole("status").waitFor()
  const [movement] = await person.ask<ReadonlyArray<{ booked_date: string }>>(`/movements?account_id=${id}`)
  expect(movement?.booked_date).toBe("2026-05-06")
})

test.for([
  ["en", "Add a bank", "Continue", /https:\/\//, "This is missing."],
  [
    "es",
    es.banks.add,
    es.actions.next,
    /^Tiene que ser una dirección completa, con http:\/\/ o https:\/\//,
    "Falta este dato."
  ]
] as const)(
  "what the browser itself refuses is said in the page's words (%s)",
  async ([language, add, next, says, missing]) => {
    const page = await enter(await shopkeeper(`half-${language}@shop.example`), "/banks", { language })
    await page.getByRole("button", { name: add }).click()
    const url = page.locator("[name=loginUrl]")
    const saidAt = (name: string) => page.evaluate<string>(`document.querySelector("[name=${name}]").validationMessage`)
    await page.getByRole("button", { name: next, exact: true }).click()
    expect(await saidAt("name")).toBe(missing)
    await page.locator("[name=name]").fill("Half")
    await url.fill("bank.example/login")
    await page.getByRole("button", { name: next, exact: true }).click()
    expect(await saidAt("loginUrl")).toMatch(says)
    await url.fill("https://bank.example/login")
    expect(await page.evaluate(`document.querySelector("[name=loginUrl]").validity.valid`)).toBe(true)
  }
)

test.for([
  ["en", "Log in", "This is missing."],
  ["es", "Entrar", "Falta este dato."]
] as const)("an empty form at the door says so at its fields (%s)", async ([language, enterWord, missing]) => {
  const context = await browser().newContext({ locale: language === "es" ? "es-ES" : "en-GB" })
  const page = await context.newPage()
  const sent: Array<string> = []
  page.on("request", (request) => void (request.method() === "POST" && sent.push(request.url())))
  await page.goto(`${world().base}/app/`)
  await page.getByRole("button", { name: enterWord, exact: true }).click()
  await expect.poll(() => page.getByText(missing).count()).toBe(2)
  expect(await page.getByRole("alert").count()).toBe(0)
  expect(await page.evaluate<string>(`document.activeElement.name`)).toBe("email")
  await page.locator("[name=email]").fill("somebody@shop.example")
  await page.getByRole("button", { name: enterWord, exact: true }).click()
  await expect.poll(() => page.getByText(missing).count()).toBe(1)
  expect(await page.evaluate<string>(`document.activeElement.name`)).toBe("password")
  expect(sent).toEqual([])
  await context.close()
})
