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
