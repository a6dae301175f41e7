import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
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
    outOfOrder: page
      .getByRole("alert")
      .filter({ hasText: "No disponible" })
      .or(page.getByRole("heading", { name: /maintenance|503/ })),
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
