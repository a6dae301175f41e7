/** A list that says of a payment who paid and what for only where its row is opened: below it, by a button that closes it too. */
import { defineBankScript, movements } from "@counterfoil/script-sdk"

export default defineBankScript({
  bank: "rows",
  version: "0.1.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  login: async ({ page }) => {
    await page.goto("/list")
    return "authenticated"
  },
  extract: ({ page, since, today }) =>
    movements.fromTable(
      page.getByRole("table"),
      { date: "Fecha", description: "Concepto", amount: "Importe" },
      {
        currency: "EUR",
        dates: "dmy",
        decimal: ",",
        since,
        today,
        detail: {
          open: (row) => row.getByRole("button", { name: "Ver" }).click(),
          seen: (row) => row.locator(":scope + tr.detail"),
          fields: {
            date: "dt:text-is('Fecha') + dd",
            time: "dt:text-is('Fecha') + dd",
            amount: "dt:text-is('Importe') + dd",
            counterparty: "dt:text-is('Ordenante') + dd",
            description: (opened) => opened.locator("dt", { hasText: "Mensaje" }).locator(":scope + dd")
          },
          transform: { time: (text) => text.slice(-5) }
        },
        restart: () => page.goto("/list")
      }
    )
})
