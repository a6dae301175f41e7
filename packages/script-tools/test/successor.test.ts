import { assert, describe, it } from "@effect/vitest"
import { outlineNodes, seenElement } from "../src/run/outlineNodes.ts"
import { findSuccessor } from "../src/run/successor.ts"

const login = (user: string, password: string, submit: string) => `https://bank.example/login
- heading "Welcome" [level=1]
- text: "${user}"
- textbox "${user}"
- textbox "${password}"
- button "${submit}"`

const then = login("User name", "Password", "Log in")
const element = (role: string, name: string) => {
  const found = seenElement(then, { role, name })
  assert.isDefined(found)
  return found ?? { role, name, place: 0, of: 0, before: "", after: "" }
}

describe("the likely successor of an element", () => {
  it("is the one of the same role in the same surroundings", () => {
    const found = findSuccessor(element("textbox", "Password"), login("User name", "Access key", "Log in"))
    assert.strictEqual(found?.locator, "getByLabel('Access key')")
    const button = findSuccessor(element("button", "Log in"), login("User name", "Password", "Enter"))
    assert.strictEqual(button?.locator, "getByRole('button', { name: 'Enter' })")
  })

  it("is nobody where two are as likely, or where too little agrees", () => {
    const twins = `- textbox "A"\n- textbox "B"\n- textbox "C"`
    assert.isUndefined(findSuccessor(element("textbox", "Password"), twins))
    assert.isUndefined(findSuccessor(element("textbox", "Password"), '- link "Password help"'))
  })

  it("is never an element that the recording knows as another one", () => {
    const nodes = outlineNodes(then)
    const found = findSuccessor(element("textbox", "Password"), '- heading "Welcome"\n- textbox "User name"', nodes)
    assert.isUndefined(found)
  })
})
