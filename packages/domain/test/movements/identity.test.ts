import { Result } from "effect"
import { describe, expect, it } from "vitest"
import {
  compilePrefixes,
  compileVolatile,
  externalIdOf,
  fingerprintOf,
  finish,
  plainPrefixes,
  rulesProblem,
  senderNameOf
} from "@counterfoil/domain"
import { afterScrapes, day, emptyLedger, row, rowsOf, rules, statement, taken } from "../intake.ts"

const keyOf = (facts: Parameters<typeof row>[0], accountRules = rules) =>
  rowsOf(statement([row(facts)]), accountRules).map(({ key }) => key)[0]

describe("a movement's key", () => {
  it("is the same whatever a better parser would change", () => {
    const key = keyOf({})
    expect(key).toMatch(/^[0-9a-f]{64}$/)
    expect(
      keyOf({ time: "10:30", pending: true, counterparty: "Maria Garcia Lopez", valueDate: day(1), id: "77" })
    ).toBe(key)
    expect(keyOf({ description: "  Transferencia de\u00a0MARÍA  GARCÍA, LÓPEZ." })).toBe(key)
    expect(keyOf({ amount: "120.000" })).toBe(key)
  })

  it("differs by day, amount, currency, text and balance", () => {
    const keys = [
      {},
      { date: day(-1) },
      { amount: "-120.00" },
      { currency: "USD" },
      { description: "BIZUM" },
      { balance: "1.00" }
    ]
    expect(new Set(keys.map((facts) => keyOf(facts))).size).toBe(keys.length)
  })

  it("rests on the bank's id where that is unique, and not on the text then", () => {
    const unique = { ...rules, uniqueIds: true }
    expect(keyOf({ id: "77" }, unique)).toBe(keyOf({ id: "77", description: "OTRO TEXTO", balance: "5.00" }, unique))
    expect(keyOf({ id: "78" }, unique)).not.toBe(keyOf({ id: "77" }, unique))
  })

  it("leaves out what the script declares volatile", () => {
    const volatile = { ...rules, volatileText: [{ regex: "op\\. \\d+", flags: "i" }] }
    expect(keyOf({ description: "BIZUM OP. 123 MARIA" }, volatile)).toBe(
      keyOf({ description: "BIZUM Op. 9 MARIA" }, volatile)
    )
  })

  it("stays what it has always been", () => {
    // A change here makes every stored movement look new.
    expect(keyOf({})).toBe("0ae029a884af87c365e5937db2931bcab5a6fe3ebde40cc1a9dc1f38b9ad606b")
    expect(keyOf({ id: "77" }, { ...rules, uniqueIds: true })).toBe(
      "084040fdf6dc88d2b32ac3aa8f8be8f529ccca5d8c72786498e5fdb6c5493c0d"
    )
  })
})

describe("a volatile text", () => {
  it.each(["(.)\\1", "a(?=b)", "(", "a{2000}"])("%j is refused with a sentence", (regex) => {
    const refused = compileVolatile([{ regex, flags: "" }])
    expect(Result.isFailure(refused) && refused.failure.message).toMatch(/^The volatile text .+\.$/)
  })

  it.each(["op\\. \\d+", "\\d{2}:\\d{2}", "(?:ref|op) ?\\d+", "[+*|]{1}x", "\\(a+\\)", "(a+)+b"])(
    "%j is taken",
    (regex) => {
      expect(Result.isSuccess(compileVolatile([{ regex, flags: "giy" }]))).toBe(true)
    }
  )

  it("may be declared fifty times, and no more", () => {
    const many = Array.from({ length: 51 }, () => ({ regex: "a", flags: "" }))
    expect(Result.isFailure(compileVolatile(many))).toBe(true)
    expect(Result.isSuccess(compileVolatile(many.slice(1)))).toBe(true)
  })

  it("is cut out wherever it stands", () => {
    const volatile = Result.getOrThrow(compileVolatile([{ regex: "\\d{2}:\\d{2}", flags: "" }]))
    expect(finish(fingerprintOf("Pago 10:30 Café 11:45", volatile))).toBe("PAGO CAFE")
  })
})

describe("a movement's external id", () => {
  it("is the bank's own, else one of key and occurrence", () => {
    const key = "0123456789abcdef".repeat(4)
    expect(externalIdOf({ bankId: "77", key, occurrence: 2 })).toBe("77")
    expect(externalIdOf({ key, occurrence: 2 })).toBe("0123456789abcdef0123456789abcdef-2")
  })

  it("is no number of the bank's that names seventy others too", () => {
    const key = "0123456789abcdef".repeat(4)
    expect(externalIdOf({ bankId: "0182", idRepeats: true, key, occurrence: 70 })).toBe(
      "0123456789abcdef0123456789abcdef-70"
    )
  })
})

