import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
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
