import type { Page } from "@counterfoil/script-sdk"

export const pages = (page: Page) => {
  const alert = page.getByRole("alert")
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
