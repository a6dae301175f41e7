import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  decide,
  type Decision,
  decidingOtherAmounts,
  finish,
  presetNames,
  type SaidOfPayer,
  sharedAccounts,
  taughtByName,
  toleratedFee
} from "@counterfoil/domain"
import { batchOf, decided, minutes, movement, order } from "../facts.ts"

const noon = Date.parse("2026-11-20T12:00:00Z")
const hers = "ES9121000418450200051332"
const his = "DE89370400440532013000"
/** Who pays for Ana from her own account, under whatever name the bank prints. */
const ana = (rest: Partial<Parameters<typeof order>[0]> = {}) =>
  order({ id: "ana", name: "Ana Unzueta", confirmedAccounts: [hers], ...rest })

const scoreOf = (found: ReadonlyArray<Decision>, id: string) =>
  found.find(({ orderId }) => orderId === id)?.candidates[0]?.score

describe("a payer's account that a person has confirmed", () => {
  it("matches under another name, and under none, and says so", () => {
    for (const senderName of ["LUIS MORA", "", "UNZUETA Y MORA SC"]) {
      const [decision] = decide(batchOf([ana()], [movement({ id: "m", senderName, senderAccount: hers })]))
      expect(decision).toMatchObject({ code: "matched_alias_account", movementId: "m" })
      expect(decision?.candidates[0]?.evidence).toMatchObject([{ kind: "alias_account", bits: 18 }])
    }
    expect(decided([ana()], [movement({ id: "m", senderName: "LUIS MORA", senderAccount: his })])).toEqual([
      "ana not_found_name"
    ])
  })

  it("tells namesakes apart", () => {
    const payments = [
      movement({ id: "own", senderName: "ANA UNZUETA", senderAccount: hers }),
      movement({ id: "namesake", senderName: "ANA UNZUETA", senderAccount: his })
    ]
    expect(decided([ana({ confirmedAccounts: [] })], payments)).toEqual(["ana ambiguous_movements"])
    expect(decided([ana()], payments)).toEqual(["ana matched_alias_account own"])
  })

  it("weighs more than a name that was confirmed, and less once it was undone", () => {
    const paying = [movement({ id: "m", senderName: "LUIS MORA", senderAccount: hers })]
    const score = (facts: Parameters<typeof ana>[0]) => scoreOf(decide(batchOf([ana(facts)], paying)), "ana") ?? NaN
    const byName = score({ confirmedAccounts: [], aliases: ["LUIS MORA"] })
    expect(score({})).toBeGreaterThan(byName)
    expect(score({ confirmedAccounts: [], aliases: ["LUIS MORA"], refusedAccounts: [hers] })).toBeLessThan(0)
    const named = [movement({ id: "m", senderName: "ANA UNZUETA", senderAccount: hers })]
    const whole = scoreOf(decide(batchOf([ana({ confirmedAccounts: [] })], named)), "ana") ?? NaN
    const undone = scoreOf(decide(batchOf([ana({ confirmedAccounts: [], refusedAccounts: [hers] })], named)), "ana")
    expect(undone).toBe(whole - 6)
    // What is known of the account outweighs what was said of the name when another account paid.
    expect(score({ refusedNames: ["LUIS MORA"] })).toBe(score({}))
  })

  it("is contested by another order's payer, by name or by account", () => {
    const luis = order({ id: "luis", name: "Luis Mora" })
    const paying = [movement({ id: "m", senderName: "LUIS MORA", senderAccount: hers })]
    expect(decided([ana(), luis], paying)).toEqual(["ana ambiguous_orders", "luis ambiguous_orders"])
    const sister = order({ id: "eva", name: "Eva Ruiz", confirmedAccounts: [hers] })
    const others = [movement({ id: "m", senderName: "OTRO NOMBRE", senderAccount: hers })]
    expect(decided([ana(), sister], others)).toEqual(["ana ambiguous_orders", "eva ambiguous_orders"])
    const named = [movement({ id: "m", senderName: "EVA RUIZ", senderAccount: hers })]
    expect(decided([ana(), order({ id: "eva", name: "Eva Ruiz" })], named)).toEqual([
      "ana ambiguous_orders",
      "eva ambiguous_orders"
    ])
  })

  it("never outweighs another order's reference, nor pairs what a person has separated", () => {
    const named = order({ id: "p", name: "Eva Ruiz", reference: "PED-1002" })
    const paying = [movement({ id: "m", senderName: "LUIS MORA", senderAccount: hers, text: "PED-1002" })]
    expect(decided([ana(), named], paying)).toEqual(["ana not_found_name", "p matched_reference m"])
    const barredPairs = [{ orderId: "ana", movementId: "m" }]
    expect(decided([ana()], [movement({ id: "m", senderAccount: hers })], { barredPairs })).toEqual([
      "ana not_found_barred"
    ])
  })

  it("that is masked speaks for names only", () => {
    const masked = (senderName: string) => [movement({ id: "m", senderName, senderAccount: "ES** **** 1332" })]
    expect(decided([ana()], masked("LUIS MORA"))).toEqual(["ana not_found_name"])
    expect(decided([ana()], masked(""))).toEqual(["ana not_found_nameless"])
    expect(decided([ana({ name: "Ana Unzueta Gil" })], masked("EVA UNZUETA GIL"))).toEqual(["ana not_found_weak"])
    const [decision] = decide(batchOf([ana()], masked("ANA UNZUETA")))
    expect(decision).toMatchObject({ code: "matched_name" })
    expect(decision?.candidates[0]?.evidence[1]).toEqual({ kind: "alias_account_part", bits: 4 })
    // Learned masked, it is no more when the whole one comes.
    const learned = ana({ confirmedAccounts: ["**** 1332"] })
    expect(decided([learned], [movement({ id: "m", senderName: "LUIS MORA", senderAccount: hers })])).toEqual([
      "ana not_found_name"
    ])
  })

  it("matches no amount but the order's: another one is for a person to judge", () => {
    const paying = (senderName: string) => [
      movement({ id: "m", amountMinor: 11_950n, senderName, senderAccount: hers })
    ]
    expect(decided([ana()], paying("LUIS MORA"))).toEqual(["ana not_found_amount"])
    const codes = (senderName: string) =>
      finish(
        decidingOtherAmounts({
          orders: [ana()],
          credits: paying(senderName),
          barredPairs: [],
          preset: "default",
          knownUntil: Number.POSITIVE_INFINITY,
          tolerated: (each) => toleratedFee("1.50", each)
        })
      ).map(({ code }) => code)
    expect(codes("LUIS MORA")).toEqual(["ambiguous_partial"])
    expect(codes("ANA UNZUETA")).toEqual(["matched_less_fee"])
  })

  it("of one payer's two accounts pairs equal orders and payments all the same", () => {
    const orders = [ana({ id: "o" }), ana({ id: "p", existsFrom: noon + minutes(1) })]
    const payments = [
      movement({ id: "m", senderName: "ANA UNZUETA", senderAccount: "FR1420041010050500013M02606" }),
      movement({ id: "n", senderName: "ANA UNZUETA", senderAccount: his, firstKnownAt: noon + minutes(20) })
    ]
    expect(decided(orders, payments)).toEqual(["o matched_equal_set m", "p matched_equal_set n"])
  })
})

