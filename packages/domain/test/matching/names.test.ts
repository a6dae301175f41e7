import { describe, expect, it } from "vitest"
import { nameLevelOf, normaliseName } from "@counterfoil/domain"

const tokens = (name: string, prefixes?: ReadonlyArray<string>) => normaliseName(name, { prefixes }).tokens.join(" ")
const level = (order: string, bank: string, cutFrom = 17) =>
  nameLevelOf(normaliseName(order), normaliseName(bank, { cutFrom }), 6)

describe("a name", () => {
  it.each([
    ["Muñoz Ibáñez, Begoña", "MUNOZ IBANEZ BEGONA"],
    ["Großmann Łukasz Sørensen Æbelø", "GROSSMANN LUKASZ SORENSEN AEBELO"],
    ["Sean O'Neill", "SEAN ONEILL"],
    ["Sean O´Neill", "SEAN ONEILL"],
    ["D. Juan de la Cruz y Gómez", "JUAN CRUZ GOMEZ"],
    ["Sra. Mª Carmen Fdez. Glez.", "MARIA CARMEN FERNANDEZ GONZALEZ"],
    ["E. García i Prats", "E GARCIA PRATS"],
    ["FCO RGUEZ MA", "FRANCISCO RODRIGUEZ MARIA"],
    ["Ludwig van der Berg", "LUDWIG BERG"],
    ["Talleres Pérez, S.L.", "TALLERES PEREZ"],
    ["TALLERES PEREZ S L U", "TALLERES PEREZ"],
    ["Müller & Söhne GmbH & Co. KG", "MULLER SOHNE"],
    ["Aceros del Norte S.A. de C.V.", "ACEROS NORTE"],
    ["Panadería Sociedad Limitada", "PANADERIA"],
    ["Don Smith", "DON SMITH"],
    ["S.L.", "S L"],
    ["de la", "DE LA"],
    ["---", ""],
    ["Peña\u200b Nieto", "PENA NIETO"],
    ["MUÃ\u0091OZ GARCÃ\u008dA", "MUNOZ GARCIA"],
    ["JoÃ£o BraganÃ§a", "JOAO BRAGANCA"],
    ["عبد الله أحمد", "عبدالله احمد"],
    ["فاطمة بنت علـــي", "فاطمه علي"],
    ["Glofin F.Z.E.", "GLOFIN"]
  ])("%j is read as %j", (name, expected) => {
    expect(tokens(name)).toBe(expected)
  })

  it("loses the prefix that the script declares, however the bank spells it", () => {
    expect(tokens("TRF. DE: MARIA GARCIA", ["Trf de", "TRF"])).toBe("MARIA GARCIA")
    expect(tokens("TRF DE", ["TRF DE"])).toBe("TRF")
    expect(tokens("TRFDE MARIA", ["TRF DE"])).toBe("TRFDE MARIA")
  })
})

const declared = (order: string, bank: string, cutsAt: number) =>
  nameLevelOf(normaliseName(order), normaliseName(bank, { cutFrom: cutsAt - 1, isCutDeclared: true }), 6)

