import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  return {
    user: page.getByLabel("Anmeldename"),
    password: page.getByLabel("PIN"),
    enter: page.getByRole("button", { name: "Anmelden" }),
    bars: page.getByRole("img", { name: "chipTAN" }),
    code: page.getByLabel("TAN", { exact: true }),
    sendCode: page.getByRole("button", { name: "Weiter" }),
    home: page.getByRole("heading", { name: "Umsätze" }),
    booked: page.getByRole("table"),
    count: page.getByText(/^\d+ Umsätze$/),
    earlier: page.getByRole("link", { name: "Ältere" }),
    leave: page.getByRole("button", { name: "Abmelden" }),
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