const account = fc.constantFrom(hers, his, "**** 1332")
const name = fc.constantFrom("ANA UNZUETA", "LUIS MORA", "EVA RUIZ GIL", "UNZUETA", "")

describe("what is learned of accounts", () => {
  it("takes no match from an order whose names agree, but where another order contests it", () => {
    fc.assert(
      fc.property(
        name,
        fc.option(account, { nil: undefined }),
        account,
        fc.constantFrom(...presetNames),
        (senderName, senderAccount, confirmed, preset) => {
          const paying = [movement({ id: "m", senderName, senderAccount })]
          const [before] = decided([ana({ confirmedAccounts: [] })], paying, { preset })
          const [after = ""] = decided([ana({ confirmedAccounts: [confirmed] })], paying, { preset })
          const [was, is] = [before, after].map((line) => line?.includes(" matched_") === true)
          expect(was !== true || is).toBe(true)
        }
      )
    )
  })

  it("never pays an order of another amount or currency, nor one payment twice", () => {
    const orders = fc.array(
      fc.record({
        name,
        confirmedAccounts: fc.array(account, { maxLength: 2 }),
        amountMinor: fc.constantFrom(1_000n, 2_000n)
      }),
      { maxLength: 6 }
    )
    const payments = fc.array(
      fc.record({
        senderName: name,
        senderAccount: account,
        amountMinor: fc.constantFrom(1_000n, 2_000n),
        currency: fc.constantFrom("EUR", "USD")
      }),
      { maxLength: 6 }
    )
    fc.assert(
      fc.property(orders, payments, (o, m) => {
        const batch = batchOf(
          o.map((facts, nth) => order({ ...facts, id: `o${nth}` })),
          m.map((facts, nth) => movement({ ...facts, id: `m${nth}` }))
        )
        const paying = decide(batch).flatMap(({ movementId, orderId }) =>
          movementId === undefined ? [] : [{ movementId, orderId }]
        )
        expect(new Set(paying.map(({ movementId }) => movementId)).size).toBe(paying.length)
        for (const { movementId, orderId } of paying) {
          const [paid, ordered] = [batch.movements, batch.orders].map((all) =>
            all.find(({ id }) => id === movementId || id === orderId)
          )
          expect([paid?.amountMinor, paid?.currency]).toEqual([ordered?.amountMinor, ordered?.currency])
        }
      })
    )
  })
})

