import { Statement } from "@counterfoil/domain"
import { assert, layer } from "@effect/vitest"
import { makeProjectAround } from "create-counterfoil-script"
import { Effect, Schema } from "effect"
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import { readClicks, scriptFromClicks } from "../../src/script/fromClicks.ts"
import { typeMistakes } from "../../src/script/checkTypes.ts"
import { layers, newCustomer, TestBank, visit } from "./bankVisit.ts"

/** As `playwright-core codegen --target javascript` writes them. */
const clicksAt = (url: string) => `const { chromium } = require('playwright');
(async () => {
  const page = await context.newPage();
  await page.goto('${url}/login');
  await page.getByLabel('User name').click();
  await page.getByLabel('User name').fill('somebody-private');
  await page.getByLabel('Password').fill('a-password-that-was-typed');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByLabel('Code from the SMS').fill('482913');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: 'Movements' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
})();
`

const saved = `<table><tr><th>Date</th><th>Description</th><th class="n">Amount</th><th>Balance</th><th>Status</th></tr></table>`

/** Inside of the repository, where the SDK is found, and out of its sight. */
const place = fileURLToPath(new URL("../../../../.counterfoil/", import.meta.url))

const project = Effect.fnUntraced(function* (url: string) {
  const clicks = readClicks(clicksAt(url))
  if (clicks === undefined) return yield* Effect.die(new Error("no clicks"))
  const folder = yield* Effect.acquireRelease(
    Effect.promise(() => mkdir(place, { recursive: true }).then(() => mkdtemp(`${place}from-clicks-`))),
    (made) => Effect.promise(() => rm(made, { recursive: true }))
  )
  const files = scriptFromClicks("my-bank", clicks, saved)
  yield* Effect.promise(() => makeProjectAround(folder, "my-bank", files))
  return { folder, files }
})

layer(layers, { excludeTestServices: true })("a script made from a person's clicks", (it) => {
  it.effect("has no mistakes, nothing that was typed, and reads the bank that was clicked through", () =>
    Effect.gen(function* () {
      const { url } = yield* TestBank
      const { files, folder } = yield* project(url)
      const customer = yield* newCustomer({ asksSmsCode: true })

      assert.deepStrictEqual((yield* Effect.promise(() => typeMistakes(folder))) ?? [], [])
      for (const typed of ["somebody-private", "a-password-that-was-typed", "482913"]) {
        assert.notInclude(Object.values(files).join("\n"), typed)
      }
      const bank = yield* visit({ version: "1.0.0", folder, customer })
      assert.strictEqual(yield* bank.invoke("login"), "authenticated")
      const statement = yield* bank
        .invoke("extract", { since: "2020-01-01", account: {} })
        .pipe(Effect.flatMap(Schema.decodeUnknownEffect(Statement)))
      assert.strictEqual(statement.movements.length, 8)
      assert.isNull(yield* bank.invoke("logout"))
    }).pipe(Effect.scoped)
  )

  it.effect("does what stands between password and code, and begins to read on the list's first page", () =>
    Effect.sync(() => {
      const clicks = readClicks(`
  await page.goto('https://bank.example/login');
  await page.getByLabel('NIF').fill('somebody-private');
  await page.getByLabel('Clave de acceso').fill('a-password-that-was-typed');
  await page.getByRole('button', { name: 'Acceder' }).click();
  await page.getByLabel('SMS al móvil').check();
  await page.getByRole('button', { name: 'Enviar clave' }).click();
  await page.getByLabel('Clave de un solo uso').fill('482913');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.getByRole('link', { name: 'Hoja más antigua' }).click();
  await page.getByRole('link', { name: 'Hoja más antigua' }).click();
  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
`)
      const header = "<th>Día</th><th>Concepto</th><th colspan=2>Importe</th><th>Saldo</th><th>Cargo</th><th>Abono</th>"
      const files =
        clicks && scriptFromClicks("my-bank", clicks, `<table>${header}<td>12,75</td><td>1.234,56</td></table>`)

      assert.include(
        files?.["bank.ts"],
        `          deal: async () => {
            await page.getByLabel("SMS al móvil").check()
            await page.getByRole("button", { name: "Enviar clave" }).click()
          }`
      )
      assert.include(
        files?.["bank.ts"],
        `      const bank = pages(page)
      return movements.fromTable(
        bank.table,
        {"date":"Día","description":"Concepto","balance":"Saldo","debit":"Cargo","credit":"Abono"},
        { currency: "EUR", dates: "dmy", decimal: ",",`
      )
      assert.include(files?.["pages.ts"], 'older: page.getByRole("link", { name: "Hoja más antigua" }),')
      assert.include(files?.["pages.ts"], 'home: page.getByRole("button", { name: "Cerrar sesión" }),')
    })
  )

  it.effect("is refused where the file holds no clicks", () =>
    Effect.sync(() => assert.isUndefined(readClicks("console.log('hello')")))
  )
})
