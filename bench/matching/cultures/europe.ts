/** Naming cultures of Europe beyond the first worlds': Poland, the Netherlands, Hungary, and Turkey, which is held out. */
import { frequent } from "../../lib/random.ts"
import { made, type NameStock, weighted, words } from "./words.ts"
import type { Habits } from "./Habits.ts"

const polishWomen =
  words(`Anna Katarzyna Maria Małgorzata Agnieszka Barbara Ewa Magdalena Elżbieta Krystyna Joanna Aleksandra
  Monika Zofia Teresa Natalia Julia Karolina Danuta Beata Dorota Halina Jadwiga Janina Alicja Jolanta Grażyna Iwona Irena
  Paulina Justyna Zuzanna Hanna Wiktoria Marta Bożena Urszula Renata Sylwia Patrycja Emilia Kinga`)
const polishMen =
  words(`Piotr Krzysztof Andrzej Tomasz Jan Paweł Michał Marcin Stanisław Jakub Adam Marek Łukasz Grzegorz Mateusz
  Wojciech Mariusz Dariusz Maciej Zbigniew Rafał Robert Jerzy Szymon Kamil Dawid Józef Kacper Henryk Filip Jacek Sebastian
  Janusz Ryszard Patryk Artur Sławomir Bartosz Dominik Roman Karol Leszek Przemysław`)
const polishPlain =
  words(`Nowak Wójcik Kowalczyk Woźniak Mazur Krawczyk Kaczmarek Zając Król Wieczorek Wróbel Stępień Adamczyk Dudek
  Pawlak Sikora Walczak Baran Michalak Szewczyk Pietrzak Marciniak Bąk Duda Włodarczyk Borkowski Lis Kubiak Kołodziej Sobczak`)
const polishBent =
  words(`Kowalski Wiśniewski Kamiński Lewandowski Zieliński Szymański Dąbrowski Kozłowski Jankowski Wojciechowski
  Kwiatkowski Piotrowski Grabowski Pawłowski Michalski Nowicki Jabłoński Majewski Olszewski Jaworski Malinowski Rutkowski
  Witkowski Górski Sadowski Ostrowski Tomaszewski Zalewski Wróblewski Jasiński Zawadzki Chmielewski Sikorski Czarnecki`)
const polishRare = made(
  "Bar Biel Czer Dob Drz Gaw Gór Jas Kal Krz Łab Mar Nied Paw Pie Raw Skw Sob Szy Tom Urb Wal Zab Żuk",
  "a e o i",
  "czak czyk da la nek niak ra rek ski sz wa wicz wski zik"
)

/** Wives and daughters of a Kowalski are Kowalska. */
const bent = (surname: string): string => surname.replace(/ski$/, "ska").replace(/cki$/, "cka").replace(/dzki$/, "dzka")

export const polish: NameStock = {
  usual: [...polishWomen, ...polishMen],
  given: frequent(
    polishWomen.flatMap((woman, index) => [woman, polishMen[index] ?? woman]),
    {
      flat: 12,
      share: 0.93,
      rare: made("Al Bog Cze Dob Gert Kaz Leo Mir Rad Świ Wac Zdz", "i o e", "mir na sław sława ta usz")
    }
  ),
  surname: frequent(
    polishPlain.flatMap((plain, index) => [plain, polishBent[index] ?? plain]),
    { flat: 6, share: 0.16, rare: polishRare }
  )
}

export const polishHabits: Habits = {
  middle: 0.4,
  particles: [],
  particled: 0,
  surnames: (random, one) => (random.chance(0.05) ? [`${one()}-${one()}`] : [one()]),
  write: (_random, { given, surnames }) => ({
    given,
    surnames: (given[0] ?? "").endsWith("a") ? surnames.map((each) => each.split("-").map(bent).join("-")) : surnames
  }),
  titles: ["PAN", "PANI", "MGR", "DR"],
  noise: { surnameFirst: 0.55, initials: 0.02, bankNoMiddle: 0.6, oneSurname: 0 }
}

const dutchGiven =
  words(`Johannes Maria Jan Cornelis Johanna Anna Hendrik Willem Pieter Elisabeth Petrus Gerrit Peter Catharina Jacobus
  Adriana Wilhelmina Dirk Thomas Martin Marco Erik Sandra Monique Esther Linda Anja Marieke Sanne Lotte Daan Sem Lucas Emma
  Julia Tess Bram Thijs Ruben Lars Femke Iris Anouk Mohammed Bas Koen Jeroen Sander Marjolein Ingrid Wouter Joost`)
export const dutch: NameStock = {
  usual: dutchGiven,
  given: frequent(dutchGiven, {
    flat: 14,
    share: 0.7,
    rare: made(
      "Ael Bou Di Eef Fe Gijs He Ja Le Mei Nie Rein Sie Tjeer Wie",
      "ke li te",
      "bert da ke lien na rik ske tje wijn"
    )
  }),
  surname: frequent(
    words(`Jong Jansen Vries Berg Bakker Dijk Visser Janssen Smit Meijer Boer Mulder Groot Bos Vos Peters Hendriks Leeuwen Dekker
      Brouwer Wit Dijkstra Smits Graaf Meer Linden Kok Jacobs Haan Vermeulen Heuvel Veen Broek Bruijn Schouten Beek Willems Vliet
      Ven Hoekstra Maas Verhoeven Koster Dam Wal Prins Huisman Bosch Peeters Kuipers Veenstra Postma Martens Gerritsen Bruin`),
    {
      flat: 7,
      share: 0.28,
      rare: made(
        "Aal Ber Bloe Brink Dek Door Eg Hof Kamp Kroo Laar Lind Mole Noor Ooster Roe Slui Stee Vel Wester Zand Zui",
        "en er e",
        "beek berg burg dijk hoek horst huis kamp laan man mans meer ma sma stra veld voort"
      )
    }
  )
}