describe("what persons have said of a payer", () => {
  const said = (rest: Partial<SaidOfPayer>): SaidOfPayer => ({
    name: "Ana Unzueta",
    senderName: "LUIS MORA",
    account: hers,
    confirmed: true,
    taughtAt: 1,
    ...rest
  })
  const taught = (all: ReadonlyArray<SaidOfPayer>, shared: ReadonlyArray<string> = []) =>
    taughtByName(all, new Set(shared))("UNZUETA ANA")

  it("counts as it was said last, of name and account each, whatever order it is read in", () => {
    const all = [
      said({}),
      said({ account: his, confirmed: false, taughtAt: 3 }),
      said({ senderName: "", account: "IBAN ES91 2100 0418 4502 0005 1332", taughtAt: 2 })
    ]
    const expected = {
      aliases: [],
      refusedNames: ["LUIS MORA"],
      confirmedAccounts: ["IBAN ES91 2100 0418 4502 0005 1332"],
      refusedAccounts: [his]
    }
    expect(taught(all)).toEqual(expected)
    expect(taught([...all].reverse())).toEqual(expected)
  })

  it("is of that name only, and of no account that many pay through", () => {
    expect(taughtByName([said({})], new Set())("Eva Ruiz").confirmedAccounts).toEqual([])
    expect(taught([said({})], [hers])).toMatchObject({ aliases: ["LUIS MORA"], confirmedAccounts: [] })
    expect(taughtByName([said({ name: "-" })], new Set())("...").confirmedAccounts).toEqual([])
  })

  it("takes an account for one that many pay through from the third stranger on, not for a couple's", () => {
    const seen = (...names: ReadonlyArray<string>) => names.map((senderName) => ({ account: hers, senderName }))
    const couple = seen("ANA UNZUETA", "UNZUETA ANA", "LUIS MORA GIL", "L MORA GIL", "", "ANA UNZUETA / LUIS MORA GIL")
    expect([...sharedAccounts(couple)]).toEqual([])
    expect([...sharedAccounts([...couple, ...seen("PEDRO SANZ")])]).toEqual([hers])
    expect([...sharedAccounts([...couple, { account: his, senderName: "PEDRO SANZ" }])]).toEqual([])
  })
})
