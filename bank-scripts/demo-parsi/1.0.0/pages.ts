import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  return {
    user: page.getByLabel("نام کاربری"),
    password: page.getByLabel("رمز عبور"),
    enter: page.getByRole("button", { name: "ورود" }),
    code: page.getByLabel("کد پیامک"),
    sendCode: page.getByRole("button", { name: "تایید" }),
    home: page.getByRole("heading", { name: "صورت حساب" }),
    leave: page.getByRole("button", { name: "خروج" }),
    table: page.getByRole("table"),
    older: page.getByRole("link", { name: "قدیمی‌تر" }),
    count: page.getByText(/تراکنش$/),
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
