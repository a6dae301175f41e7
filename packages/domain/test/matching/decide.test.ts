import { describe, expect, it } from "vitest"
import { decide, presetNames } from "@counterfoil/domain"
import { batchOf, decided, minutes, movement, order } from "../facts.ts"

const at = Date.parse("2026-11-20T12:00:00Z")

describe("a reference", () => {
  const withReference = (reference: string, text: string) =>
    decided(
      [order({ id: "o", name: "Nadie Conocido", reference })],
      [movement({ id: "m", senderName: "JUAN PEREZ", text })]
    )

  it.each([
    ["10234", "PAGO 10234"],
    ["10234", "PAGO:10234."],
    ["10234", "(10234/2026)"],
    ["FAC-2026-0117", "FAC2026 0117"],
    ["fac20260117", "PAGO FAC-20260117"],
    ["pedido ñandú 7", "PEDIDO NANDU 7"]
  ])("%j is found in %j", (reference, text) => {
    expect(withReference(reference, text)).toEqual(["o matched_reference m"])
  })

  it.each([
    ["10234", "PAGO 910234"],
    ["10234", "PAGO 102345"],
    ["10234", "IMPORTE 10234,50"],
    ["10234", "CUENTA 0182-10234-99"],
    ["10234", "X10234"],
    ["10234", "SALDO 7.10234 EUR"],
    ["10234", "10 234"],
    ["1023", "PAGO 1023"],
    ["00000", "PAGO 00000"]
  ])("%j is not found in %j", (reference, text) => {
    expect(withReference(reference, text)).toEqual(["o not_found_name"])
  })

  it("tells equal payments of equal orders apart", () => {
    const orders = [order({ id: "o1", reference: "PED-1001" }), order({ id: "o2", reference: "PED-1002" })]
    const movements = [movement({ id: "m1", text: "PED-1002" }), movement({ id: "m2" })]
    expect(decided(orders, movements)).toEqual(["o1 matched_name m2", "o2 matched_reference m1"])
  })

  it("lets a credit without a sender pay", () => {
    const orders = [order({ id: "o", reference: "PED-1001" }), order({ id: "p" })]
    expect(decided(orders, [movement({ id: "m", senderName: "", text: "BIZUM PED-1001" })])).toEqual([
      "o matched_reference m",
      "p not_found_nameless"
    ])
  })
})

describe("tax id and account", () => {
  it("are read without the country, and outweigh each other's difference", () => {
    const orders = [order({ id: "o", name: "Otra Cosa", taxId: "12345678Z", payerAccount: "ES9121000418450200051332" })]
    const same = { senderTaxId: "ES12345678Z", senderAccount: "ES7620770024003102575766" }
    expect(decided(orders, [movement({ id: "m", ...same })])).toEqual(["o matched_tax_id m"])
  })

  it("speak against a payer of the same name when they differ", () => {
    const orders = [order({ id: "o", taxId: "12345678Z" })]
    const [decision] = decide(batchOf(orders, [movement({ id: "m", senderTaxId: "00000000T" })]))
    expect(decision?.candidates[0]?.evidence).toEqual([
      { kind: "name", level: "same", bits: 17 },
      { kind: "tax_id", bits: -10 }
    ])
    expect(decision?.candidates[0]?.score).toBe(7)
  })

  it("are found in the text, in the groups that banks print", () => {
    const orders = [order({ id: "o", name: "Otra Cosa", payerAccount: "ES9121000418450200051332" })]
    const text = "ORDENANTE ES91 2100 0418 4502 0005 1332"
    expect(decided(orders, [movement({ id: "m", text })])).toEqual(["o matched_tax_id m"])
  })

  it("count for nothing where the bank masks them", () => {
    const orders = [order({ id: "o", payerAccount: "ES9121000418450200051332" })]
    expect(decided(orders, [movement({ id: "m", senderAccount: "ES91************1332" })])).toEqual([
      "o matched_name m"
    ])
  })
})