describe("a sender's name", () => {
  const from = (description: string, prefixes: ReadonlyArray<string> = [], amountMinor = 1n) =>
    senderNameOf({ amountMinor, description, prefixes })

  it("is the counterparty of a credit, and nothing for a debit", () => {
    expect(senderNameOf({ amountMinor: 1n, counterparty: " María  García ", description: "BIZUM" })).toBe(
      "María García"
    )
    expect(senderNameOf({ amountMinor: -1n, counterparty: "Iberdrola", description: "RECIBO" })).toBe("")
    expect(senderNameOf({ amountMinor: 0n, counterparty: "Nadie", description: "" })).toBe("")
  })

  it("is nothing of what the bank itself says of a credit that is still under way", () => {
    const pending = (description: string, prefixes?: ReadonlyArray<string>, counterparty?: string) =>
      senderNameOf({ amountMinor: 1n, description, prefixes, counterparty, isPending: true })
    expect(pending("TRANSFERENCIA EN CURSO", ["TRF DE"])).toBe("")
    expect(pending("TRANSFERENCIA EN CURSO", ["TRF DE", "TRANSFERENCIA EN CURSO"])).toBe("")
    expect(pending("TRF DE Leo Paz", ["TRF DE"])).toBe("Leo Paz")
    expect(pending("TRANSFERENCIA EN CURSO", ["TRF DE"], "Leo Paz")).toBe("Leo Paz")
    expect(pending("Leo Paz")).toBe("Leo Paz")
  })

  it("is the text after the declared prefix, in the bank's spelling", () => {
    expect(from("TRF. DE: María García", ["TRF DE", "TRF"])).toBe("María García")
    expect(from("TRANSFERENCIA DE MARIA", ["TRF DE"])).toBe("TRANSFERENCIA DE MARIA")
    expect(from("TRF DE", ["TRF DE"])).toBe("TRF DE")
    expect(from("Abono - O'Neill, S.", ["abono"])).toBe("O'Neill, S.")
  })
})

describe("a sender's name after a prefix that is a pattern", () => {
  const declared = [
    "TRF DE",
    { regex: "Abono (N[ºo] )?\\d+ (de|of)", flags: "i" },
    { regex: ".*\\/ORDP\\/", flags: "" }
  ]
  const patterns = Result.getOrThrow(compilePrefixes(declared))
  const from = (text: { readonly description?: string; readonly counterparty?: string; readonly isPending?: true }) =>
    senderNameOf({ amountMinor: 1n, description: "", prefixes: plainPrefixes(declared), patterns, ...text })

  it("is what follows it, of a description and of a counterparty", () => {
    expect(from({ description: "ABONO  Nº 0042 de: Ana Ruiz" })).toBe("Ana Ruiz")
    expect(from({ description: "TRF DE Ana Ruiz" })).toBe("Ana Ruiz")
    expect(from({ counterparty: "/TRTP/SEPA/ORDP/ANA RUIZ" })).toBe("ANA RUIZ")
    expect(from({ description: "Abono 7 of Ana", isPending: true })).toBe("Ana")
  })

  it("is the whole text where the pattern stands elsewhere, or nothing follows it", () => {
    expect(from({ description: "Pago abono 42 de Ana" })).toBe("Pago abono 42 de Ana")
    expect(from({ description: "abono 42 de" })).toBe("abono 42 de")
    expect(from({ description: "TRANSFERENCIA EN CURSO", isPending: true })).toBe("")
  })

  it("needs a pattern that can be matched in linear time", () => {
    expect(
      rulesProblem({ zone: "Europe/Madrid", uniqueIds: false, namePrefixes: [{ regex: "(?=A)", flags: "" }] })
    ).toMatch(/^The name prefix \/\(\?=A\)\/ /)
  })
})

