import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const notice = page.getByRole("alert")
  const inner = page.frameLocator("iframe[title='Portal']").frameLocator("iframe[title='Contenido']")
  const list = inner.frameLocator("iframe[title='Movimientos']")
  const alert = inner.getByRole("alert")
  const closed = /maintenance|503/
  return {
    user: inner.getByLabel("Identificador"),
    password: inner.getByLabel("Clave personal"),
    enter: inner.getByRole("button", { name: "Acceder" }),
    code: inner.getByLabel("Code from the SMS"),
    sendCode: inner.getByRole("button", { name: "Continue" }),
    home: inner.getByRole("heading", { name: "Posición global" }),
    leave: inner.getByRole("button", { name: "Desconectar" }),
    list: {
      table: list.getByRole("table"),
      older: list.getByRole("link", { name: "Anteriores" }),
      count: list.getByText(/^\d+ apuntes$/),
      closed: list.getByRole("heading", { name: closed })
    },
    closed: [page.getByRole("heading", { name: closed }), inner.getByRole("heading", { name: closed })],
    /** On the outermost page, or in the frame where the code is asked for. */
    ends: said([notice, alert], {
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
