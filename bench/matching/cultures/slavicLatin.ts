/** Russia and Ukraine, as passports and banks write them in Latin letters: with patronymics, and each by its own table. */
import { frequent, type Random } from "../../lib/random.ts"
import { made, type NameStock, words } from "./words.ts"
import type { Habits, NameParts } from "./Habits.ts"

const men =
  words(`Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Владимир Николай Артём Юрий Игорь Олег
  Роман Виктор Денис Павел Антон Константин Василий Кирилл Никита Анатолий Вячеслав Виталий Илья Станислав Егор Даниил Руслан
  Валерий Георгий Борис Григорий Леонид Фёдор Тимур Ярослав Олександр Андрій Володимир Сергій Микола Юрій Василь Дмитро Богдан Тарас`)
const women =
  words(`Елена Анна Ольга Наталья Татьяна Екатерина Ирина Мария Светлана Юлия Анастасия Марина Людмила Галина Дарья
  Ксения Виктория Надежда Евгения Валентина Алина Любовь Оксана Вера Полина Яна Софья Алёна Лариса Тамара Нина Кристина Диана
  Маргарита Олеся Жанна Олена Наталія Тетяна Ірина Юлія Вікторія Катерина Соломія`)
const stems =
  words(`Иванов Смирнов Кузнецов Попов Васильев Петров Соколов Михайлов Новиков Фёдоров Морозов Волков Алексеев Лебедев
  Семёнов Егоров Павлов Козлов Степанов Николаев Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев
  Романов Воробьёв Сергеев Кузьмин Фролов Александров Дмитриев Королёв Гусев Киселёв Ильин Максимов Поляков Сорокин Виноградов
  Ковалёв Белов Медведев Антонов Тарасов Жуков Баранов Филиппов Комаров Давыдов Беляев Герасимов Богданов Осипов Сидоров Матвеев
  Титов Марков Миронов Крылов Куликов Карпов Власов Щербаков Журавлёв Чернов Достоевский Чайковский Вишневский Мельник Шевченко
  Коваленко Бондаренко Ткаченко Кравченко Олійник Шевчук Коваль Поліщук Бондар Ткачук Марченко Лисенко Руденко Савченко Петренко`)
const rare = made(
  "Аб Бе Бур Гла Дём Жи За Ку Ло Ма Нес Пря Ря Сав Ту Ха Це Чу Ше Щу Ют",
  "ли ро ма ди ну",
  "нов ров хин ских дьев чук шин ков гин енко цев"
)

export const slavicLatin: NameStock = {
  usual: [...men, ...women],
  given: frequent(
    men.flatMap((man, at) => [man, women[at] ?? man]),
    { flat: 10, share: 0.95, rare: made("Ар Ве Зла Ми Рус Эль", "ми ра ди", "на мир та слав") }
  ),
  surname: frequent(stems, { flat: 12, share: 0.42, rare })
}

const isWoman = (given: string): boolean => /[ая]$|ь$/.test(given) && !/^(Илья|Никита|Игорь|Василь)$/.test(given)
const bent = (surname: string, woman: boolean): string =>
  !woman ? surname : /(ов|ев|ёв|ин)$/.test(surname) ? `${surname}а` : surname.replace(/ский$/, "ская")

/** Ivan's son is an Ivanovich, his daughter an Ivanovna. */
const patronymic = (father: string, woman: boolean): string => {
  const [son, daughter] = ["ович", "овна"]
  const irregular: Readonly<Record<string, string>> = {
    Илья: "Ильич",
    Никита: "Никитич",
    Павел: "Павлович",
    Михаил: "Михайлович"
  }
  const known = irregular[father]
  if (known !== undefined) return woman ? known.replace(/ович$/, "овна").replace(/ич$/, "ична") : known
  if (/[йь]$/.test(father)) {
    const stem = father.replace(/[йь]$/, "").replace(/и$/, "ь")
    return `${stem}${woman ? "евна" : "евич"}`
  }
  return `${father}${woman ? daughter : son}`
}

const tables = {
  plain: {
    а: "a",
    б: "b",
    в: "v",
    г: "g",
    д: "d",
    е: "e",
    ё: "e",
    ж: "zh",
    з: "z",
    и: "i",
    й: "y",
    к: "k",
    л: "l",
    м: "m",
    н: "n",
    о: "o",
    п: "p",
    р: "r",
    с: "s",
    т: "t",
    у: "u",
    ф: "f",
    х: "kh",
    ц: "ts",
    ч: "ch",
    ш: "sh",
    щ: "shch",
    ъ: "",
    ы: "y",
    ь: "",
    э: "e",
    ю: "yu",
    я: "ya",
    і: "i",
    ї: "yi",
    є: "ye",
    ґ: "g"
  },
  /** Passports of today. */
  icao: { й: "i", ю: "iu", я: "ia", ъ: "ie", ї: "i", є: "ie" },
  old: { ё: "yo", х: "h", щ: "sch", ц: "c" },
  american: { ё: "yo", й: "y" }
} as const

const plainTable: Readonly<Record<string, string>> = tables.plain
const written = (text: string, table: Readonly<Record<string, string>>): string =>
  [...text]
    .map((letter) => {
      const small = letter.toLowerCase()
      const latin = table[small] ?? plainTable[small] ?? letter
      return small === letter ? latin : `${latin.slice(0, 1).toUpperCase()}${latin.slice(1)}`
    })
    .join("")

/** -ий and -ый end as the writer likes. */
const byOneTable = (random: Random): ((text: string) => string) => {
  const table = random.pick([tables.plain, tables.icao, tables.icao, tables.old, tables.american])
  const end = random.chance(0.5)
  return (text) => {
    const latin = written(text, table)
    return end ? latin.replace(/(iy|yy|ii|yi)$/, "y") : latin
  }
}

export const slavicLatinHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  // The father's name stands beside the family's, for brothers and sisters share it.
  surnames: (random, one) => [one(), random.pick(men)],
  givenNames: (random) => [slavicLatin.given(random)],
  keeps: "first",
  familyFirst: 0.4,
  write: (random, { given: [own = ""], surnames: [family = "", father] }: NameParts) => {
    const woman = isWoman(own)
    const write = byOneTable(random)
    const short = random.chance(0.04) ? (text: string) => `${text.slice(0, 1)}.` : (text: string) => text
    const given = [own, ...(father === undefined ? [] : [patronymic(father, woman)])]
    return { given: given.map((each) => write(short(each))), surnames: [write(bent(family, woman))] }
  },
  titles: ["MR", "MRS", "IP"],
  noise: { surnameFirst: 0.5, shortOrder: 0.75, oneSurname: 0.4, initials: 0, abbreviation: 0, nickname: 0 }
}