describe("a scrape that was taken in", () => {
  const two = [row(), row()]

  it("keeps two equal movements of one day apart", () => {
    const ledger = afterScrapes(statement(two), statement(two))
    expect(ledger.movements.map(({ occurrence }) => occurrence)).toEqual([1, 2])
    expect(ledger.last?.unchanged).toEqual(["m0000", "m0001"])
  })

  it("adds the third of two equal movements as new", () => {
    const ledger = afterScrapes(statement(two), statement([...two, row()]))
    expect(ledger.last?.inserts.map(({ occurrence }) => occurrence)).toEqual([3])
  })

  it("books a pending movement in place, though day and text change", () => {
    const pending = row({ date: day(-3), description: "COMPRA EN CURSO", pending: true })
    const ledger = afterScrapes(statement([pending]), statement([row({ date: day(0) })]))
    expect(ledger.movements.map(({ id, status, bookedDate }) => [id, status, bookedDate])).toEqual([
      ["m0000", "booked", day(0)]
    ])
    expect(ledger.last?.updates).toMatchObject([{ becameBooked: true, reidentified: true, occurrence: 1 }])
  })

  it("pairs rows of the same status first", () => {
    const ledger = afterScrapes(statement([row(), row({ pending: true })]), statement([row({ pending: true }), row()]))
    expect(ledger.last).toMatchObject({ inserts: [], updates: [], unchanged: ["m0000", "m0001"] })
  })

  it("pairs rows of the same content first", () => {
    const rows = [row({ counterparty: "Zoe Gil" }), row({ counterparty: "Ana Ruiz" })]
    expect(afterScrapes(statement(rows), statement(rows)).last?.updates).toEqual([])
  })

  it("never makes a booked movement pending again", () => {
    const ledger = afterScrapes(
      statement([row()]),
      statement([row({ pending: true, counterparty: "Maria Garcia Lopez" })])
    )
    expect(ledger.movements).toMatchObject([{ status: "booked", senderName: "Maria Garcia Lopez" }])
  })

  it("recognises a movement that the bank's text was lengthened of", () => {
    const longer = row({
      description: "TRANSFERENCIA DE MARIA GARCIA LOPEZ CONCEPTO PEDIDO 1001 GRACIAS POR TODO Y HASTA PRONTO"
    })
    const ledger = afterScrapes(statement([row()]), statement([longer]), statement([longer]))
    expect(ledger.movements).toHaveLength(1)
    expect(ledger.last?.unchanged).toEqual(["m0000"])
  })

  it("doesn't take another payer's movement for one that vanished", () => {
    const ledger = afterScrapes(
      statement([row({ counterparty: "Maria Garcia", description: "TRANSFERENCIA RECIBIDA DE MARIA" })]),
      statement([row({ counterparty: "Ana Ruiz", description: "TRANSFERENCIA RECIBIDA DE ANA" })])
    )
    expect(ledger.last?.inserts).toHaveLength(1)
    expect(ledger.last?.vanished).toEqual([{ id: "m0000", missedScrapes: 1, removed: false }])
  })

  it("marks a movement removed that two complete scrapes don't show, and takes it back", () => {
    const once = afterScrapes(statement([row()]), statement([]), statement([], { complete: false }))
    expect(once.movements).toMatchObject([{ removed: false, missedScrapes: 1 }])
    const gone = taken(once, statement([]))
    expect(gone.movements).toMatchObject([{ removed: true, missedScrapes: 2 }])
    expect(taken(gone, statement([row()])).movements).toMatchObject([{ id: "m0000", removed: false, missedScrapes: 0 }])
  })

  it("says nothing of movements outside the days it covers", () => {
    const ledger = afterScrapes(statement([row({ date: day(-7) })]), statement([], { from: day(-6) }))
    expect(ledger.last?.vanished).toEqual([])
  })

  it("holds a row that may be either of two vanished ones, and leaves it to a person", () => {
    const before = [
      row({ description: "PAGO MARIA GARCIA RUIZ ENERO" }),
      row({ description: "PAGO MARIA GARCIA RUIZ MARZO" })
    ]
    const rewritten = row({ description: "PAGO MARIA GARCIA RUIZ ABRIL" })
    const doubtful = afterScrapes(statement(before), statement([rewritten]))
    expect(doubtful.last?.inserts).toMatchObject([{ heldFor: ["m0000", "m0001"] }])

    const still = [statement([rewritten]), statement([rewritten])].reduce(
      (ledger, each) => taken(ledger, each),
      doubtful
    )
    expect(still.movements.map(({ heldFor, removed }) => [heldFor.length, removed])).toEqual([
      [0, true],
      [0, true],
      [2, false]
    ])
  })

  it("releases a held row when the movements it might have been are back beside it", () => {
    const before = [
      row({ description: "PAGO MARIA GARCIA RUIZ ENERO" }),
      row({ description: "PAGO MARIA GARCIA RUIZ MARZO" })
    ]
    const doubtful = row({ description: "PAGO MARIA GARCIA RUIZ ABRIL" })
    const ledger = afterScrapes(statement(before), statement([doubtful]), statement([...before, doubtful]))
    expect(ledger.last?.released).toEqual(["m0002"])
    expect(ledger.movements.map(({ heldFor }) => heldFor)).toEqual([[], [], []])
  })

  it("releases rows that might have been something only pending, for nobody was told of that", () => {
    const pending = row({ description: "AUTORIZACION", pending: true })
    const booked = [row({ description: "COMPRA A" }), row({ description: "COMPRA B" })]
    const held = afterScrapes(statement([pending]), statement(booked))
    expect(held.last?.inserts.map(({ heldFor }) => heldFor)).toEqual([["m0000"], ["m0000"]])
    expect(taken(held, statement(booked)).last?.released).toEqual(["m0001", "m0002"])
  })

  it("pairs rows that are equal in all that is compared, for any pairing is right", () => {
    const pending = row({ description: "AUTORIZACION", pending: true })
    const booked = row({ description: "COMPRA MERCADO" })
    const ledger = afterScrapes(statement([pending, pending]), statement([booked, booked, booked]))
    expect(ledger.last).toMatchObject({ vanished: [], inserts: [{ heldFor: [], occurrence: 3 }] })
    expect(ledger.last?.updates.map(({ id, occurrence }) => [id, occurrence])).toEqual([
      ["m0000", 1],
      ["m0001", 2]
    ])
  })

  it("marks a payment and its return reversed, and each payment once", () => {
    const paid = [row({ date: day(-2) }), row({ date: day(-1) })]
    const back = row({ amount: "-120.00", description: "DEVOLUCION TRANSFERENCIA MARIA GARCIA LOPEZ" })
    const ledger = afterScrapes(statement(paid), statement([...paid, back]))
    expect(ledger.last?.reversals).toEqual([{ original: { id: "m0001" }, reversal: { index: 2 } }])
  })

  it("takes a payment back once, though two returns come", () => {
    const back = row({ amount: "-120.00", description: "DEVOLUCION TRANSFERENCIA MARIA GARCIA LOPEZ" })
    expect(afterScrapes(statement([row()]), statement([row(), back, back])).last?.reversals).toHaveLength(1)
  })

  it("leaves a refund to somebody else alone", () => {
    const other = row({ amount: "-120.00", description: "DEVOLUCION A JUAN PEREZ" })
    expect(afterScrapes(statement([row()]), statement([row(), other])).last?.reversals).toEqual([])
  })

  it("takes money in for a return only where the bank says so, not who pays", () => {
    const refund = row({ amount: "-50.00", description: "TRANSFERENCIA EMITIDA A ANA GOMEZ RUIZ PEDIDO 17" })
    const reversalsOf = (description: string) =>
      afterScrapes(statement([refund]), statement([refund, row({ amount: "50.00", description })])).last?.reversals
        .length
    expect(reversalsOf("TRANSFERENCIA DE ANA GOMEZ RUIZ PEDIDO 99 TRAS LA DEVOLUCION DEL 17")).toBe(0)
    expect(reversalsOf("ANA GOMEZ RUIZ retour")).toBe(0)
    expect(reversalsOf("DEVOLUCION TRANSFERENCIA A ANA GOMEZ RUIZ")).toBe(1)
    expect(reversalsOf("ABONO POR DEVOLUCION 00123 ANA GOMEZ RUIZ")).toBe(1)
    expect(reversalsOf("TRANSFERENCIA A ANA GOMEZ RUIZ REVERSAL")).toBe(1)
    expect(reversalsOf("TRF. INTERNACIONAL DEVUELTA ANA GOMEZ RUIZ")).toBe(1)
    expect(reversalsOf("FASTER PAYMENT RETURNED GOMEZ RUIZ ANA")).toBe(1)
    expect(reversalsOf("ANA GOMEZ RUIZ PEDIDO 99 TRAS DEVOLUCION PEDIDO 17")).toBe(0)
  })

  it("takes no id that a bank writes where it has none", () => {
    const unique = { ...rules, uniqueIds: true }
    for (const id of ["NONREF", "NOTPROVIDED", "0000000000", "-"]) {
      const named = (name: string) => statement([row({ id, description: `TRF ${name}` })])
      const morning = taken(emptyLedger, named("ANA GOMEZ PEDIDO 10177"), unique, undefined, "mt940")
      const evening = taken(morning, named("LEO PAZ PEDIDO 20288"), unique, undefined, "mt940")
      expect(evening.movements.map(({ description }) => description)).toEqual([
        "TRF ANA GOMEZ PEDIDO 10177",
        "TRF LEO PAZ PEDIDO 20288"
      ])
    }
  })

  it("counts a row of a later day as pending until that day", () => {
    const future = statement([row({ date: day(1) })], { to: day(1) })
    const ledger = taken(emptyLedger, future, rules, day(0))
    expect(ledger.movements).toMatchObject([{ status: "pending" }])
    expect(taken(ledger, future, rules, day(1)).last?.updates).toMatchObject([{ id: "m0000", becameBooked: true }])
  })
})
