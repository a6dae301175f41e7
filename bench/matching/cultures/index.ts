/** Every naming culture that people of the worlds come from. */
import { firstStocks } from "../names.ts"
import { american, americanHabits, brazilian, brazilianHabits } from "./america.ts"
import { arabicLatin, arabicLatinHabits } from "./arabicLatin.ts"
import {
  indian,
  indianHabits,
  korean,
  koreanHabits,
  pinyin,
  pinyinHabits,
  vietnamese,
  vietnameseHabits
} from "./asia.ts"
import {
  dutch,
  dutchHabits,
  hungarian,
  hungarianHabits,
  polish,
  polishHabits,
  turkish,
  turkishHabits
} from "./europe.ts"
import type { Habits } from "./Habits.ts"

import { icelandic, icelandicHabits } from "./icelandic.ts"
import { indonesian, indonesianHabits } from "./indonesian.ts"
import { slavicLatin, slavicLatinHabits } from "./slavicLatin.ts"
import { ethiopian, ethiopianHabits } from "./ethiopian.ts"

export const stocks = {
  ...firstStocks,
  american,
  brazilian,
  vietnamese,
  polish,
  pinyin,
  arabicLatin,
  indian,
  dutch,
  hungarian,
  turkish,
  korean,
  indonesian,
  icelandic,
  slavicLatin,
  ethiopian
} as const
export type Culture = keyof typeof stocks

/** The languages of the mixed worlds. */
export const cultures = [
  "spanish",
  "english",
  "german",
  "portuguese",
  "arabic"
] as const satisfies ReadonlyArray<Culture>

/** Each has worlds of its own; the rules are tuned on these. */
export const tunedCultures = [
  "spanish",
  "american",
  "polish",
  "brazilian",
  "vietnamese",
  "pinyin",
  "arabicLatin",
  "indian",
  "dutch",
  "german",
  "hungarian",
  "arabic"
] as const satisfies ReadonlyArray<Culture>

/** Nobody looks at these while a rule is made: they say whether the rules hold for others too. */
export const heldOutCultures = ["turkish", "korean"] as const satisfies ReadonlyArray<Culture>

/** Names of several spellings, mononyms, and people without a family's name: measured by themselves, beside no gate. */
export const transcribedCultures = [
  "slavicLatin",
  "indonesian",
  "icelandic",
  "ethiopian"
] as const satisfies ReadonlyArray<Culture>

const none: Habits = { middle: 0, particles: [], particled: 0, titles: [] }

export const habits: Readonly<Record<Culture, Habits>> = {
  spanish: {
    middle: 0.12,
    particles: ["de", "de la", "del"],
    particled: 0.04,
    surnames: (_random, one) => [one(), one()],
    keeps: "first",
    titles: ["D.", "Dª", "SR."]
  },
  english: { ...none, middle: 0.75, titles: ["MR", "MRS", "MISS", "DR"] },
  german: {
    ...none,
    middle: 0.35,
    particles: ["von"],
    particled: 0.02,
    hyphened: 0.05,
    titles: ["HERRN", "FRAU", "DR."]
  },
  portuguese: {
    middle: 0.25,
    particles: ["da", "de", "dos"],
    particled: 0.3,
    surnames: (random, one) => (random.chance(0.25) ? [one(), one(), one()] : [one(), one()]),
    titles: ["SR", "SRA", "DR"]
  },
  arabic: {
    ...none,
    // The father's and the grandfather's given names, then the family's.
    surnames: (random, one, given) => [given(), ...(random.chance(0.5) ? [given()] : []), one()],
    titles: ["السيد"]
  },
  american: americanHabits,
  brazilian: brazilianHabits,
  vietnamese: vietnameseHabits,
  polish: polishHabits,
  pinyin: pinyinHabits,
  arabicLatin: arabicLatinHabits,
  indian: indianHabits,
  dutch: dutchHabits,
  hungarian: hungarianHabits,
  turkish: turkishHabits,
  korean: koreanHabits,
  indonesian: indonesianHabits,
  icelandic: icelandicHabits,
  slavicLatin: slavicLatinHabits,
  ethiopian: ethiopianHabits
}
