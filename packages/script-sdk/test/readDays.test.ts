/** Days as banks print them that used to be read as other ones. */
import { assert, describe, it } from "vitest"
import { movements } from "@counterfoil/script-sdk"

const { date, localDay } = movements

const today = "2026-11-28"
const dmy = (text: string) => date(text, { order: "dmy", today })
const ymd = (text: string) => date(text, { order: "ymd", today })

describe("a weekday, a label or a time beside a day", () => {
  it("is no month: mar is Tuesday beside a date in numbers, and beside another month", () => {
    const days = ["mar 24/11", "Mar. 24/11", "mardi 24.11", "maandag 24-11", "Settled 24/11", "24/11 (mar)"]
    const whole = ["martes 24/11/2026", "Mar, 24.11.26", "24/11/2026 mar.", "mar. 24 nov.", "24 nov (mar)"]
    const named = [
      "24 nov 2026, martes",
      "maandag 24 november 2026",
      "24 nov 10:30",
      "24 nov. a las 10:30",
      "Nov 24 10h"
    ]
    for (const text of [...days, ...whole, ...named]) {
      assert.strictEqual(dmy(text), "2026-11-24", text)
    }
    assert.deepStrictEqual(["3 mar 2026", "mar 3 mar", "March 3, 2026"].map(dmy), Array(3).fill("2026-03-03"))
    assert.throws(() => dmy("3 apr 4 may"), /it names two months/)
  })

  it("is no month where it begins like one: the month stands beside the day", () => {
    for (const text of [
      "Settled 3 Mar 2026",
      "Approved 3 mar. 26",
      "SEPA 3-Mar-2026",
      "Desde el 3 de marzo",
      "3 Mar Settled"
    ]) {
      assert.strictEqual(dmy(text), "2026-03-03", text)
    }
    assert.strictEqual(date("Approved Nov 3, 2026", { order: "mdy" }), "2026-11-03")
    assert.throws(() => dmy("Nov 3 - Apr 4"), /it names two months/)
  })

  it("of an age in words no month is made: 2 days ago is not of August", () => {
    for (const text of ["2 days ago", "1 day ago 11:00", "3 hours ago"]) assert.throws(() => dmy(text), /not a day/)
    assert.strictEqual(dmy("3 de ago"), "2026-08-03")
  })

  it("nor of one that is cut short, of Italian weeks, or of minutes and seconds", () => {
    const ages = [
      "2 d ago",
      "3mo ago",
      "1 yr. ago",
      "3 sett. fa",
      "3 settimane fa",
      "hace 12 min 5 s",
      "vor 5 Min",
      "il y a 2 j"
    ]
    for (const text of ages) assert.throws(() => dmy(text), /not a day/)
    assert.deepStrictEqual(["3 ago", "3 sett.", "3 mars"].map(dmy), ["2026-08-03", "2026-09-03", "2026-03-03"])
  })

  it("5月3日 says itself which number is the month", () => {
    assert.deepStrictEqual(
      ["5月3日", "2026年5月3日", "５月３日", "5월 3일"].map(dmy),
      Array.from({ length: 4 }, () => "2026-05-03")
    )
  })
})

describe("months of languages whose words are alike", () => {
  it("marraskuu is November, and a Croatian lipanj June", () => {
    assert.deepStrictEqual(
      ["3. marraskuuta 2026", "3. maaliskuuta 2026", "3 lipca 2026", "3. lipnja 2026", "3 listopada 2026"].map(dmy),
      ["2026-11-03", "2026-03-03", "2026-07-03", "2026-06-03", "2026-11-03"]
    )
  })

  it("one that isn't known is named", () => {
    assert.throws(() => dmy("3 Kasım 2026"), /"kasım" is no month that is known: transform can put its number there/)
    assert.throws(() => dmy("idag"), /it has no numbers/)
  })
})

describe("years", () => {
  it("of another calendar, or cut out of digits in another order, are refused", () => {
    for (const text of ["03/11/2569", "20111103", "03/11/126", "03/11/69", "3 nov 69"]) {
      assert.throws(() => dmy(text), /its year would be \d+: is its calendar or its order another/, text)
    }
    for (const text of ["1405/08/12", "115/11/03"]) assert.throws(() => ymd(text), /its year would be \d+/, text)
    for (const text of ["令和8年11月3日", "R8.11.03", "R08/11/03", "Ｒ８．１１．３", "H31/04/30", "民國115年11月3日"]) {
      assert.throws(() => ymd(text), /another calendar: give it as calendar/, text)
    }
    assert.strictEqual(date("03/11/69", { order: "dmy" }), "2069-11-03")
    assert.strictEqual(date("20111103", { order: "ymd" }), "2011-11-03")
  })

  it("of other calendars have two digits too, and a day that a calendar hasn't is none", () => {
    assert.strictEqual(date("3/11/69", { order: "dmy", calendar: "buddhist" }), "2026-11-03")
    assert.strictEqual(date("05/08/12", { order: "ymd", calendar: "persian" }), "2026-11-03")
    assert.throws(() => date("30/12/1404", { order: "dmy", calendar: "persian" }), /no day of the calendar persian/)
    assert.throws(() => date("03/11/2026", { order: "dmy", calendar: "buddhist" }), /no day of the calendar buddhist/)
  })

  it("of Japanese eras are read with the calendar japanese", () => {
    const japanese = (text: string) => date(text, { order: "ymd", calendar: "japanese" })
    assert.deepStrictEqual(
      [
        "令和8年11月3日",
        "R8.11.3",
        "08-11-03",
        "平成31年4月30日",
        "H31/04/30",
        "令和元年5月1日",
        "Ｈ３１．４．３０",
        "R8.11.3 10h"
      ].map(japanese),
      ["2026-11-03", "2026-11-03", "2026-11-03", "2019-04-30", "2019-04-30", "2019-05-01", "2019-04-30", "2026-11-03"]
    )
    for (const text of ["昭和60年1月2日", "S60.1.2"])
      assert.throws(() => japanese(text), /no day of the calendar japanese/)
    assert.throws(() => japanese("2026/11/03"), /no day of the calendar japanese/)
    assert.throws(() => japanese("令和8年2月30日"), /no day of the calendar japanese/)
  })
})

describe("localDay", () => {
  it("takes instants only: a time without its zone, a bare day and seconds would be another day", () => {
    for (const text of ["2026-11-03T23:30:00", "2026-11-03", "03/11/2026 10:00", "2026-11-03 23:30"]) {
      assert.throws(() => localDay(text, "Europe/Madrid"), /no instant.*Z or its distance/, text)
    }
    assert.throws(() => localDay(1_793_748_600, "Europe/Madrid"), /milliseconds/)
    assert.deepStrictEqual(
      ["2026-11-03T23:30:00Z", "2026-11-03T23:30:00.123+00:00", "2026-11-03T23:30Z", "2026-11-04T08:30:00+0900"].map(
        (text) => localDay(text, "Europe/Madrid")
      ),
      Array(4).fill("2026-11-04")
    )
    assert.strictEqual(localDay(1_793_748_600_000, "Europe/Madrid"), "2026-11-04")
    assert.throws(() => ymd("2026-11-03 23:30 UTC"), /instant: use localDay/)
  })
})
