/** Naming cultures of Asia, as they are written in Latin letters: Vietnam, China, India, and Korea, which is held out. */
import { frequent, type Random } from "../../lib/random.ts"
import { made, type NameStock, weighted, words } from "./words.ts"
import type { Habits, NameParts } from "./Habits.ts"

const vietnameseGiven =
  words(`Anh Hương Hùng Dũng Hoa Linh Lan Mai Tuấn Minh Hà Hải Nga Thảo Trang Phương Dung Thủy Hạnh Hằng Hồng Huệ Thanh Nam
  Long Sơn Cường Tâm Tùng Hiếu Trung Đức Thắng Quân Huy Khánh Bình Phúc Thành Tú Vân Yến Ngọc Nhung Loan Lâm Giang Quỳnh Tiến
  Hiền Oanh Ngân Vy My Nhi Thư Châu Khoa Đạt Kiên Vinh Quang Phong Việt Chi Trâm Duyên Hậu Lộc Tài Thịnh Toàn Trí Nghĩa An Bảo`)
const vietnameseMiddle = weighted(
  `Thị 190 Văn 150 Minh 50 Ngọc 48 Thanh 42 Hoàng 38 Quốc 30 Đức 28 Thu 24 Kim 24 Xuân 22 Hữu 22 Anh 20 Hồng 18 Gia 18 Bảo 18 Công 16
    Đình 16 Phương 16 Thùy 16 Mỹ 14 Tuấn 14 Quang 14 Trọng 12 Như 12 Hải 12 Khánh 12 Duy 10 Mạnh 10 Tiến 8 Viết 6 Bá 6 Thế 6`,
  made("Th Tr Ph Nh Kh", "a i u", "nh ng n m")
)

export const vietnamese: NameStock = {
  usual: vietnameseGiven,
  given: frequent(vietnameseGiven, {
    flat: 18,
    share: 0.94,
    rare: made("B C D Đ G H K L M N Ph Q S T Th Tr V X", "o i u", "a ai an ang ao ên inh iu oan uy uyên ương")
  }),
  surname: weighted(
    `Nguyễn 315 Trần 109 Lê 89 Phạm 59 Hoàng 28 Huỳnh 25 Vũ 25 Võ 25 Phan 28 Trương 22 Bùi 21 Đặng 19 Đỗ 19 Ngô 17 Hồ 15 Dương 14 Đinh 10
      Lý 8 Đoàn 8 Lương 7 Đào 7 Mai 6 Trịnh 6 Lâm 6 Phùng 5 Tạ 4 Cao 6 Hà 6 Tô 4 Chu 3 Quách 2 Châu 4 La 2 Vương 3 Văn 3 Tăng 3 Lưu 3 Du 1`,
    made("B C D H K L M N Ph T Th Tr V X", "o i u", "a ai ang ao ầm êu inh oan uyên ương")
  )
}

/** Given names with the middle names before them. */
const vietnameseNames = (random: Random): ReadonlyArray<string> => {
  const own = vietnamese.given(random)
  if (random.chance(0.06)) return [own]
  return random.chance(0.22)
    ? [vietnameseMiddle(random), vietnameseMiddle(random), own]
    : [vietnameseMiddle(random), own]
}

/** A middle name or two between the family's and one's own; a few have none. */
export const vietnameseHabits: Habits = {
  middle: 0,
  givenNames: vietnameseNames,
  particles: [],
  particled: 0,
  surnames: (_random, one) => [one()],
  called: "last",
  familyFirst: 0.85,
  titles: ["ONG", "BA", "CO"],
  noise: {
    surnameFirst: 0.97,
    noMiddle: 0.2,
    bankNoMiddle: 0.02,
    shortOrder: 0,
    oneSurname: 0,
    initials: 0.01,
    abbreviation: 0,
    nickname: 0
  }
}

const pinyinSyllables =
  words(`wei ming hua jun li jing ying xiao yan hong yu jie lei ping qiang xin ting na juan min hui fang yang chao
  bo peng fei tao bin gang yong hai long xue mei lan yun chun dong guo jian lin hao yi zi han ze chen rui jia si tian xuan meng
  shu wen zhi cheng zhong guang yuan xiang ning kai shan feng qing rong ling zhen`)
