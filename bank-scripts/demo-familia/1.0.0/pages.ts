import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => ({
  user: page.getByLabel("Tu documento"),
  goOn: page.getByRole("button", { name: "Seguir" }),
  password: page.getByLabel("Contraseña"),
  enter: page.getByRole("button", { name: "Entrar" }),
  code: page.getByLabel("Code from the SMS"),
  sendCode: page.getByRole("button", { name: "Continue" }),
  home: page.getByRole("heading", { name: "Tus cuentas" }),
  leave: page.getByRole("button", { name: "Desconectar" }),
  accounts: page.getByRole("list", { name: "Cuentas" }).getByRole("listitem"),
  items: page.getByRole("main").getByRole("listitem"),
  none: page.getByText("Sin movimientos"),
  ofQuarter: page.getByText(/^\d+ movimientos este trimestre$/),
  inAll: page.getByText(/^\d+ movimientos en total$/),
  older: page.getByRole("link", { name: "Trimestre anterior" }),
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
