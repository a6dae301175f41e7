import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
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