const syllable = frequent(pinyinSyllables, { flat: 15, share: 1, rare: () => "wei" })
const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

export const pinyin: NameStock = {
  usual: [
    "Wei",
    "Xiao Ming",
    "Jing",
    "Li Na",
    "Yong",
    "Guo Qiang",
    "Mei Ling",
    "Hai Yan",
    "Jun Jie",
    "Zi Han",
    "Yu Xuan",
    "Min"
  ],
  given: (random) =>
    random.chance(0.14) ? capital(syllable(random)) : `${capital(syllable(random))} ${capital(syllable(random))}`,
  surname: weighted(
    `Wang 72 Li 72 Zhang 68 Liu 54 Chen 45 Yang 31 Huang 24 Zhao 23 Wu 21 Zhou 20 Xu 17 Sun 15 Ma 13 Zhu 13 Hu 13 Guo 12 He 12 Lin 12
      Gao 10 Luo 10 Zheng 9 Liang 9 Xie 8 Song 7 Tang 7 Deng 6 Han 6 Feng 6 Cao 6 Peng 6 Zeng 6 Xiao 6 Tian 5 Dong 5 Pan 5 Yuan 5
      Cai 5 Jiang 8 Yu 8 Du 5 Ye 4 Cheng 4 Wei 7 Su 4 Lu 8 Ding 4 Ren 4 Yao 4 Shen 4 Zhong 4 Cui 3 Tan 3 Fan 4 Liao 3 Shi 5 Jin 3
      Wan 2 Xia 3 Fu 3 Fang 3 Zou 2 Xiong 2 Bai 2 Meng 2 Qin 3 Qiu 2 Hou 2 Jia 2 Yin 3 Xue 2 Yan 4 Lei 2 Long 2 Duan 2 Hao 2 Kong 2`,
    made(
      "B C Ch D F G H J K L M N P Q R S Sh T W X Y Z Zh",
      "i u",
      "a ai an ang ao e en eng i in ing ong ou u ui un uo"
    )
  )
}

/** The syllables of a given name, written together or apart, on each side by itself. */
const joined =
  (share: number, hyphened: number) =>
  (random: Random, { given, surnames }: NameParts): NameParts => {
    const way = random.next()
    const write = (name: string): string => {
      const [first = "", ...rest] = name.split(" ")
      if (rest.length === 0) return name
      if (way < share) return `${first}${rest.join("").toLowerCase()}`
      return way < share + hyphened ? `${first}-${rest.join("-")}` : name
    }
    return { given: given.map(write), surnames }
  }

export const pinyinHabits: Habits = {
  middle: 0,
  particles: [],
  particled: 0,
  surnames: (_random, one) => [one()],
  familyFirst: 0.55,
  write: joined(0.75, 0.05),
  titles: ["MR", "MS"],
  noise: {
    surnameFirst: 0.7,
    initials: 0.01,
    bankNoMiddle: 0,
    abbreviation: 0,
    nickname: 0,
    noMiddle: 0,
    shortOrder: 0,
    oneSurname: 0
  }
}

const indianGiven =
  words(`Ram Sunita Rajesh Anita Suresh Sanjay Geeta Vijay Amit Rekha Manoj Anil Santosh Sunil Ravi Lakshmi Pooja Rahul Priya
  Deepak Ashok Ramesh Mukesh Dinesh Vinod Mohammed Rakesh Asha Usha Neha Kavita Meena Seema Arun Ajay Shanti Savitri Vikram
  Kiran Naveen Srinivas Venkatesh Karthik Divya Lakshman Prakash Mahesh Harish Gopal Krishna Arjun Aditya Rohit Ankit Nikhil
  Swati Shweta Jyoti Kamala Radha Pradeep Satish Sandeep Imran Fatima Gurpreet Harpreet Manjeet Balwinder Jaswinder Abdul`)
