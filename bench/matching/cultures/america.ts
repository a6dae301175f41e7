/** Naming cultures of the Americas: the United States and Brazil. */
import { frequent } from "../../lib/random.ts"
import { made, type NameStock, phrases, weighted, words } from "./words.ts"
import type { Habits } from "./Habits.ts"

const americanGiven =
  words(`James Mary Michael Patricia John Jennifer Robert Linda David Elizabeth William Barbara Richard Susan Joseph
  Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly
  Donald Betty Andrew Margaret Joshua Donna Paul Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald
  Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Nicholas Angela Gary Dorothy Eric
  Shirley Jonathan Emma Stephen Brenda Larry Nicole Justin Pamela Scott Samantha Brandon Anna Benjamin Katherine Samuel Christine
  Gregory Debra Alexander Rachel Patrick Olivia Frank Carolyn Jack Maria Raymond Janet Dennis Heather Jerry Diane Jose Luis
  Juan Carlos Nadia Tyler Aaron Kelly Madison Chloe Brooklyn Terrell DeShawn LaToya Ethan Logan Mason Jayden Aiden Hailey`)

export const american: NameStock = {
  usual: americanGiven,
  given: frequent(americanGiven, {
    flat: 25,
    share: 0.7,
    rare: made(
      "Ab Al Bre Ca Da De El Ja Je Ka Ke La Ma Mi Ni Qua Ro Sha Ta Ty",
      "la ri na mi que she",
      "n lyn ton den sha bel ce ra y isha vin"
    )
  }),
  surname: weighted(
    `Smith 8.3 Johnson 6.6 Williams 5.5 Brown 4.9 Jones 4.8 Garcia 4 Miller 3.9 Davis 3.8 Rodriguez 3.7 Martinez 3.6 Hernandez 3.5
      Lopez 3 Gonzalez 2.9 Wilson 2.7 Anderson 2.7 Thomas 2.6 Taylor 2.5 Moore 2.5 Jackson 2.4 Martin 2.4 Lee 2.3 Perez 2.3
      Thompson 2.3 White 2.2 Harris 2.1 Sanchez 2.1 Clark 1.9 Ramirez 1.9 Lewis 1.8 Robinson 1.8 Walker 1.8 Young 1.6 Allen 1.6
      King 1.6 Wright 1.6 Scott 1.5 Torres 1.5 Nguyen 1.5 Hill 1.5 Flores 1.4 Green 1.4 Adams 1.4 Nelson 1.4 Baker 1.4 Hall 1.3
      Rivera 1.3 Campbell 1.3 Mitchell 1.3 Carter 1.3 Roberts 1.3 Gomez 1.2 Phillips 1.2 Evans 1.2 Turner 1.2 Diaz 1.2 Parker 1.1
      Cruz 1.1 Edwards 1.1 Collins 1.1 Reyes 1.1 Stewart 1.1 Morris 1.1 Morales 1 Murphy 1 Cook 1 Rogers 1 Gutierrez 1 Ortiz 1
      Morgan 1 Cooper .9 Peterson .9 Bailey .9 Reed .9 Kelly .9 Howard .9 Ramos .9 Kim .9 Cox .9 Ward .9 Richardson .8 Watson .8
      Brooks .8 Chavez .8 Wood .8 James .8 Bennett .8 Gray .8 Mendoza .8 Ruiz .8 Hughes .8 Price .8 Alvarez .7 Castillo .7 Sanders .7
      Patel .7 Myers .7 Long .7 Ross .7 Foster .7 O'Brien .3 McDonald .4 Mc_Carthy .3 Kelley .3 Van_Dyke .2 Colon .2 St._John .1
      De_Leon .2 La_Rue .1 Le_Blanc .1`,
    made(
      "Ack Ash Bar Black Brad Bur Clay Cram Dal East Fair Gar Hal Har Kel Lang Lit Mar Nor Oak Pres Rad Sher Stan Thorn Wal West Wil Mc Mac Fitz Schro Ko Za Di",
      "ing er le ber ten ow i",
      "bury by combe dale der field ford gate ham ley man more ney nski shaw son stone thorpe ton tti ward well wick wood worth"
    )
  )
}

