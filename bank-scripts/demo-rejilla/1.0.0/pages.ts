/** What is looked for on Rejilla's pages. */
import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => ({
  user: page.getByLabel("NIF"),
  password: page.getByLabel("Clave de acceso"),
  enter: page.getByRole("button", { name: "Acceder" }),
  ways: page.getByText("¿Por dónde te enviamos la clave?"),
  sms: page.getByLabel("SMS al móvil"),
  sendWay: page.getByRole("button", { name: "Enviar clave" }),
  code: page.getByLabel("Clave de un solo uso"),
  sendCode: page.getByRole("button", { name: "Confirmar" }),
  home: page.getByRole("heading", { name: "Extracto" }),
  count: page.getByText(/apuntes, hoja \d+ de \d+/),
  /** All rows but those that name a month. */
  rows: page.locator("tbody tr:not(:has(td[colspan]))"),
  older: page.getByRole("link", { name: "Hoja más antigua" }),
  leave: page.getByRole("button", { name: "Cerrar sesión" }),
  closed: [
    page.getByText("503 Service"),
    page.getByText("closed for maintenance"),
    page.getByText("Servicio no disponible")
  ],
  outOfOrder: page.getByText(/503 Service|closed for maintenance/),
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
