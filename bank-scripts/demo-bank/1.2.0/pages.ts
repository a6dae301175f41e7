/** Everything that is looked for on the bank's pages: when the bank changes its words, this file changes. */
import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  const heading = (name: string) => page.getByRole("heading", { name })
  return {
    userName: page.getByLabel("User name", { exact: true }).describe("the user name"),
    password: page.getByLabel("Password", { exact: true }).describe("the password"),
    enter: page.getByRole("button", { name: "Log in" }),
    code: page.getByLabel("Code from the SMS").describe("the code"),
    sendCode: page.getByRole("button", { name: "Continue" }),
    home: heading("Your accounts"),
    leave: page.getByRole("button", { name: "Log out" }),
    closed: alert.filter({ hasText: "closed for maintenance" }).or(heading("503 Service Temporarily Unavailable")),
    ends: {
      ...said(alert, {
        invalid_credentials: "Wrong user name or password",
        account_locked: "Your access is locked",
        session_elsewhere: "Another session of yours is open",
        wrong_code: "Wrong code",
        otp_rejected: "Two wrong codes",
        otp_timeout: "This code has expired"
      }),
      action_required: heading("You must change your password"),
      automation_blocked: heading("Are you a person?")
    },

    table: page.getByRole("table", { name: "Movements of" }).describe("the table of movements"),
    none: page.getByText("There is nothing in these dates."),
    older: page.getByRole("link", { name: "Older movements" }),
    /** "24 movements" */
    total: async () => Number.parseInt(await page.getByTestId("movement-count").innerText(), 10),
    /** "Page 1 of 3" */
    pageTotal: async () => Number((await page.getByTestId("page-count").innerText()).split(" ").at(-1))
  }
}
