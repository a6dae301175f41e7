import { assert, it } from "@effect/vitest"
import { locatorsOf } from "../src/look.ts"

it("a look at a page gives what finds its named elements, each once, and no rows of data", () => {
  const outline = `https://bank.example/login
- heading "Welcome" [level=1]
- textbox "User ID"
- button "Sign on"
- button "Sign on"
- table "Booked"
  - row "01/11 TRF DE ROSSI NADIA"`

  assert.deepStrictEqual(locatorsOf(outline), [
    "page.getByRole('heading', { name: 'Welcome' })",
    "page.getByLabel('User ID')",
    "page.getByRole('button', { name: 'Sign on' })",
    "page.getByRole('table', { name: 'Booked' })"
  ])
})

it("what stands in a frame is found by way of the frame", () => {
  const outline = `https://bank.example/
- link "Help"

https://login.bank.example/form in frameLocator('iframe[title="Access"]')
- textbox "User ID"

about:srcdoc in frameLocator('iframe[title="Access"]').frameLocator('iframe')
- button "Sign on"`

  assert.deepStrictEqual(locatorsOf(outline), [
    "page.getByRole('link', { name: 'Help' })",
    `page.frameLocator('iframe[title="Access"]').getByLabel('User ID')`,
    `page.frameLocator('iframe[title="Access"]').frameLocator('iframe').getByRole('button', { name: 'Sign on' })`
  ])
})
