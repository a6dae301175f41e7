/**
 * What people and companies are called, the frequent names first. The lists are the usual ones of each language, written
 * down by hand; how much of a population they cover, and how steeply, follows what statistical offices publish, roughly
 * (García is 3 % of Spanish surnames, Silva 6 % of Brazilian ones, Müller and Smith about 1 %; María Carmen and James about
 * 1 % of given names, Maria in Brazil 6 %). Names beyond the lists are made of syllables: they stand for the thousands
 * that are rare.
 */
import { frequent } from "../lib/random.ts"
import { made, type NameStock, phrases, words } from "./cultures/words.ts"

const spanishGiven =
  phrases(`María Carmen, Antonio, José, Manuel, María, Francisco, Carmen, David, Juan, Javier, Daniel, José Antonio,
      Ana María, Laura, Francisco Javier, José Luis, Carlos, Alejandro, Isabel, María Dolores, Jesús, Cristina, Marta,
      María Pilar, José Manuel, Miguel, María Teresa, Rafael, Pablo, Pedro, Lucía, Ángel, Sergio, Ana, María José, Fernando,
      José María, Jorge, Luis, Alberto, Sara, Paula, Elena, Juan Carlos, Álvaro, Adrián, Raquel, Diego, Juan José, Raúl,
      Rosa María, Iván, Beatriz, Rubén, Enrique, Óscar, María Ángeles, Ramón, Nuria, Andrés, Vicente, Silvia, Mario, Julia,
      Juan Antonio, Santiago, Patricia, Joaquín, Víctor, Eduardo, Irene, Montserrat, Roberto, Rocío, Jaime, Andrea,
      Francisco José, Alba, Ignacio, Mónica, Ricardo, Alfonso, Sofía, Salvador, Mercedes, Marcos, Alicia, Emilio, Gonzalo,
      Sonia, Jordi, Marina, Guillermo, Susana, Gabriel, Julián, Natalia, Tomás, Martín, Ainhoa, Iker, Begoña, Martina`)

const spanish: NameStock = {
  usual: spanishGiven,
  given: frequent(spanishGiven, {
    flat: 25,
    share: 0.5,
    rare: made("Ai El Is Jo Le Ni Sa Te Va Xa", "ra ni li ma lo", "na ra el an as ino iz ia")
  }),
  surname: frequent(
    words(`García González Rodríguez Fernández López Martínez Sánchez Pérez Gómez Martín Jiménez Hernández Ruiz Díaz Moreno
      Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres Domínguez Ramos Vázquez Ramírez Gil Serrano Morales Molina Blanco
      Suárez Castro Ortega Delgado Ortiz Marín Rubio Núñez Medina Sanz Castillo Iglesias Cortés Garrido Santos Guerrero
      Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego Calvo Vidal Campos Reyes Vega Fuentes
      Carrasco Díez Aguilar Caballero Nieto Santana Vargas Pascual Giménez Herrero Hidalgo Montero Lorenzo Santiago Benítez
      Durán Ibáñez Arias Mora Ferrer Carmona Vicente Rojas Soto Crespo Román Pastor Velasco Parra Sáez Moya Bravo Rivera
      Gallardo Soler Esteban Bernal Etxeberria Agirre Unzueta Puig Ferreiro Bermúdez`),
    {
      flat: 6,
      share: 0.48,
      rare: made(
        "Al Ba Be Bu Ca Co Cu Es Fa Gi Gue Ja Lla Ma Me Mo Na Pa Pi Que Ri Ro Sa So Ta Ti Va Vi Za Zu",
        "lla rra be co de lo ma na ra ri sa ta ve",
        "bal ces dilla do gui jano les lla ñas nda no ña rés ro rte sco tia vera yo za"
      )
    }
  )
}

const englishGiven =
  words(`James John Robert Michael William David Mary Richard Joseph Thomas Patricia Christopher Charles Jennifer Linda
      Daniel Matthew Elizabeth Anthony Mark Donald Steven Andrew Paul Joshua Barbara Susan Jessica Kenneth Kevin Brian Sarah
      Timothy Ronald Jason George Karen Lisa Edward Nancy Betty Sandra Margaret Ashley Jeffrey Ryan Jacob Kimberly Emily
      Gary Donna Nicholas Eric Jonathan Stephen Michelle Carol Amanda Larry Justin Scott Brandon Melissa Deborah Stephanie
      Rebecca Benjamin Samuel Sharon Laura Cynthia Gregory Alexander Kathleen Amy Frank Patrick Raymond Jack Angela Emma
      Olivia Harry Oliver Grace Sophie Aidan Sean Siobhan`)

