import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  return {
    access: page.getByRole("link", { name: "Acceso clientes" }),
    user: page.getByLabel("Correo o usuario"),
    password: page.getByLabel("Contraseña"),
    enter: page.getByRole("button", { name: "Identificarme" }),
    code: page.getByLabel("Code from the SMS"),
    sendCode: page.getByRole("button", { name: "Continue" }),
    home: page.getByRole("heading", { name: "Tu cuenta" }),
    leave: page.getByRole("button", { name: "Salir" }),
    table: page.getByRole("table"),
    older: page.getByRole("link", { name: "Ver más antiguos" }),
    count: page.getByText(/^\d+ movimientos$/),
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
  }
}
