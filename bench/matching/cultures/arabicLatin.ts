/** Arabic names in Latin letters: one name has several spellings, and each side has its own. */
import { frequent, type Random } from "../../lib/random.ts"
import { made, type NameStock, phrases } from "./words.ts"
import type { Habits } from "./Habits.ts"

const given =
  phrases(`Mohamed, Ahmed, Ali, Mahmoud, Mustafa, Omar, Khaled, Hassan, Hussein, Ibrahim, Youssef, Abdullah, Abdel Rahman, Fatima,
  Mariam, Aisha, Sara, Nour, Huda, Layla, Zainab, Amina, Said, Nasser, Salman, Faisal, Tarek, Yasser, Karim, Anas, Bilal, Hamza,
  Abdelaziz, Abdelkarim, Salma, Rana, Hiba, Dua, Mona, Nadia, Walid, Majid, Ziad, Rami, Sami, Jamal, Ismail, Othman, Saleh, Rashid,
  Nadir, Samir, Samira, Rachid, Driss, Khadija, Naima, Latifa, Malika, Hicham, Mehdi, Amine, Adil, Aziz`)
const families =
  phrases(`Mohamed, Ahmed, Ali, Hassan, Ibrahim, El Sayed, Al Shamari, Al Otaibi, Al Qahtani, Al Ghamdi, Al Zahrani, Al Masri, Haddad,
  Khoury, Najjar, Mansour, Suleiman, Al Ansari, Al Hashimi, Al Harbi, Al Mutairi, Abdullah, Al Rashid, Al Maliki, El Khatib, Awad,
  Hamdan, El Fassi, Tounsi, Ben Ali, Ben Salah, Kassem, Jaber, Abbas, Al Jubouri, Alaoui, El Idrissi, Bennani, Tazi, Chraibi, Benali,
  Bouzid, Saidi, Hamdi, Trabelsi, Mekki, Slimani, El Amrani, Berrada, Khalil, Saleh, Othman, Farouk, Nasser, Darwish, Shaheen`)

export const arabicLatin: NameStock = {
  usual: given,
  given: frequent(given, {
    flat: 5,
    share: 0.8,
    rare: made(
      "Ab Ad Ba Da Fa Gha Ha Ja Ka La Ma Na Ra Sa Sha Ta Wa Ya Za",
      "li ri ni mi",
      "d da fa h ir ja l m ma n r ra s sh ya z"
    )
  }),
  surname: frequent(families, {
    flat: 6,
    share: 0.45,
    rare: made(
      "Al_Ba Al_Da Al_Fa Al_Ha Al_Sa Ben_Ha Ben_Sa Bou Cha El_Ba El_Ka El_Ma Gha Ha Ja Kha La Ma Me Ou Ra Sa Sha Ta Ze",
      "bba dda li mma rri sso",
      "bi di dri fi ii ka khi li loui mi ni ouri ri san ssi wi zi"
    )
  })
}

/** Spellings of one another. */
const spellings =
  phrases(`Mohamed Mohammed Muhammad Mohammad, Ahmed Ahmad, Youssef Yousef Yusuf, Hussein Hussain Husein, Mustafa Mostafa Moustafa,
  Khaled Khalid, Tarek Tariq Tarik, Fatima Fatma, Mariam Maryam Meriem, Aisha Aicha, Layla Leila, Zainab Zineb, Hassan Hasan,
  Said Saeed, Nour Noor, Suleiman Sulaiman Slimane, Omar Umar, Othman Osman, Rashid Rachid, Jamal Gamal, Majid Majed, Kassem Qasim`).map(
    (line) => line.split(" ")
  )

const spelt =
  (random: Random, share: number) =>
  (name: string): string =>
    name
      .split(" ")
      .map((word) => {
        const variants = spellings.find((each) => each.includes(word))
        return variants !== undefined && random.chance(share) ? random.pick(variants) : word
      })
      .join(" ")

const articles = ["Al ", "Al-", "El ", "Al", "El-"] as const
const joins = [" ", "", "-"] as const

/** The article, written in one way or another: Al Masri, Al-Masri, Almasri. */
const articled =
  (random: Random, share: number) =>
  (name: string): string => {
    if (!random.chance(share)) return name
    return name
      .replace(/^(?:Al|El) (?=[A-Z])/, random.pick(articles))
      .replace(/^(Ben|Abdel) (?=[A-Z])/, (_, first: string) => `${first}${random.pick(joins)}`)
  }

export const arabicLatinHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  // The father's and the grandfather's given names, then the family's.
  surnames: (random, one, given) => [
    ...(random.chance(0.55) ? [given()] : []),
    ...(random.chance(0.25) ? [given()] : []),
    one().replaceAll("_", " ")
  ],
  // A passport has one spelling, and most people keep to it.
  write: (random, parts) => ({
    given: parts.given.map(spelt(random, 0.06)).map(articled(random, 0.1)),
    surnames: parts.surnames.map(spelt(random, 0.06)).map(articled(random, 0.15))
  }),
  titles: ["MR", "MRS", "DR", "ENG"],
  noise: { surnameFirst: 0.15, initials: 0.02, shortOrder: 0.35, oneSurname: 0.06, abbreviation: 0, nickname: 0 }
}
