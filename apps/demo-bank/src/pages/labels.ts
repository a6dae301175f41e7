import type { Switches } from "../switches.ts"

/** The words of the two layouts. `renamed` stands for the day on which a bank redesigns its site. */
export type Labels = {
  readonly userName: string
  readonly password: string
  readonly logIn: string
  readonly movements: string
  readonly date: string
  readonly time: string
  readonly description: string
  readonly amount: string
  readonly balance: string
  readonly status: string
  readonly reference: string
  readonly older: string
  readonly newer: string
  /** `id` and `name` of the two fields of the login form. */
  readonly fields: { readonly userName: string; readonly password: string }
}

const classic: Labels = {
  userName: "User name",
  password: "Password",
  logIn: "Log in",
  movements: "Movements",
  date: "Date",
  time: "Time",
  description: "Description",
  amount: "Amount",
  balance: "Balance",
  status: "Status",
  reference: "Reference",
  older: "Older movements",
  newer: "Newer movements",
  fields: { userName: "username", password: "password" }
}

const renamed: Labels = {
  userName: "Customer ID",
  password: "Access key",
  logIn: "Enter",
  movements: "Account activity",
  date: "Booked on",
  time: "Hour",
  description: "Concept",
  amount: "Value",
  balance: "Balance after",
  status: "State",
  reference: "Operation number",
  older: "Earlier activity",
  newer: "Later activity",
  fields: { userName: "customer-id", password: "access-key" }
}

export const labelsOf = (layout: Switches["layout"]): Labels => (layout === "renamed" ? renamed : classic)
