import { keypad, type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const access = page.frameLocator("iframe[title='Secure access']")
  const statement = page.locator("iframe[title='Account statement']").contentFrame()
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
    closed: page.getByRole("heading", { name: /maintenance|503/ }),
    ends: said(page.getByRole("alert"), {
      invalid_credentials: "Those details are not right",
      account_locked: "access is locked",
      action_required: "must change your password",
      session_elsewhere: "Another session",
      automation_blocked: "was stopped",
      wrong_code: "That code is not right",
      otp_rejected: "Too many wrong codes",
      otp_timeout: "The code has expired"
    }),

    table: statement.getByRole("table", { name: "Statement" }),
    older: statement.getByRole("link", { name: "Previous statement" }),
    /** "Rows 1 to 10 of 24" */
    range: statement.getByText(/^Rows \d+ to \d+ of \d+$/)
  }
}

export type Pages = ReturnType<typeof pages>
