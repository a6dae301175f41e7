import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  const banner = page.getByRole("dialog", { name: "Novedades" })
  return {
    user: page.getByLabel("Usuario"),
    password: page.getByLabel("Contraseña"),
    enter: page.getByRole("button", { name: "Entrar" }),
    code: page.getByLabel("Code from the SMS"),
    sendCode: page.getByRole("button", { name: "Continue" }),
    home: page.getByRole("heading", { name: "Actividad" }),
    leave: page.getByRole("button", { name: "Cerrar sesión" }),
    banner,
    notNow: banner.getByRole("button", { name: "Ahora no" }),
    items: page.getByRole("list", { name: "Operaciones" }).getByRole("listitem"),
    more: page.getByText("Cargando más…"),
    count: page.getByText(/^\d+ operaciones$/),
    outOfOrder: alert.filter({ hasText: "No disponible" }).or(page.getByRole("heading", { name: /maintenance|503/ })),
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
