/** What is looked for on Calvet's pages. */
import { type Page, said } from "@counterfoil/script-sdk"

export const pages = (page: Page) => ({
  user: page.getByLabel("Identifiant"),
  next: page.getByRole("button", { name: "Suivant" }),
  password: page.getByLabel("Mot de passe"),
  enter: page.getByRole("button", { name: "Se connecter" }),
  code: page.getByLabel("Code reçu par SMS"),
  sendCode: page.getByRole("button", { name: "Valider" }),
  home: page.getByRole("heading", { name: "Opérations", exact: true }),
  count: page.getByText("opérations depuis l'ouverture"),
  shownMonth: page.getByRole("heading", { level: 2 }),
  countOfMonth: page.getByText("ce mois-ci"),
  nothing: page.getByText("Aucune opération ce mois-ci"),
  items: page.getByRole("article"),
  month: page.getByLabel("Mois"),
  /** The months that stand before the one that is shown: the newer ones. */
  newerMonths: page.locator("option:has(~ option[selected])"),
  /** The button, as long as an older month can be chosen. */
  older: page.locator("form:has(option[selected] ~ option)").getByRole("button", { name: "Afficher" }),
  asks: page.getByRole("dialog", { name: "Inactivité" }),
  stay: page.getByRole("button", { name: "Rester connecté" }),
  leave: page.getByRole("button", { name: "Se déconnecter" }),
  closed: [page.getByText("503 Service"), page.getByText("closed for maintenance")],
  outOfOrder: page.getByText(/503 Service|closed for maintenance/),
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
})
