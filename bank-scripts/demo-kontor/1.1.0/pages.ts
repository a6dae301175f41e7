import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => ({
  user: page.getByLabel("Anmeldename"),
  password: page.getByLabel("Kennwort"),
  enter: page.getByRole("button", { name: "Anmelden" }),
  code: page.getByLabel("SMS-TAN"),
  sendCode: page.getByRole("button", { name: "Freigeben" }),
  home: page.getByRole("heading", { name: "Umsätze" }),
  leave: page.getByRole("button", { name: "Abmelden" }),
  banner: page.getByRole("dialog", { name: "Cookies" }),
  onlyNeeded: page.getByRole("button", { name: "Nur notwendige" }),
  rows: page.getByRole("table", { name: "Kontobuch" }).locator("tr"),
  next: page.locator("nav a[aria-current] + a"),
  count: page.getByText(/^\d+ Buchungen$/),
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
  })
})
