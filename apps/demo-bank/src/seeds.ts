import type { Profile } from "./Customer.ts"
import { ibanOf } from "./iban.ts"
import type { Kind } from "./Ledger.ts"
import type { Cents } from "./money.ts"
import { transferInText } from "./payerText.ts"

/** Movements of the past: days ago, booking time, kind, amount, the text as printed. Oldest first. */
export type History = ReadonlyArray<readonly [number, string | null, Kind, Cents, string]>

const card = (daysAgo: number, time: string, amount: Cents, shop: string) =>
  [daysAgo, time, "card", -amount, `CARD PAYMENT ${shop}`] as const
const bill = (daysAgo: number, amount: Cents, creditor: string) =>
  [daysAgo, null, "direct-debit", -amount, `DIRECT DEBIT ${creditor}`] as const
const transfer = (daysAgo: number, time: string, amount: Cents, payer: string) =>
  [daysAgo, time, "transfer-in", amount, transferInText(payer)] as const
const salary = (daysAgo: number, amount: Cents, employer: string) =>
  [daysAgo, null, "salary", amount, `SALARY ${employer}`] as const

/** A short life that any customer could have. */
export const ordinaryHistory: History = [
  salary(17, 184_250n, "TALLERES IBARRA SL"),
  bill(15, 6_412n, "ENERGIA NORTE SA"),
  card(13, "18:22", 4_385n, "SUPERMERCADO LA PLAZA MADRID"),
  card(10, "09:05", 240n, "CAFETERIA SOL MADRID"),
  transfer(8, "12:40", 15_000n, "Andrés Molina Prieto"),
  card(5, "20:47", 3_190n, "LIBRERIA CERVANTES"),
  bill(3, 2_999n, "FIBRA Y MOVIL SA"),
  card(2, "13:31", 1_275n, "PANADERIA EL HORNO")
]

const ana: History = [
  salary(26, 231_875n, "EDICIONES DEL FARO SA"),
  bill(25, 78_000n, "ALQUILER VIVIENDA"),
  card(24, "19:12", 6_204n, "SUPERMERCADO LA PLAZA MADRID"),
  bill(23, 5_688n, "ENERGIA NORTE SA"),
  transfer(22, "10:02", 12_050n, "Carmen Ortega Ruiz"),
  card(21, "08:51", 195n, "CAFETERIA SOL MADRID"),
  card(19, "17:40", 2_990n, "FARMACIA GRAN VIA"),
  transfer(18, "13:15", 45_000n, "Talleres Ibarra S.L."),
  card(16, "21:03", 3_780n, "CINES PALACIO"),
  bill(15, 2_999n, "FIBRA Y MOVIL SA"),
  card(14, "18:35", 7_143n, "SUPERMERCADO LA PLAZA MADRID"),
  transfer(12, "09:27", 8_990n, "José Luis Pérez Gómez"),
  card(12, "14:10", 1_480n, "RESTAURANTE CASA PACO"),
  [11, "11:30", "transfer-out", -25_000n, "TRF A TORRES VIDAL PABLO"],
  card(10, "10:44", 240n, "CAFETERIA SOL MADRID"),
  card(9, "19:58", 5_320n, "SUPERMERCADO LA PLAZA MADRID"),
  [8, null, "fee", -300n, "CARD MAINTENANCE FEE"],
  transfer(7, "16:21", 3_050n, "Lucía Navarro Iglesias"),
  card(6, "20:15", 2_160n, "LIBRERIA CERVANTES"),
  [5, null, "refund", 2_990n, "REFUND FARMACIA GRAN VIA"],
  card(4, "18:02", 6_011n, "SUPERMERCADO LA PLAZA MADRID"),
  bill(3, 4_520n, "SEGUROS LEVANTE SA"),
  card(2, "13:47", 1_250n, "PANADERIA EL HORNO"),
  card(1, "09:08", 240n, "CAFETERIA SOL MADRID")
]

const marta: History = [
  salary(20, 198_640n, "CLINICA DENTAL AURORA SL"),
  bill(18, 61_500n, "HIPOTECA VIVIENDA"),
  card(16, "19:25", 8_217n, "SUPERMERCADO DEL MAR VALENCIA"),
  transfer(14, "12:12", 6_000n, "Francisco Javier Blasco Peris"),
  card(13, "08:40", 180n, "HORNO SAN VICENTE"),
  bill(11, 4_105n, "AGUAS DE LEVANTE SA"),
  card(9, "20:31", 4_990n, "DEPORTES TURIA"),
  transfer(7, "17:55", 11_200n, "Inés Ferrer Soler"),
  card(6, "13:09", 1_650n, "RESTAURANTE LA MARINA"),
  [5, "10:00", "transfer-out", -15_000n, "TRF A GIL ROCA MANUEL"],
  card(3, "18:44", 5_873n, "SUPERMERCADO DEL MAR VALENCIA"),
  card(1, "08:38", 180n, "HORNO SAN VICENTE")
]

const profile = (
  id: string,
  name: string,
  password: string,
  phone: string,
  account: number,
  traits: Partial<Profile>
): Profile => ({
  id,
  username: id,
  password,
  name,
  phone,
  email: "",
  iban: ibanOf(account),
  asksSmsCode: false,
  trustsDevices: false,
  showsReference: false,
  showsTime: false,
  ...traits
})

export const seeds: ReadonlyArray<{ readonly profile: Profile; readonly opening: Cents; readonly history: History }> = [
  {
    profile: profile("ana", "Ana Torres Vidal", "ana-secret-7412", "+34 600 555 101", 1_204_417, { asksSmsCode: true }),
    opening: 164_233n,
    history: ana
  },
  {
    profile: profile("luis", "Luis Herrera Campos", "luis-secret-3095", "+34 600 555 102", 1_204_982, {}),
    opening: 87_019n,
    history: ordinaryHistory
  },
  {
    profile: profile("marta", "Marta Gil Roca", "marta-secret-5561", "+34 600 555 103", 1_205_336, {
      asksSmsCode: true,
      trustsDevices: true,
      showsReference: true,
      showsTime: true
    }),
    opening: 240_871n,
    history: marta
  }
]
