import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
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
    // Who is not logged in is sent there, away from these pages.
    front: { url: "**/login*" },

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

export type Pages = ReturnType<typeof pages>
