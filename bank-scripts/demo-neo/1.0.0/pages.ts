import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  const approve = page.getByRole("status")
  return {
    user: page.getByLabel("Your name"),
    password: page.getByLabel("Your secret"),
    go: page.getByRole("button", { name: "Go" }),
    approve,
    number: approve.getByRole("strong"),
    refused: alert.filter({ hasText: "You have refused this login" }),
    // Of a new account the list is empty, which no eye sees; a sentence stands for it.
    account: page.getByRole("list", { name: "Activity" }).or(page.getByText("Nothing has happened here yet")),
    older: page.getByRole("button", { name: "Older" }),
    leave: page.getByRole("button", { name: "Leave" }),
    ends: {
      wrong: alert.filter({ hasText: "Those details are not right" }),
      locked: alert.filter({ hasText: "access is locked" }),
      newPassword: alert.filter({ hasText: "must change your password" }),
      elsewhere: alert.filter({ hasText: "Another session" }),
      robot: alert.filter({ hasText: "was stopped" }),
      closed: alert.filter({ hasText: "Not available" }).or(page.getByRole("heading", { name: /maintenance|503/ }))
    }
  }
}
