/** Rows and parts of rows that are web components: what they draw is in shadow roots, within one another. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { browserLayer, faultOf, open, secret } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

const shadow = (html: string) => `<template shadowrootmode="open"><style>b { color: red }</style>${html}</template>`
const amount = (text: string) => `<x-sum>${shadow(`<b>${text}</b><i hidden>EUR</i>`)}</x-sum>`
const row = (day: string, text: string, sum: string) =>
  `<x-row>${shadow(`<div><time>${day}</time><span class="what"><slot></slot></span>${amount(sum)}</div>`)}${text}</x-row>`

const site = startSite({
  "/": `<main>${shadow(`${row("03/11/2026", "Card", "-5,00")}${row("02/11/2026", "Salary", "1.000,00")}`)}</main>
    <table><tr><th>Day</th><th>Sum</th></tr><tr><td>03/11/2026</td><td>${amount("-5,00")}</td></tr></table>`,
  "/pin": `<x-form>${shadow(`<input id="pin" type="password" oninput="this.title = this.value">`)}</x-form>
    <x-user>${shadow(`<p>User</p><div id="user" contenteditable></div>`)}</x-user>`
})

const cells = (...texts: ReadonlyArray<string>) => texts.map((text) => ({ text, href: null }))

layer(browserLayer(), { excludeTestServices: true })("What web components draw", (it) => {
  it.effect("is read as parts of records, and of a table's cells", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* open(yield* site)
      yield* goto("/")
      const fields = { day: "time", sum: "x-sum", figure: "b", none: ".none", all: "" }
      const records = yield* on("x-row", "locator.records", { fields })
      const table = yield* on("table", "locator.rows")

      expect(records).toEqual({
        headers: Object.keys(fields),
        rows: [
          { at: 0, cells: cells("03/11/2026", "-5,00", "-5,00", "", "Card") },
          { at: 1, cells: cells("02/11/2026", "1.000,00", "1.000,00", "", "Salary") }
        ]
      })
      expect(table).toEqual({ headers: ["Day", "Sum"], rows: [{ at: 1, cells: cells("03/11/2026", "-5,00") }] })
    })
  )

  it.effect("has nothing of a field that a secret went into", () =>
    Effect.gen(function* () {
      const { goto, on, putSecret } = yield* open(yield* site)
      yield* putSecret("password", "4711")
      yield* putSecret("username", "ana")
      yield* goto("/pin")
      expect(yield* on("x-user", "locator.records", { fields: { field: "" } })).toHaveProperty(
        "rows.0.cells.0.text",
        "User"
      )
      yield* on("#user", "locator.fill", { value: secret("username") })
      yield* on("#pin", "locator.fill", { value: secret("password") })

      const read = (field: unknown, of = "x-form") => on(of, "locator.records", { fields: { field } })
      expect((yield* faultOf(read({ css: "#pin", attribute: "title" }))).code).toBe("SecretRead")
      expect((yield* faultOf(read("", "x-user"))).code).toBe("SecretRead")
      expect(yield* read("")).toEqual({ headers: ["field"], rows: [{ at: 0, cells: cells("") }] })
    })
  )
})