export const dutchHabits: Habits = {
  middle: 0.45,
  particles: ["van", "de", "van den", "van der", "van de", "ter", "'t", "den", "in 't"],
  particled: 0.4,
  surnames: (random, one) => (random.chance(0.12) ? [`${one()}-${one()}`] : [one()]),
  titles: ["HR", "MW", "DHR", "MEVR", "DRS", "IR"],
  noise: { initials: 0.35, surnameFirst: 0.1, abbreviation: 0, bankNoMiddle: 0.15, oneSurname: 0.1 }
}

const hungarianGiven =
  words(`László István József Zoltán János Attila Mária Erzsébet Katalin Ilona Éva Anna Gábor Sándor Ferenc Tamás Péter
  Zsuzsanna Margit Judit Ágnes Julianna Andrea Ildikó Krisztina Csaba Tibor Balázs Gergely Imre Lajos György Dávid Máté Bence
  Levente Réka Eszter Nóra Tímea Beáta Mónika Anita Dóra Viktória Zsófia Hanna Luca Dániel Ádám Norbert Szabolcs Róbert Kristóf`)
export const hungarian: NameStock = {
  usual: hungarianGiven,
  given: frequent(hungarianGiven, {
    flat: 12,
    share: 0.92,
    rare: made("Al Bo Csen Den Em Gi Han Jo Kin Li Mi No Ro Vi Zso", "ri li la", "bor da ka mér na ne ta tor val")
  }),
  surname: weighted(
    `Nagy 22 Kovács 20 Tóth 20 Szabó 19 Horváth 18 Varga 13 Kiss 12 Molnár 10 Németh 8 Farkas 8 Balogh 7 Papp 5 Lakatos 5 Takács 5
      Juhász 5 Oláh 4 Mészáros 4 Simon 4 Rácz 4 Fekete 3 Szilágyi 3 Török 2 Fehér 2 Balázs 2 Gál 2 Kis 2 Szűcs 2 Orsós 2 Kocsis 2
      Fodor 2 Pintér 2 Szalai 2 Sipos 2 Magyar 2 Lukács 2 Gulyás 2 Biró 2 Király 2 László 2 Katona 2 Jakab 2 Bogdán 2 Balog 2`,
    made(
      "Ba Bo Csi Dob Er Fü Gö Her Ké Kö Le Mó Ná Or Pál Sá Sze Te Ur Ve Zá",
      "r l n s sz",
      "csi fi gyi hegyi i kó lay nár nyi os ró si szki vári vics zsi"
    )
  )
}

export const hungarianHabits: Habits = {
  middle: 0.15,
  particles: [],
  particled: 0,
  surnames: (random, one) =>
    random.chance(0.08) ? [`${one()}-${one()}`] : random.chance(0.04) ? [`${one()}né`, one()] : [one()],
  familyFirst: 0.9,
  titles: ["DR", "IFJ", "ID"],
  noise: { surnameFirst: 0.95, noMiddle: 0.5, bankNoMiddle: 0.3, initials: 0.01, abbreviation: 0, shortOrder: 0.2 }
}

const turkishGiven =
  words(`Mehmet Mustafa Fatma Ahmet Ayşe Emine Ali Hatice Hüseyin Hasan Zeynep İbrahim İsmail Elif Osman Yusuf Murat Meryem
  Ömer Şerife Ramazan Halil Zehra Süleyman Abdullah Sultan Hanife Merve Mahmut Recep Salih Fatih Kadir Emre Hakan Adem Özlem
  Kemal Yasemin Hacer Havva Büşra Esra Melek Leyla Songül Dilek Yaşar Gülsüm Serkan Hülya Orhan Burak Furkan Cemile Bekir`)
export const turkish: NameStock = {
  usual: turkishGiven,
  given: frequent(turkishGiven, {
    flat: 8,
    share: 0.62,
    rare: made(
      "Al Ay Ber Can De Er Fe Gül Il Kay Me Nur Oğ Se Tü Um Ya",
      "ri le ki",
      "can gül han kan lay met nur ra rin su tay"
    )
  }),
  surname: frequent(
    words(`Yılmaz Kaya Demir Şahin Çelik Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Kara Koç Kurt Özkan Şimşek
      Polat Özcan Korkmaz Çakır Erdoğan Yavuz Can Acar Şen Aktaş Güler Yalçın Güneş Bozkurt Bulut Keskin Ünal Turan Gül Özer
      Işık Kaplan Avcı Sarı Tekin Taş Köse Yüksel Ateş Aksoy`),
    {
      flat: 9,
      share: 0.3,
      rare: made(
        "Ak Al Bal Boz Çal Dal El Er Gök Kan Kar Kır Nar Öz Sar Taş Tok Uz Yal Yaz",
        "a e ı o",
        "ca çın dağ demir er gin han kan kaya lar lı men oğlu taş tepe tekin türk yol"
      )
    }
  )
}

export const turkishHabits: Habits = {
  middle: 0.3,
  particles: [],
  particled: 0,
  surnames: (random, one) => (random.chance(0.06) ? [one(), one()] : [one()]),
  titles: ["SAYIN", "AV", "DR"],
  noise: { surnameFirst: 0.1, initials: 0.03, bankNoMiddle: 0.15, abbreviation: 0, noMiddle: 0.4 }
}