export const indian: NameStock = {
  usual: indianGiven,
  given: frequent(indianGiven, {
    flat: 25,
    share: 0.6,
    rare: made(
      "A Bha Cha De Ga Ha In Ja Ka La Ma Na Pa Ra Sa Shi Su Ta Vi Ya",
      "ni ra vi la ma",
      "bha deep dra esh ika ith ja jit ka ksha nath ndra rat shan tha v ya"
    )
  }),
  surname: weighted(
    `Kumar 42 Devi 38 Singh 36 Sharma 12 Das 12 Khan 11 Patel 11 Kaur 10 Yadav 9 Lal 7 Ram 7 Prasad 7 Begum 7 Gupta 6 Reddy 8 Rao 6 Verma 6
      Kumari 9 Bibi 6 Mandal 5 Shah 5 Mishra 5 Nair 4 Pandey 4 Ghosh 4 Roy 4 Jadhav 4 Patil 5 Pawar 4 Shaikh 5 Ali 5 Chauhan 4 Joshi 3
      Thakur 3 Jain 3 Naik 3 Iyer 2 Pillai 2 Menon 2 Choudhary 4 Chaudhary 3 Sahu 4 Bai 6 Naidu 2 Shetty 2 Gill 2 Sandhu 2 Banerjee 2
      Chatterjee 2 Mukherjee 2 Agarwal 2 Kulkarni 2 Deshmukh 2 More 2 Shinde 3 Raj 3 Ansari 3`,
    made(
      "A Ba Bha Cha De Ga Go Ha Ja Ka Ku Ma Na Pa Ra Sa Su Ta Va Ve",
      "ra la na nga mu",
      "di dar kar ker lia mala murthy nathan ni raj ram rkar samy shwara swamy tkar walla war"
    )
  )
}

export const indianHabits: Habits = {
  middle: 0.3,
  particles: [],
  particled: 0,
  // In the south one's own name comes with the father's and the village's, often as initials.
  surnames: (random, one, given) =>
    random.chance(0.22) ? [given()] : random.chance(0.12) ? ["Kumar", one()] : [one()],
  titles: ["MR", "MRS", "MS", "SHRI", "SMT", "DR"],
  noise: {
    surnameFirst: 0.08,
    initials: 0.05,
    middleInitial: 0.15,
    bankNoMiddle: 0.15,
    title: 0.25,
    oneSurname: 0.03,
    shortOrder: 0.2,
    abbreviation: 0
  }
}

const koreanSyllables =
  words(`min ji seo jun hyun young soo jin hee kyung sung ho woo eun mi sun hye jung won jae dong sang chul in seok
  tae yoon ha yeon hwan kwang ki nam joon bin chan gyu na ra rim sol ah yu bo kyu hyeok seung do`)
const koreanSyllable = frequent(koreanSyllables, { flat: 14, share: 1, rare: () => "min" })
export const korean: NameStock = {
  usual: ["Min Jun", "Seo Yeon", "Ji Hoon", "Young Soo", "Hyun Woo", "Eun Ji", "Sung Ho", "Mi Kyung"],
  given: (random) =>
    random.chance(0.03)
      ? capital(koreanSyllable(random))
      : `${capital(koreanSyllable(random))} ${capital(koreanSyllable(random))}`,
  surname: weighted(
    `Kim 215 Lee 147 Park 84 Choi 47 Jung 43 Kang 24 Cho 21 Yoon 20 Jang 20 Lim 17 Han 15 Oh 15 Seo 15 Shin 15 Kwon 14 Hwang 14 Ahn 14
      Song 14 Ryu 6 Jeon 11 Hong 11 Ko 9 Moon 9 Yang 9 Son 9 Bae 8 Baek 8 Heo 6 Yoo 5 Nam 5 Shim 5 Noh 5 Ha 5 Kwak 4 Sung 4 Cha 4
      Joo 4 Woo 4 Koo 4 Min 4 Jin 3 Na 3 Ji 3 Um 3 Won 3 Chun 3 Bang 2 Kong 2 Hyun 2 Ham 2 Yeom 2 Choo 1 Do 1 So 1 Seok 1`,
    made("B Ch D G H J K M N P S T Y", "o u a", "a ae an ang eo eok i in o ok on oo u uk un")
  )
}

export const koreanHabits: Habits = {
  ...pinyinHabits,
  familyFirst: 0.5,
  write: joined(0.4, 0.25),
  titles: ["MR", "MS", "DR"]
}
