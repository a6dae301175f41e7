/** Iceland: few names, one's own and a middle one, then the father's. */
import { frequent } from "../../lib/random.ts"
import { made, type NameStock, words } from "./words.ts"
import type { Habits, NameParts } from "./Habits.ts"
import { inOneWay } from "./spelt.ts"

const icelandicMen = words(
  "Jón Sigurður Guðmundur Gunnar Ólafur Einar Kristján Magnús Stefán Jóhann Björn Bjarni Árni Þór Helgi Halldór Pétur Ragnar Gísli Kristinn Arnar Páll Aron Daníel Alexander Þorsteinn Ingvar Viktor"
)
const icelandicWomen = words(
  "Guðrún Anna Kristín Sigríður Margrét Helga Sigrún Ingibjörg María Jóhanna Elín Katrín Hildur Ragnheiður Lilja Erla Ásta Guðbjörg Ólöf Birna Þórunn Hrafnhildur Eva Auður Unnur Steinunn Björg Íris"
)
const genitives: Readonly<Record<string, string>> = {
  Jón: "Jóns",
  Sigurður: "Sigurðar",
  Guðmundur: "Guðmunds",
  Gunnar: "Gunnars",
  Ólafur: "Ólafs",
  Kristján: "Kristjáns",
  Magnús: "Magnús",
  Björn: "Björns",
  Bjarni: "Bjarna",
  Árni: "Árna",
  Helgi: "Helga",
  Halldór: "Halldórs",
  Pétur: "Péturs",
  Gísli: "Gísla",
  Kristinn: "Kristins",
  Páll: "Páls",
  Þorsteinn: "Þorsteins"
}
export const icelandic: NameStock = {
  usual: [...icelandicMen, ...icelandicWomen],
  given: frequent(
    icelandicMen.flatMap((man, at) => [man, icelandicWomen[at] ?? man]),
    {
      flat: 10,
      share: 0.88,
      rare: made(
        "Ás Berg Dag Ey Guð Hall Haf Ís Sig Stein Þor Val",
        "u i",
        "dís geir grímur þór rún mar laug björn steinn"
      )
    }
  ),
  surname: frequent(icelandicMen, {
    flat: 8,
    share: 0.92,
    rare: made("Ás Berg Dag Ey Guð Hall Sig Stein Þor Val", "", "geir grím mund ólf bert")
  })
}
export const icelandicHabits: Habits = {
  middle: 0.6,
  particles: [],
  particled: 0,
  surnames: (_random, one) => [one()],
  write: (random, { given, surnames }: NameParts) => {
    const woman = icelandicWomen.includes(given[0] ?? "") || /(dís|rún|laug)$/.test(given[0] ?? "")
    const way = inOneWay(random, [
      [/Þ/g, "Þ", "Þ", "Th"],
      [/þ/g, "þ", "þ", "th"],
      [/ð/g, "ð", "ð", "d"],
      [/ö/g, "ö", "ö", "o"]
    ])
    return {
      given: given.map(way),
      surnames: surnames.map((each) => way(`${genitives[each] ?? `${each}s`}${woman ? "dóttir" : "son"}`))
    }
  },
  titles: ["HR", "FRÚ"],
  noise: {
    surnameFirst: 0.02,
    noMiddle: 0.45,
    bankNoMiddle: 0.03,
    initials: 0.02,
    middleInitial: 0.05,
    shortOrder: 0,
    oneSurname: 0,
    abbreviation: 0,
    nickname: 0
  }
}
