import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  return {
    user: page.getByLabel("NIF"),
    password: page.getByLabel("Clave"),
    enter: page.getByRole("button", { name: "Continuar" }),
    code: page.getByLabel("Code from the SMS"),
    sendCode: page.getByRole("button", { name: "Continue" }),
    home: page.getByRole("heading", { name: "Libro" }),
    leave: page.getByRole("button", { name: "Salir" }),
    items: page.getByRole("list", { name: "Asientos" }).getByRole("listitem"),
    count: page.getByText(/^\d+ asientos$/),
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