describe("the time of an order", () => {
  it("lets a payment be a day early or a day late, and not two", () => {
    const days = ["2026-11-18", "2026-11-19", "2026-11-26", "2026-11-27"]
    expect(days.map((bookedDate) => decided([order({ id: "o" })], [movement({ id: "m", bookedDate })])[0])).toEqual([
      "o not_found_window",
      "o matched_name m",
      "o matched_name m",
      "o not_found_window"
    ])
  })

  it("counts a movement known up to fifteen minutes before the order can have existed", () => {
    expect(decided([order({ id: "o" })], [movement({ id: "m", firstKnownAt: at - minutes(15) })])).toEqual([
      "o matched_name m"
    ])
  })

  it("is only the dates on an account's first poll", () => {
    expect(decided([order({ id: "o", existsFrom: null })], [movement({ id: "m", firstKnownAt: 0 })])).toEqual([
      "o matched_name m"
    ])
  })
})

describe("a tie", () => {
  it("is told in the order of what people see, whatever the ids", () => {
    const movements = (ids: ReadonlyArray<string>) => [
      movement({ id: ids[0] ?? "", firstKnownAt: at + minutes(20), senderName: "MARIA GARCIA LOPEZ" }),
      movement({ id: ids[1] ?? "", firstKnownAt: at + minutes(10), senderName: "GARCIA LOPEZ MARIA", text: "OTRA" }),
      movement({ id: ids[2] ?? "", firstKnownAt: at + minutes(10), senderName: "GARCIA LOPEZ MARIA", text: "UNA" })
    ]
    const places = (ids: ReadonlyArray<string>) =>
      decide(batchOf([order({ id: "o" })], movements(ids))).flatMap(({ code, candidates }) => [
        code,
        ...candidates.map(({ movementId }) => ids.indexOf(movementId))
      ])
    expect(places(["a", "b", "c"])).toEqual(["ambiguous_movements", 1, 2, 0])
    expect(places(["c", "a", "b"])).toEqual(places(["a", "b", "c"]))
    expect(places(["b", "c", "a"])).toEqual(places(["a", "b", "c"]))
  })
})

describe("orders that compete", () => {
  it("settle the clear one first, and then what it leaves", () => {
    const orders = [order({ id: "o1" }), order({ id: "o2", name: "María García" })]
    const movements = [movement({ id: "m1" }), movement({ id: "m2", senderName: "MARIA GARCIA PEREZ" })]
    expect(decided(orders, movements)).toEqual(["o1 matched_name m1", "o2 matched_contained_name m2"])
  })

  it("are of one account only", () => {
    const orders = [order({ id: "o", accountId: "a" })]
    expect(decided(orders, [movement({ id: "m", accountId: "b" })])).toEqual(["o not_found_amount"])
  })

  it("pair with equal payments in order of time", () => {
    const orders = [
      order({ id: "a-late", orderDate: "2026-11-20", existsFrom: at }),
      order({ id: "b-early", orderDate: "2026-11-19", existsFrom: at - minutes(1_440) })
    ]
    const movements = [
      movement({ id: "b", bookedDate: "2026-11-21", firstKnownAt: at + minutes(1_440) }),
      movement({ id: "a", bookedDate: "2026-11-20", firstKnownAt: at })
    ]
    expect(decided(orders, movements)).toEqual(["a-late matched_equal_set b", "b-early matched_equal_set a"])
  })

  it("leave a payment known before the later order to the earlier one", () => {
    const orders = [order({ id: "o1" }), order({ id: "o2", existsFrom: at + minutes(600) })]
    expect(decided(orders, [movement({ id: "m" })])).toEqual(["o1 matched_name m", "o2 not_found_known_before"])
  })

  it("cost each other certainty where they share the rarest word of the name", () => {
    const orders = ["o", "p", "q", "r", "s"].map((id) =>
      order({
        id,
        name: id === "o" ? "María García López" : id === "s" ? "María Nadie" : `María García López ${id}alde`
      })
    )
    const [decision] = decide(batchOf(orders, [movement({ id: "m" })]))
    expect(decision?.candidates[0]?.evidence).toContainEqual({ kind: "crowding", bits: -2 })
    expect(decision?.candidates[0]?.score).toBe(15)
  })

  it("cost no certainty once they have expired, and can still be paid", () => {
    const expired = order({ id: "e", name: "Nadie Conocido", state: "expired" })
    const [decision] = decide(batchOf([order({ id: "a" }), expired], [movement({ id: "m" })]))
    expect(decision?.candidates[0]?.score).toBe(17)
    expect(decided([{ ...expired, name: "María García López" }], [movement({ id: "m" })])).toEqual(["e matched_name m"])
  })

  it("keep at most ten candidates, the best first", () => {
    const movements = Array.from({ length: 14 }, (_, index) => movement({ id: `m${String(index).padStart(2, "0")}` }))
    const [decision] = decide(batchOf([order({ id: "o" })], movements))
    expect(decision?.candidates.map(({ movementId }) => movementId)).toEqual(movements.slice(0, 10).map(({ id }) => id))
    expect(decision?.candidates.every(({ role }) => role === "contender")).toBe(true)
  })

  it("keep the nearest of those that speak against it", () => {
    const movements = [
      movement({ id: "m", senderName: "MARIA PEREZ" }),
      movement({ id: "n", senderName: "JUAN PEREZ" })
    ]
    const [decision] = decide(batchOf([order({ id: "o" })], movements))
    expect(decision?.candidates).toEqual([
      { movementId: "m", score: -2, role: "near_miss", evidence: [{ kind: "name", level: "one_token", bits: -2 }] }
    ])
  })
})