const english: NameStock = {
  usual: englishGiven,
  given: frequent(englishGiven, {
    flat: 25,
    share: 0.5,
    rare: made("Ab Ar Bre Ca De El Ja Ke La Ma Ni Qui Ro Ty Wi", "la ri na mi", "n lyn ton den th bel ce ra y")
  }),
  surname: frequent(
    words(`Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Wilson Anderson Taylor Thomas Moore Jackson
      Martin Lee Thompson White Harris Clark Lewis Robinson Walker Young Allen King Wright Scott Hill Green Adams Nelson
      Baker Hall Campbell Mitchell Carter Roberts Phillips Evans Turner Parker Edwards Collins Stewart Morris Murphy Cook
      Rogers Morgan Cooper Peterson Reed Bailey Bell Kelly Howard Ward Cox Richardson Wood Watson Brooks Bennett Gray James
      Hughes Price Myers Foster O'Brien O'Connor McDonald Fitzgerald Whitaker Ashworth Pemberton`),
    {
      flat: 12,
      share: 0.2,
      rare: made(
        "Ack Ash Bar Black Brad Bur Clay Cram Dal East Fair Gar Hal Har Kel Lang Lit Mar Nor Oak Pres Rad Sher Stan Thorn Wal West Wil",
        "ing er le ber ten",
        "bury by combe dale field ford gate ham ley man more ney shaw son stone thorpe ton ward well wick wood worth"
      )
    }
  )
}

const germanGiven =
  words(`Peter Michael Thomas Andreas Wolfgang Maria Ursula Klaus Jürgen Günter Stefan Christian Sabine Monika Petra Uwe
      Werner Karin Helga Frank Renate Hans Martin Markus Bernd Andrea Gisela Susanne Elisabeth Manfred Claudia Ingrid Birgit
      Dieter Matthias Daniel Rainer Jan Alexander Anna Barbara Christa Torsten Jörg Heike Martina Angelika Julia Katrin
      Heinz Horst Sebastian Tobias Florian Lena Leonie Hannah Lukas Felix Jonas Björn Götz Anke Silke Käthe Sören`)

const german: NameStock = {
  usual: germanGiven,
  given: frequent(germanGiven, {
    flat: 25,
    share: 0.5,
    rare: made(
      "Al Ber Det El Fried Ger Hart Ing Leo Nor Rei Sieg Tha Wal",
      "mi ri le",
      "bert fried gard helm lind mar nhard rich ta"
    )
  }),
  surname: frequent(
    words(`Müller Schmidt Schneider Fischer Weber Meyer Wagner Becker Schulz Hoffmann Schäfer Koch Bauer Richter Klein Wolf
      Schröder Neumann Schwarz Zimmermann Braun Krüger Hofmann Hartmann Lange Schmitt Werner Schmitz Krause Meier Lehmann
      Schmid Schulze Maier Köhler Herrmann König Walter Mayer Huber Kaiser Fuchs Peters Lang Scholz Möller Weiß Jung Hahn
      Schubert Vogel Friedrich Keller Günther Frank Berger Winkler Roth Beck Lorenz Baumann Franke Albrecht Schuster Simon
      Ludwig Böhm Winter Kraus Martin Schumacher Krämer Vogt Stein Jäger Otto Sommer Groß Seidel Heinrich Brandt Haas
      Yılmaz Öztürk Kowalski`),
    {
      flat: 5,
      share: 0.16,
      rare: made(
        "Alt Bach Birn Brück Dorn Eich Feld Gold Grün Hag Hirsch Kalt Kirch Land Linden Mühl Nieder Ober Rosen Sand Stein Tann Wald Wein Wild",
        "en er el",
        "au bach bauer baum berg brand dorf eder egger feld hauer heim hof kamp mann meier müller ner reich rath roth stein thal"
      )
    }
  )
}

const portugueseGiven =
  phrases(`Maria, José, Ana, João, António, Francisco, Carlos, Paulo, Pedro, Lucas, Luiz, Marcos, Luís, Gabriel, Rafael,
      Manuel, Daniel, Marcelo, Bruno, Ana Paula, Eduardo, Felipe, Maria de Fátima, Rodrigo, Márcia, Juliana, Adriana,
      Fernanda, Patrícia, Aline, Sandra, Camila, Amanda, Bruna, Jéssica, Letícia, Júlia, Luciana, Vanessa, Mariana, Gabriela,
      Vera, Ana Maria, Vitória, Larissa, Cláudia, Beatriz, Rita, Luana, Sónia, Renata, Eliane, Inês, Catarina, Joana, Tiago,
      João Pedro, Gonçalo, Duarte, Maria José, Maria Clara, Antônio Carlos, José Carlos, Vinícius, Caio, Simone`)

const portuguese: NameStock = {
  usual: portugueseGiven,
  given: frequent(portugueseGiven, {
    flat: 1,
    share: 0.27,
    rare: made("A Be Ce De E Fa Gi I Jo Le Na O Re Ta Va", "li ri ne da", "na ra el son va iane ilda to")
  }),
  surname: frequent(
    words(`Silva Santos Oliveira Souza Ferreira Pereira Costa Rodrigues Almeida Nascimento Lima Araújo Fernandes Carvalho
      Gomes Martins Rocha Ribeiro Alves Monteiro Mendes Barros Freitas Barbosa Pinto Moura Cavalcanti Dias Castro Campos
      Cardoso Lopes Teixeira Marques Vieira Correia Cunha Machado Nunes Moreira Cruz Reis Sousa Neves Magalhães Conceição
      Coelho Henriques Azevedo Ramos Batista Andrade Borges Fonseca Tavares Antunes Simões Pires Matos Brito Guimarães
      Leite Sequeira Figueiredo Faria Miranda Salgueiro`),
    {
      flat: 3,
      share: 0.55,
      rare: made(
        "Al Ara Bra Ca Cha Fa Ga La Le Ma Mon Pal Pa Que Ra Sal Ta Va Vi",
        "ma ra ve lha de",
        "ga lhães nha ço deira do lho meira rães reira ta vedo veira zes"
      )
    }
  )
}

