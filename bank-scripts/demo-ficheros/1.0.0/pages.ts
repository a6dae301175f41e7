import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
  return {
    user: page.getByLabel("Usuario"),
    password: page.getByLabel("Clave"),
    enter: page.getByRole("button", { name: "Entrar" }),
    code: page.getByLabel("Código recibido por SMS"),
    sign: page.getByRole("button", { name: "Firmar" }),

    files: page.getByRole("heading", { name: "Extractos" }),
    from: page.getByLabel("Desde"),
    format: page.getByLabel("Formato"),
    download: page.getByRole("button", { name: "Descargar" }),
    leave: page.getByRole("button", { name: "Salir" }),

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

export type Pages = ReturnType<typeof pages>
