import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const notice = page.getByRole("alert")
  const inner = page.frameLocator("iframe[title='Portal']").frameLocator("iframe[title='Contenido']")
  const list = inner.frameLocator("iframe[title='Movimientos']")
  const alert = inner.getByRole("alert")
  /** Said on the outermost page, or in the frame where the code is asked for. */
  const said = (hasText: string) => [notice.filter({ hasText }), alert.filter({ hasText })]
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
    ends: {
      wrong: said("Those details are not right"),
      locked: said("access is locked"),
      newPassword: said("must change your password"),
      elsewhere: said("Another session"),
      robot: said("was stopped"),
      wrongCode: said("That code is not right"),
      codesUsedUp: said("Too many wrong codes"),
      codeExpired: said("The code has expired"),
      closed: [page.getByRole("heading", { name: closed }), inner.getByRole("heading", { name: closed })]
    }
  }
}
