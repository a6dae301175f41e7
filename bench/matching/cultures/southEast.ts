/** Indonesia and Thailand, as their banks write them in Latin letters. */
import { frequent } from "../../lib/random.ts"
import { made, type NameStock, words } from "./words.ts"
import type { Habits } from "./Habits.ts"
import { inOneWay } from "./spelt.ts"

const indonesianFirst =
  words(`Sri Siti Muhammad Nur Ahmad Dewi Agus Budi Eko Dwi Tri Andi Ani Rini Yuni Indah Ratna Endang Wahyu Bambang Dian Rina
  Hendra Adi Dedi Rudi Iwan Yanti Lestari Fitri Ayu Rizki Rahmat Hadi Joko Slamet Supriyadi Suparman Sutrisno Wawan Asep Dede Nina Lina Eka
  Maya Sari Putri Putra Yusuf Abdul Arif Irfan Fajar Bayu Yoga Galih Dimas Made Wayan Ketut Nyoman Komang Gede Surya Intan Mega Tuti Yati
  Sugeng Mulyono Sumarno Sukardi Suyanto Ngatini Sumiati Sunarti Suharti Rohmah Aisyah Khadijah Nurul Hidayat Ismail Ibrahim Umar Ali`)
const indonesianLast =
  words(`Setiawan Hidayat Wijaya Saputra Nugroho Santoso Kurniawan Susanto Lestari Wahyuni Rahayu Handayani Purnomo Wibowo Hartono
  Gunawan Pratama Ramadhan Utami Sari Wati Astuti Ningsih Permata Maulana Fauzi Suryani Siregar Nasution Simanjuntak Hutapea Sitompul Sinaga
  Harahap Lubis Panjaitan Tanjung Halim Salim Kusuma Purnama Hakim Rahman Firmansyah Anwar Susilo Suryadi Widodo Prasetyo Mulyadi Yuliana`)
const indonesianRare = made(
  "Su Ha Wi Ku Pra Ma Tri Ra Si Nu Ba Se Yu Da",
  "da ri na ma har ti wi ku",
  "no to ni wati yanto man di sih rto tra nto na"
)

export const indonesian: NameStock = {
  usual: indonesianFirst,
  given: frequent(indonesianFirst, { flat: 10, share: 0.72, rare: indonesianRare }),
  surname: frequent(indonesianLast, { flat: 8, share: 0.5, rare: indonesianRare })
}

/** One name only, two, three or four; hardly anybody has a family's name. Soekarno was Sukarno; Muhammad is Muh. or M. */
export const indonesianHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  givenNames: (random) => {
    const count = random.next()
    const one = () => indonesian.given(random)
    return count < 0.5 ? [one()] : count < 0.87 ? [one(), one()] : [one(), one(), one()]
  },
  surnames: (random, one) => (random.chance(0.13) ? [] : [one()]),
  write: (random, { given, surnames }) => {
    const way = inOneWay(random, [
      [/u(?=[a-z])/g, "u", "u", "u", "u", "u", "oe"],
      [/^Muhammad$/, "Muhammad", "Muhammad", "Mohamad", "Muhamad", "Muh.", "Moch.", "M."],
      [/^Nur$/, "Nur", "Nur", "Noor"],
      [/(?<=[a-z])y(?=[aeiou])/g, "y", "y", "y", "i"],
      [/^Rizki$/, "Rizki", "Rizky", "Riski"]
    ])
    return { given: given.map(way), surnames: surnames.map(way) }
  },
  titles: ["BPK", "IBU", "SDR", "SDRI", "H", "HJ", "DRS"],
  noise: {
    surnameFirst: 0.01,
    noMiddle: 0.25,
    bankNoMiddle: 0.03,
    shortOrder: 0,
    oneSurname: 0,
    initials: 0.03,
    abbreviation: 0,
    nickname: 0,
    title: 0.2,
    joint: 0.005
  }
}

const thaiGiven =
  words(`Somchai Somsak Suchart Prasert Sompong Surachai Wichai Anan Chaiwat Nattapong Thanakorn Kittipong Arthit Siriporn Malee
  Suda Somjai Wanida Kanya Pranee Nittaya Ratana Supaporn Jiraporn Kannika Apinya Natthida Chanida Pimchanok Thanaporn Worawut Peerapat
  Pattarapong Teerapat Ekachai Phongsak Weerachai Narong Boonmee Somporn Sunee Amporn Wilaiwan Duangjai Orawan Chutima Kamonwan Sasithorn`)
export const thai: NameStock = {
  usual: thaiGiven,
  given: frequent(thaiGiven, {
    flat: 20,
    share: 0.62,
    rare: made(
      "Chai Nat Tha Sup Phan Kit War San Ari Jir Pon Rat Sak Wan Yut",
      "ta na ra ya ka",
      "porn korn pong chai wat nee da mon wan dee sak yut phat"
    )
  }),
  // By law a family's name is nobody else's: almost all are rare.
  surname: frequent(
    words(
      "Saetang Saelim Saelee Saengthong Boonmee Thongdee Srisuk Jaidee Kaewmanee Thongchai Wongsa Suksawat Chaiyasit"
    ),
    {
      flat: 20,
      share: 0.08,
      rare: made(
        "Chai Wong Sri Thong Boon Rat Suk Phan Kit Nop Pra Saeng Tra Chan Wi Sam Jit Kaew",
        "ya na ra wat pra chai sa ma tha",
        "kul wong sri sakul suk pong porn charoen rat thong wat tham pinyo anan prasert mongkol kam"
      )
    }
  )
}

export const thaiHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  surnames: (_random, one) => [one()],
  givenNames: (random) => [thai.given(random)],
  write: (random, { given, surnames }) => {
    const way = inOneWay(
      random,
      [
        [/porn/gi, "porn", "porn", "phon", "pon"],
        [/ph/g, "ph", "ph", "p"],
        [/th/gi, "th", "th", "t"],
        [/ee/g, "ee", "ee", "i"],
        [/oo/g, "oo", "oo", "u"],
        [/korn/g, "korn", "korn", "kon"],
        [/w(?=i)/gi, "w", "w", "v"],
        [/ae/g, "ae", "ae", "ea"]
      ],
      0.5
    )
    const capital = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
    return { given: given.map((each) => capital(way(each))), surnames: surnames.map((each) => capital(way(each))) }
  },
  titles: ["MR", "MRS", "MISS", "NAI", "NANG", "NANGSAO", "K."],
  noise: {
    surnameFirst: 0.02,
    shortOrder: 0,
    oneSurname: 0,
    initials: 0.01,
    abbreviation: 0,
    nickname: 0,
    title: 0.6,
    joint: 0.01
  }
}
