/** Ethiopia, where nobody has a family's name: one's own, the father's and the grandfather's. */
import { frequent } from "../../lib/random.ts"
import { made, type NameStock, phrases } from "./words.ts"
import type { Habits, NameParts } from "./Habits.ts"
import { inOneWay } from "./spelt.ts"

const ethiopianGiven =
  phrases(`Abebe, Tesfaye, Haile, Bekele, Getachew, Mulugeta, Tadesse, Kebede, Alemu, Girma, Mekonnen, Solomon, Dawit, Yohannes, Daniel, Samuel, Mohammed, Ahmed,
  Almaz, Tigist, Hiwot, Meseret, Selam, Bethlehem, Genet, Aster, Zewditu, Worku, Desta, Tsegaye, Assefa, Berhanu, Fikru, Getahun, Hailu, Lemma, Negash, Teshome, Wondimu,
  Yared, Zerihun, Gebre Medhin, Gebre Mariam, Wolde Mariam, Haile Selassie, Tekle Haimanot, Gebre Egziabher, Abiy, Amanuel, Eyob, Kidist, Mahlet, Rahel, Sara, Marta`)
const one = frequent(ethiopianGiven, {
  flat: 14,
  share: 0.85,
  rare: made("A Be De Ge Ki Le Me Se Ta Te Wo Ye Ze", "ba la me re ssa ta", "hun ye ssa lem gn sew net rga shu mu ta")
})

export const ethiopian: NameStock = {
  usual: ethiopianGiven,
  given: one,
  surname: one
}
export const ethiopianHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  givenNames: (random) => [ethiopian.given(random)],
  surnames: (_random, one) => [one(), one()],
  keeps: "first",
  write: (random, { given, surnames }: NameParts) => {
    const way = inOneWay(
      random,
      [
        [/^(Gebre|Wolde|Tekle) (.)/, "$1 $2", "$1$2", "$1-$2"],
        [/^Gebre/, "Gebre", "Gebre", "G/", "Ghebre"],
        [/ye$/, "ye", "y"],
        [/ss/g, "ss", "s"],
        [/^Mohammed$/, "Mohammed", "Muhammed"],
        [/nn/g, "nn", "n"],
        [/ts/gi, "ts", "ts", "s"]
      ],
      0.35
    )
    return { given: given.map(way), surnames: surnames.map(way) }
  },
  titles: ["ATO", "W/RO", "MR", "DR"],
  noise: {
    surnameFirst: 0.02,
    shortOrder: 0.5,
    oneSurname: 0.25,
    initials: 0.01,
    abbreviation: 0,
    nickname: 0,
    noMiddle: 0,
    title: 0.1
  }
}
