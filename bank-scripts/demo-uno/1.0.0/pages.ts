import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  return {
    user: page.getByPlaceholder("User"),
    password: page.getByPlaceholder("Password"),
    signIn: page.getByRole("button", { name: "Sign in" }),
    approve: page.getByRole("heading", { name: "Approve this login" }),
    inApp: page.getByRole("status"),

    account: page.getByRole("heading", { name: "Your account" }),
    balance: page.getByTestId("balance"),
    signOut: page.getByRole("button", { name: "Sign out" }),
    list: page.getByRole("list", { name: "Operations" }),
    more: page.getByRole("button", { name: "Show more" }),
    total: page.getByText(/^\d+ operations$/),

    wrong: alert.filter({ hasText: "Those details are not right" }),
    locked: alert.filter({ hasText: "access is locked" }),
    newPassword: alert.filter({ hasText: "must change your password" }),
    elsewhere: alert.filter({ hasText: "Another session" }),
    robot: alert.filter({ hasText: "was stopped" }),
    refused: alert.filter({ hasText: "You have refused this login" }),
    closed: alert.filter({ hasText: "Not available" })
  }
}
