import { assert, describe, it } from "@effect/vitest"
import { findSimilar } from "../src/run/similar.ts"

const outline = `https://bank.example/account
- heading "Your account" [level=1]
- table "Booked"
  - rowgroup
    - row "Date Text Sum"
- textbox "User ID"
- textbox "Password"
- button "Sign on"
- button "Help"`

const similar = (locator: string) => findSimilar(locator, outline)?.locator

describe("the element that a locator's author meant, without a recording", () => {
  it("is one of the same role and almost the same name", () => {
    assert.strictEqual(
      similar("page.getByRole('table', { name: 'Bookedd' })"),
      "getByRole('table', { name: 'Booked' })"
    )
    assert.strictEqual(similar("page.getByLabel('User id', { exact: true })"), "getByLabel('User ID')")
    assert.strictEqual(
      similar("page.getByRole('button', { name: 'Sign in' })"),
      "getByRole('button', { name: 'Sign on' })"
    )
  })

  it("is the only one of its role that has a name, whatever it is called", () => {
    assert.strictEqual(
      similar("page.getByRole('table', { name: 'Umsätze' })"),
      "getByRole('table', { name: 'Booked' })"
    )
  })

  it("is not the only one of a role that tells which page it is: that would make one of every page", () => {
    assert.isUndefined(similar("page.getByRole('heading', { name: '503' })"))
    assert.strictEqual(
      similar("page.getByRole('heading', { name: 'Your accounts' })"),
      "getByRole('heading', { name: 'Your account' })"
    )
  })

  it("is nobody where nothing is like it, or the locator has no name", () => {
    assert.isUndefined(similar("page.getByRole('button', { name: 'Transfer money' })"))
    assert.isUndefined(similar("page.getByLabel('PIN')"))
    assert.isUndefined(similar("page.locator('#x')"))
  })

  it("is the one of this name in a frame, where the locator looks for it beside the frame", () => {
    const framed = `https://bank.example/\n- link "Help"\n\nhttps://bank.example/form in frameLocator('iframe')\n- textbox "User ID"`
    assert.deepStrictEqual(findSimilar("page.getByLabel('User ID')", framed), {
      locator: "frameLocator('iframe').getByLabel('User ID')",
      because: "the same role, the same name"
    })
  })
})
