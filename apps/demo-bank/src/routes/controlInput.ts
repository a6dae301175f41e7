import { isLocalDate, isLocalTime } from "../calendar.ts"
import type { NewMovement } from "../Bank.ts"
import type { Profile } from "../Customer.ts"
import { Fields, InputError } from "../Fields.ts"
import { ibanOf } from "../iban.ts"
import { type Kind, kinds } from "../Ledger.ts"
import { type Cents, parseCents } from "../money.ts"
import { payerText } from "../payerText.ts"
import { type History, ordinaryHistory } from "../seeds.ts"

const amountOf = (fields: Fields, name: string): Cents => {
  const text = fields.text(name)
  const cents = parseCents(text)
  if (cents === undefined) throw new InputError(`${name} must be a decimal text such as "1234.56"`)
  return cents
}

const dateOf = (fields: Fields, name: string): string => {
  const text = fields.text(name)
  if (!isLocalDate(text)) throw new InputError(`${name} must be a date such as "2025-12-31"`)
  return text
}

const timeOf = (fields: Fields, name: string): string | null => {
  if (fields.isNull(name)) return null
  const text = fields.text(name)
  if (!isLocalTime(text)) throw new InputError(`${name} must be a time such as "09:30", or null for none`)
  return text
}

const prefixes: Readonly<Record<Kind, string>> = {
  "transfer-in": "TRF DE ",
  "transfer-out": "TRF A ",
  salary: "SALARY ",
  refund: "REFUND ",
  card: "CARD PAYMENT ",
  "direct-debit": "DIRECT DEBIT ",
  fee: "",
  other: ""
}

const credits: readonly Kind[] = ["transfer-in", "salary", "refund"]

const signed = (kind: Kind, amount: Cents): Cents => {
  if (kind === "other") return amount
  if (amount < 0n) throw new InputError(`the amount of a ${kind} is positive; the bank knows its sign`)
  return credits.includes(kind) ? amount : -amount
}

const descriptionOf = (fields: Fields, kind: Kind): string => {
  if (fields.has("description")) return fields.text("description")
  if (fields.has("payer")) return `${prefixes[kind]}${payerText(fields.text("payer"))}`
  throw new InputError("payer or description is required")
}

/** `{customer, kind, amount, payer | description, date?, time?, pending?}` */
export const readMovement = (body: unknown): { readonly customer: string; readonly movement: NewMovement } => {
  const fields = new Fields(body, ["customer", "kind", "amount", "payer", "description", "date", "time", "pending"])
  const kind = fields.optional("kind", (name) => fields.oneOf(name, kinds), "transfer-in")
  return {
    customer: fields.text("customer"),
    movement: {
      kind,
      amount: signed(kind, amountOf(fields, "amount")),
      description: descriptionOf(fields, kind),
      date: fields.optional("date", (name) => dateOf(fields, name), undefined),
      time: fields.optional("time", (name) => timeOf(fields, name), undefined),
      pending: fields.optional("pending", (name) => fields.flag(name), false)
    }
  }
}

/** `{date?, time?, description?}` */
export const readBooking = (body: unknown) => {
  const fields = new Fields(body, ["date", "time", "description"])
  return {
    date: fields.optional("date", (name) => dateOf(fields, name), undefined),
    time: fields.optional("time", (name) => timeOf(fields, name), undefined),
    description: fields.optional("description", (name) => fields.text(name), undefined)
  }
}

const traits = ["asksSmsCode", "trustsDevices", "showsReference", "showsTime"] as const
const texts = ["username", "password", "name", "phone", "email", "iban"] as const

export const readNewCustomer = (
  body: unknown,
  count: number
): { profile: Profile; opening: Cents; history: History } => {
  const fields = new Fields(body, ["id", ...texts, ...traits, "openingBalance", "history"])
  const id = fields.text("id")
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(id)) throw new InputError("id must be lower-case letters, digits and hyphens")
  const text = (name: (typeof texts)[number], otherwise: string) =>
    fields.optional(name, (key) => fields.text(key), otherwise)
  const flag = (name: (typeof traits)[number]) => fields.optional(name, (key) => fields.flag(key), false)
  const history = fields.optional("history", (name) => fields.oneOf(name, ["ordinary", "none"]), "none")
  return {
    profile: {
      id,
      username: text("username", id),
      password: fields.text("password"),
      name: text("name", id),
      phone: text("phone", `+34 600 555 ${String(200 + count).padStart(3, "0")}`),
      email: text("email", ""),
      iban: text("iban", ibanOf(2_000_000 + count)).replaceAll(" ", ""),
      asksSmsCode: flag("asksSmsCode"),
      trustsDevices: flag("trustsDevices"),
      showsReference: flag("showsReference"),
      showsTime: flag("showsTime")
    },
    opening: fields.optional("openingBalance", (name) => amountOf(fields, name), 100_000n),
    history: history === "ordinary" ? ordinaryHistory : []
  }
}

/** What may be changed of a customer, `locked` included. */
export const readCustomerChange = (
  body: unknown,
  before: Profile
): { profile: Profile; locked: boolean | undefined } => {
  const fields = new Fields(body, [...texts, ...traits, "locked"])
  const text = (name: (typeof texts)[number]) => fields.optional(name, (key) => fields.text(key), before[name])
  const flag = (name: (typeof traits)[number]) => fields.optional(name, (key) => fields.flag(key), before[name])
  return {
    profile: {
      id: before.id,
      username: text("username"),
      password: text("password"),
      name: text("name"),
      phone: text("phone"),
      email: text("email"),
      iban: text("iban").replaceAll(" ", ""),
      asksSmsCode: flag("asksSmsCode"),
      trustsDevices: flag("trustsDevices"),
      showsReference: flag("showsReference"),
      showsTime: flag("showsTime")
    },
    locked: fields.optional("locked", (name) => fields.flag(name), undefined)
  }
}