const arabicGiven =
  phrases(`محمد, أحمد, علي, محمود, مصطفى, عمر, خالد, حسن, حسين, إبراهيم, يوسف, عبد الله, عبد الرحمن, فاطمة, مريم, عائشة, سارة,
      نور, هدى, ليلى, زينب, آمنة, سعيد, ناصر, سلمان, فيصل, طارق, ياسر, كريم, أنس, بلال, حمزة, عبد العزيز, عبد الكريم, سلمى,
      رنا, هبة, دعاء, منى, نادية, وليد, ماجد, زياد, رامي, سامي, جمال, إسماعيل, عثمان, صالح, راشد`)

const arabic: NameStock = {
  usual: arabicGiven,
  given: frequent(arabicGiven, {
    flat: 2,
    share: 0.45,
    rare: made("عا ما سا را نا جا ها با شا لا وا يا تا", "مي ري دي ني لي", "مر هر لم دين ضي سم ثم ريا ند شد جد فة")
  }),
  surname: frequent(
    phrases(`محمد, أحمد, علي, حسن, إبراهيم, العلي, الحسن, السيد, الشمري, العتيبي, القحطاني, الغامدي, الزهراني, الدوسري, المصري,
      الشامي, البغدادي, حداد, خوري, نجار, منصور, سليمان, الأنصاري, الهاشمي, الحربي, المطيري, عبد الله, الراشد, المالكي,
      الخطيب, عودة, حمدان, الفاسي, التونسي, بن علي, بن صالح, الجزائري, قاسم, جابر, عباس, الجبوري, العبيدي, الكعبي, السويدي`),
    {
      flat: 6,
      share: 0.4,
      rare: made(
        "الب الج الح الخ الد الذ الر الز الس الش الص الض الط الظ الع الغ الف الق الك الل الم الن اله الو آل با أبو",
        "بر تل ثن جر حم خل در رس زه سع شق صب طر عم غن فر قد كث لب مر نج هد ود",
        "اوي اني يدي امي وري ازي يفي يلي وني اعي ودي يسي بي دي ري ني"
      )
    }
  )
}

/** The languages of the first worlds. */
export const firstStocks = { spanish, english, german, portuguese, arabic } as const

/** Brands of one word, and the words that follow where there are two. */
export const brand = made(
  "Ace Alti Bio Cali Dal Evo Fer Glo Hydra Inno Kali Lumi Mega Neo Opti Pro Quan Rivo Sol Tec Uni Vita Xan Zen",
  "ma ri to ve li no",
  "data fin gen lab lux max mar nova plan soft sys tec tex tor trans via vox"
)
export const brandFollowers = words("Group Services Solutions Trading Energy Media Foods Systems Digital Design")

/** What friends and shops call people. */
export const nicknames: ReadonlyMap<string, string> = new Map(
  phrases(`Francisco Paco, José Pepe, Manuel Manolo, Ignacio Nacho, Jesús Chus, Rafael Rafa, Javier Javi, Daniel Dani,
    Montserrat Montse, Mercedes Merche, Guillermo Guille, James Jim, John Jack, Robert Bob, Michael Mike, William Bill,
    Richard Dick, Thomas Tom, Elizabeth Liz, Jennifer Jen, Patricia Pat, Margaret Peggy, Steven Steve, Kenneth Ken, Edward Ted,
    Andreas Andi, Wolfgang Wolf, Thomas Tommy, Manfred Manni, Susanne Susi, Luís Lula, António Tó, Eduardo Dudu, Fernanda Nanda`).map(
    (pair) => {
      const [full = "", short = ""] = pair.split(" ")
      return [full, short] as const
    }
  )
)

/** As banks shorten frequent names. */
export const bankShort: ReadonlyMap<string, string> = new Map(
  phrases(`MARIA Mª, FRANCISCO FCO., FERNANDEZ FDEZ., GONZALEZ GLEZ., RODRIGUEZ RGUEZ, MARTINEZ MTNEZ., HERNANDEZ HDEZ,
    SANCHEZ SCHEZ., JIMENEZ JMNEZ, DOMINGUEZ DGUEZ., LOPEZ LPEZ, GARCIA GCIA, WILLIAM WM, CHARLES CHAS, THOMAS THOS,
    ANTONIO ANT., GUTIERREZ GTEZ, VAZQUEZ VZQZ, ALEJANDRO ALEJ., CONCEPCION CONCEP, RODRIGUES RODRIG, SCHMIDT SCHM.`).map(
    (pair) => {
      const [full = "", short = ""] = pair.split(" ")
      return [full, short] as const
    }
  )
)
