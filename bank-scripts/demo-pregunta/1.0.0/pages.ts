import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  return {
    user: page.getByLabel("User ID"),
    password: page.getByLabel("Password"),
    enter: page.getByRole("button", { name: "Sign on" }),
    question: page.getByText("What are the last"),
    answer: page.getByRole("textbox", { name: "What are the last" }),
    sendAnswer: page.getByRole("button", { name: "Answer" }),
    home: page.getByRole("heading", { name: "Your account" }),
    leave: page.getByRole("button", { name: "Sign off" }),
    booked: page.getByRole("table", { name: "Booked" }),
    waiting: page.getByRole("table", { name: "On its way" }),
    earlier: page.getByRole("link", { name: "Earlier" }),
    count: page.getByText(/^\d+ entries$/),
    ends: {
      wrong: alert.filter({ hasText: "Those details are not right" }),
      locked: alert.filter({ hasText: "access is locked" }),
      newPassword: alert.filter({ hasText: "must change your password" }),
      elsewhere: alert.filter({ hasText: "Another session" }),
      robot: alert.filter({ hasText: "was stopped" }),
      wrongCode: alert.filter({ hasText: "That code is not right" }),
      codesUsedUp: alert.filter({ hasText: "Too many wrong codes" }),
      codeExpired: alert.filter({ hasText: "The code has expired" }),
      closed: page.getByRole("heading", { name: /maintenance|503/ })
    }
  }
}
