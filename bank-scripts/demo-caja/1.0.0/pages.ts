import { keypad, type Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const access = page.frameLocator("iframe[title='Secure access']")
  const statement = page.locator("iframe[title='Account statement']").contentFrame()
  const alert = page.getByRole("alert")
  return {
    name: access.getByLabel("Customer number").describe("the customer's name"),
    next: access.getByRole("button", { name: "Next" }),
    /** "Click the 3rd, 5th, 8th characters of your access key" */
    ask: access.getByText("characters of your access key"),
    keys: keypad({ keys: access.getByRole("group", { name: "Keys" }).getByRole("button"), read: "text" }),
    enter: access.getByRole("button", { name: "Enter", exact: true }),

    boxes: page.getByRole("group", { name: "The code that we have sent" }).getByRole("textbox"),
    confirm: page.getByRole("button", { name: "Confirm" }),

    home: page.getByRole("heading", { name: "Your position" }),
    leave: page.getByRole("button", { name: "Leave" }),
    wrong: alert.filter({ hasText: "Those details are not right" }),
    locked: alert.filter({ hasText: "access is locked" }),
    newPassword: alert.filter({ hasText: "must change your password" }),
    elsewhere: alert.filter({ hasText: "Another session" }),
    robot: alert.filter({ hasText: "was stopped" }),
    wrongCode: alert.filter({ hasText: "That code is not right" }),
    codesUsedUp: alert.filter({ hasText: "Too many wrong codes" }),
    codeExpired: alert.filter({ hasText: "The code has expired" }),
    closed: page.getByRole("heading", { name: /maintenance|503/ }),

    table: statement.getByRole("table", { name: "Statement" }),
    older: statement.getByRole("link", { name: "Previous statement" }),
    /** "Rows 1 to 10 of 24" */
    range: statement.getByText(/^Rows \d+ to \d+ of \d+$/)
  }
}

export type Pages = ReturnType<typeof pages>
