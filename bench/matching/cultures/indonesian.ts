/** Indonesia: one name only, or several, and no family's. */
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