export const americanHabits: Habits = {
  middle: 0.8,
  particles: [],
  particled: 0,
  surnames: (random, one) => {
    const own = random.chance(0.03) ? [`${one()}-${one()}`] : [one()]
    return random.chance(0.02) ? [`${own.join(" ")} ${random.pick(["Jr", "Sr", "III", "II"])}`] : own
  },
  titles: ["MR", "MRS", "MS", "DR"],
  noise: { surnameFirst: 0.12, middleInitial: 0.5, bankNoMiddle: 0.35, initials: 0.03 }
}

const brazilianGiven =
  phrases(`Maria, José, Ana, João, Antônio, Francisco, Carlos, Paulo, Pedro, Lucas, Luiz, Marcos, Luís, Gabriel, Rafael,
  Daniel, Marcelo, Bruno, Eduardo, Felipe, Raimundo, Rodrigo, Francisca, Antônia, Adriana, Juliana, Márcia, Fernanda, Patrícia,
  Aline, Sandra, Camila, Amanda, Bruna, Jéssica, Letícia, Júlia, Luciana, Vanessa, Mariana, Gabriela, Vera, Vitória, Larissa,
  Cláudia, Beatriz, Rita, Luana, Sônia, Renata, Eliane, Josefa, Simone, Manoel, Sebastião, Jorge, Mateus, Guilherme, Gustavo,
  Leonardo, Fábio, Fernando, André, Thiago, Tiago, Leandro, Vinícius, Diego, Roberto, Ricardo, Sérgio, Edson, Gilberto, Ana Paula,
  Ana Clara, Maria Eduarda, Maria Aparecida, Maria José, João Pedro, José Carlos, Antônio Carlos, Luiz Carlos, Jorge Luiz`)

export const brazilian: NameStock = {
  usual: brazilianGiven,
  given: frequent(brazilianGiven, {
    flat: 3,
    share: 0.62,
    rare: made(
      "A Be Cle De E Fa Gi I Jo Ke Le Na O Re Ta Va Wa",
      "li ri ne da la mi",
      "na ra el son va iane ilda to ton lson ely"
    )
  }),
  surname: weighted(
    `Silva 120 Santos 78 Oliveira 47 Souza 38 Pereira 30 Ferreira 28 Lima 28 Alves 26 Rodrigues 26 Costa 24 Sousa 24 Gomes 19
      Nascimento 19 Araújo 17 Ribeiro 16 Almeida 16 Carvalho 14 Martins 13 Barbosa 12 Soares 12 Lopes 11 Rocha 11 Vieira 10 Dias 10
      Fernandes 9 Andrade 9 Moreira 8 Mendes 8 Nunes 8 Marques 8 Machado 7 Cardoso 7 Freitas 7 Ramos 7 Reis 7 Cruz 7 Teixeira 7
      Gonçalves 7 Batista 6 Santana 6 Moraes 6 Monteiro 6 Castro 6 Cavalcante 5 Campos 5 Moura 5 Pinto 5 Borges 5 Miranda 5 Melo 5
      Barros 5 Correia 4 Farias 4 Azevedo 4 Cunha 4 Bezerra 4 Medeiros 4 Barreto 2 Aguiar 2 Barrio 1`,
    made(
      "Al Ara Bra Ca Cha Fa Ga La Le Ma Mon Pal Pa Que Ra Sal Ta Va Vi Zan Bor Fer",
      "ma ra ve lha de ni",
      "ga lhães nha ço deira do lho meira rães reira ta vedo veira zes tti n lli"
    )
  )
}

export const brazilianHabits: Habits = {
  middle: 0.28,
  particles: ["da", "de", "dos", "do"],
  particled: 0.35,
  surnames: (random, one) => {
    const names = random.chance(0.25) ? [one(), one(), one()] : random.chance(0.8) ? [one(), one()] : [one()]
    return random.chance(0.06)
      ? [...names.slice(0, -1), `${names.at(-1) ?? ""} ${random.pick(["Júnior", "Filho", "Neto"])}`]
      : names
  },
  titles: ["SR", "SRA", "DR"],
  noise: { surnameFirst: 0.03, noMiddle: 0.45, shortOrder: 0.45, initials: 0.03, bankNoMiddle: 0.08 }
}