describe("two names", () => {
  it.each([
    ["same", "María García López", "GARCIA LOPEZ MARIA"],
    ["same", "Begoña Muñoz", "BEGO?A MU\uFFFDOZ"],
    ["same_worn", "Guillermo Etxeberria", "GUILERMO ETXEBERRIA"],
    ["same_worn", "Guillermo Etxeberria", "GUILLERMO ETXEBERIRA"],
    ["same_worn", "María García Fernández", "MARIA GARCIA FERN"],
    ["contained_3", "María García López", "MARIA DEL CARMEN GARCIA LOPEZ"],
    ["contained_2", "María García López", "MARIA GARCIA"],
    ["two_conflict", "María García Fernández", "MARIA GARCIA FER"],
    ["contained_2", "Mercadona", "MERCADONA SA"],
    ["one_and_initials", "María García", "M GARCIA"],
    ["one_and_loose_initials", "María García López", "M GARCIA"],
    ["contained_2_worn", "Guillermo Etxeberria", "GUILERMO ETXEBERRIA SANZ"],
    ["contained_3_worn", "Guillermo Etxeberria Ruiz", "GUILERMO ETXEBERRIA RUIZ SANZ"],
    ["one_token", "Guillermo Etxeberria", "GUILERMO ETXEBERIA SANZ"],
    ["same", "Jörg Müller", "JOERG MUELLER"],
    ["same_worn", "José María Muñoz", "JOS MARA MUOZ"],
    ["same", "María García López", "GARCIALOPEZ MARIA"],
    ["two_conflict", "María García López", "MARTA GARCIA LOPEZ"],
    ["two_conflict", "Daniel García López", "DANIELA GARCIA LOPEZ"],
    ["two_conflict", "Juan Pérez Hernández", "JUAN PEREZ FERNANDEZ"],
    ["one_and_initials", "Acme SL", "ACME"],
    ["three_conflict", "Juan Carlos García Ruiz", "JUAN CARLOS GARCIA SANZ"],
    ["two_conflict", "María García López", "MARIA GARCIA PEREZ"],
    ["missing", "María García", ""],
    ["missing", "---", "MARIA GARCIA"],
    ["one_token", "María García", "MARIA PEREZ"],
    ["one_token", "García", "MARIA GARCIA"],
    ["one_token", "Iberia", "IBERIA AIRLINES"],
    ["none", "María García", "JUAN PEREZ"]
  ] as const)("agree as %s: %j and %j", (expected, ordered, printed) => {
    expect(level(ordered, printed)).toBe(expected)
  })

  it("may be cut off by the bank, where it says so", () => {
    expect(level("María García Fernández", "MARIA GARCIA FER", 16)).toBe("same_worn")
    expect(level("María García Fernández", "MARIA GARCIA FER", 30)).toBe("two_conflict")
  })

  it("lose the beginning of a legal form that the bank cut off", () => {
    expect(level("Glofin SL", "GLOFIN SOCIEDAD LIM", 18)).toBe("contained_2")
    expect(level("Glofin SL", "GLOFIN SOCIEDAD LIM", 40)).toBe("one_token")
  })

  it("say nothing of the family's member where the bank cut the given name off", () => {
    expect(level("María García López", "GARCIA LOPEZ", 10)).toBe("two_conflict")
    expect(level("María García López", "GARCIA LOPEZ", 30)).toBe("contained_2")
  })

  it("aren't in conflict over one or two letters that a cut left", () => {
    expect(level("María García Fernández", "MARIA GARCIA FE", 15)).toBe("contained_2")
    expect(level("María García Fernández", "MARIA GARCIA FE", 30)).toBe("two_conflict")
  })

  it("have a Văn between the words that isn't a particle", () => {
    expect(level("Hoàng Văn Thành", "HOANG THANH")).toBe("contained_2")
    expect(level("Marie van Hoang-Dijk", "MARIE HOANG DIJK")).toBe("same")
  })

  it("aren't read beyond a cut: MA is no María there, and CO no company", () => {
    expect(declared("Marcelo Gomes de Malhaga", "MARCELO GOMES DE MA", 19)).toBe("contained_2")
    expect(declared("Ana Monteiro dos Correia", "ANA GABRIEL MONTEIRO DOS CO", 27)).toBe("contained_2")
    expect(declared("Kemiel Pedro Oliveira", "KEMIEL PEDRO DE SI", 18)).toBe("contained_2")
  })

  it("begin alike, where a bank cuts Portuguese names: by a rare name, or by two", () => {
    expect(declared("Naneson dos Cardoso", "NANESON NASCIMENTO", 18)).toBe("beginning")
    expect(declared("Maria Eduarda Pereira", "MARIA EDUARDA FERR", 18)).toBe("beginning")
    // A frequent name, a business, a whole name, and a family's name say no more than one word.
    expect(declared("Francisco Freitas", "FRANCISCO MARQUES D", 18)).toBe("one_token")
    expect(declared("Transportes Andrade", "TRANSPORTES LIMA E S", 18)).toBe("one_token")
    expect(declared("Naneson dos Cardoso", "NANESON NASCIMENTO", 30)).toBe("one_token")
    expect(declared("Szabolcsi Anna", "SZABOLCSI KATALIN", 17)).toBe("one_token")
    // Nor where the bank isn't known to cut: another last surname may be a child's.
    expect(level("Luciana Martins Chadevedo", "LUCIANA MARTINS SOUZA", 17)).toBe("two_conflict")
  })
})