describe("a preset", () => {
  it("says how sure is sure enough", () => {
    const movements = [movement({ id: "m", senderName: "M GARCIA" })]
    const others = ["Manuel Pérez", "Xabier García"].flatMap((name, half) =>
      Array.from({ length: 5 }, (_, index) => order({ id: `p${half}${index}`, name }))
    )
    const orders = [order({ id: "o", name: "María García" }), ...others]
    const codes = presetNames.map((preset) => decided(orders, movements, { preset })[0])
    expect(codes).toEqual(["o not_found_weak", "o matched_contained_name m", "o matched_contained_name m"])
  })
})

describe("names that agree in part", () => {
  it.each([
    ["a brother's", "JUAN GARCIA LOPEZ"],
    ["a child's", "MARIA GARCIA SANZ"],
    ["a sister's one letter apart", "MARTA GARCIA LOPEZ"],
    ["a husband's one letter apart", "MARIO GARCIA LOPEZ"],
    ["the family's, cut off before the given name", "GARCIA LOPEZ D", 14]
  ])("never match by themselves: %s", (_, senderName, bankCutsNamesAt?: number) => {
    const [decision] = decide(
      batchOf([order({ id: "o" })], [movement({ id: "m", senderName, bankCutsNamesAt: bankCutsNamesAt ?? 40 })])
    )
    expect(decision?.result).toBe("not_found")
  })

  it("match with the order's reference", () => {
    const orders = [order({ id: "o", reference: "PED-1001" })]
    const movements = [movement({ id: "m", senderName: "MARTA GARCIA LOPEZ", text: "PED-1001" })]
    expect(decided(orders, movements)).toEqual(["o matched_reference m"])
  })
})

describe("holders of one account", () => {
  it.each([
    ["JUAN PEREZ RUIZ / MARIA GARCIA", "matched_name"],
    ["MARIA GARCIA SANZ Y JUAN PEREZ RUIZ", "matched_contained_name"]
  ])("are looked at one by one: %s", (senderName, code) => {
    const orders = [order({ id: "o", name: "María García" })]
    expect(decided(orders, [movement({ id: "m", senderName })])).toEqual([`o ${code} m`])
  })

  it("are one payer where the order names them all", () => {
    const orders = [order({ id: "o", name: "Juan Pérez Ruiz y María García" })]
    expect(decided(orders, [movement({ id: "m", senderName: "JUAN PEREZ RUIZ / MARIA GARCIA" })])).toEqual([
      "o matched_name m"
    ])
  })
})
