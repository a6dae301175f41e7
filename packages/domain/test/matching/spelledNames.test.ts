/** One name by two tables of letters, and what payment messages put before a name; each with its least example. */
import { describe, expect, it } from "vitest"
import { relationOf } from "../../src/matching/names/tokens.ts"
import { decided, movement, order } from "../facts.ts"

const alone = (ordered: string, printed: string): string =>
  decided([order({ id: "o", name: ordered })], [movement({ id: "m", senderName: printed })])[0] ?? ""

describe("one name by two tables of letters", () => {
  it.each([
    ["Yuriy Beregovoy", "BEREGOVOI IURII"],
    ["Nesterov Dmitriy Mihaylovich", "DMITRII MIKHAILOVICH NESTEROV"],
    ["Pryanikova Anna", "PRIANIKOVA A."],
    ["Papadopulu Dimitra", "PAPADOPOULOU, DIMITRA"],
    ["Soetinto Wahyoeni", "SUTINTO WAHYUNI"],
    ["Jirou Yamashita", "YAMASHITA JIROH"],
    ["Phongsak Boonnatong", "MR PONGSAK BUNNATHONG"],
    ["Viktor Zakharov", "ZAHAROV VICTOR"],
    ["Fyodor Semyonov", "SEMENOV FEDOR"],
    ["Olga Kuznetsova", "KUZNECOVA OLGA"],
    ["Lev Isacov", "ISAKOV LEV"],
    ["Anna Zaitseva", "ZAICEVA ANNA PETROVNA"],
    // Four letters, of which one stands for another.
    ["Ilya Sobolev", "SOBOLEV ILIA"],
    ["Yury Kuskov", "KUSKOV, IURII VITALEVICH"],
    ["Budi Hartono", "BOEDI HARTONO"],
    ["Nur Sumiati", "NOER SUMIATI"],
    ["Mohammed Bawazir", "MOEHAMAD BAWAZIR"],
    ["Muh. Hendra Bawazir", "MOHAMED BAWAZIR"],
    ["Ahmed Bawazir", "ACHMAD BAWAZIR"],
    // One word by two tables, another cut off or mistyped.
    ["Yuliya Shchukinskaya", "IULIIA SHCHUKINSK"],
    ["Lyubov Zukova", "LIUBOV ZHUKOVA"],
    // No more than one word.
    ["Sukardi", "SOEKARDI"],
    ["Tesfay Mulugeta", "TESFAYE MULUGETA"]
  ])("%j is paid by %j", (ordered, printed) => {
    expect(alone(ordered, printed)).toMatch(/^o matched/)
  })

  it.each([
    // Short words: another letter is another name.
    ["Nguyễn Thuận", "NGUYEN TUAN"],
    ["Lê Văn Khánh", "LE VAN HANH"],
    ["Nadia Bennani", "NADIYA BENALI"],
    // Two families, as before.
    ["Karla Moreno", "CARLA MORENO"],
    ["Choe Min", "CHU MIN"],
    ["Li Liyan", "LI LIAN"],
    ["Joseph Hall", "JOSEPHE HALL"]
  ])("%j is not paid by %j", (ordered, printed) => {
    expect(alone(ordered, printed)).not.toMatch(/^o matched/)
  })

  it("says less than the same letters, and nothing where a letter makes another name", () => {
    expect(relationOf("DMITRIY", "DMITRII", false)).toBe("spelt")
    expect(relationOf("JANSEN", "JANSSEN", false)).toBe("typo")
    expect(relationOf("CARLA", "KARLA", false)).toBeUndefined()
    // One payer may have written both.
    const both = [order({ id: "a", name: "Dmitriy Yurov" }), order({ id: "b", name: "Dmitrii Iurov" })]
    expect(decided(both, [movement({ id: "m", senderName: "DMITRII IUROV" })])).toEqual([
      "a ambiguous_orders",
      "b ambiguous_orders"
    ])
  })
})

describe("a title of Indonesia, Ethiopia, Iceland or Russia", () => {
  it.each([
    ["Siti", "HJ SITI"],
    ["Sumarno", "SDR SUMARNO"],
    ["Eko Indah Dadatra", "BPK EKO DADATRA"],
    ["Hendra Wijaya", "H. HENDRA WIJAYA"],
    ["Almaz Zerihun Kebede", "W/RO ALMAZ ZERIHUN"],
    ["Jón Þór Sigurðsson", "FRÚ JON SIGURDSSON"],
    ["Galina Savkova", "IP SAVKOVA GALINA"],
    ["Vitator", "PT VITATOR"],
    ["Unimagen OOO", "UNIMAGEN LLC"],
    ["Vitator", "VITATOR EHF."]
  ])("is no name: %j is paid by %j", (ordered, printed) => {
    expect(alone(ordered, printed)).toMatch(/^o matched/)
  })

  it.each([
    // It may be a name: that both lack a word speaks against the pair.
    ["Lam Kwok Wai", "IP KWOK WAI"],
    ["Ross Mary Perot", "H ROSS PEROT"]
  ])("may be one all the same: %j is not paid by %j", (ordered, printed) => {
    expect(alone(ordered, printed)).not.toMatch(/^o matched/)
  })

  it("speaks against nothing where the names agree otherwise", () => {
    expect(alone("Abebe Tesfaye", "ATO ABEBE TESFAYE")).toBe("o matched_name m")
  })

  it("is a name where both have it", () => {
    expect(alone("Ato Silva", "ATO SOUZA SILVA")).toBe("o matched_contained_name m")
    expect(alone("Ip Kwok", "IP KWOK")).toBe("o matched_name m")
    expect(alone("H.J. de Vries", "HJ DE VRIES")).toBe("o matched_name m")
  })
})

describe("what a payment message puts before the name", () => {
  it.each([
    "/ORDP/MARIA GARCIA",
    "/NAME/ MARIA GARCIA",
    "ABWA+MARIA GARCIA",
    "1/MARIA GARCIA 2/HAUPTSTR. 12 3/DE/BERLIN",
    "/DE89370400440532013000 MARIA GARCIA"
  ])("is no word of it: %s", (printed) => {
    expect(alone("María García", printed)).toBe("o matched_name m")
  })

  it("is none of what a person has taught", () => {
    const taught = order({ id: "o", name: "Talleres Luna", aliases: ["/ORDP/ANA RUIZ"] })
    expect(decided([taught], [movement({ id: "m", senderName: "/ORDP/ANA RUIZ" })])).toEqual(["o matched_alias m"])
  })
})
