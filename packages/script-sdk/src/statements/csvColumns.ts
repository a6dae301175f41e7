/** Which column of a bank's CSV holds what, by the headers that banks give them. */

import { currencyCodes } from "../movements/currencyWords.ts"

export interface CsvColumns {
  readonly date: number
  readonly description: ReadonlyArray<number>
  readonly amount?: number
  readonly credit?: number
  readonly debit?: number
  readonly counterparty?: number
  readonly counterpartyAccount?: number
  readonly valueDate?: number
  readonly balance?: number
  readonly currency?: number
  readonly id?: number
  readonly status?: number
  /** Of the amounts, where their header says it: `Amount (EUR)`. */
  readonly printedCurrency?: string
}

const headers = {
  valueDate: `fecha valor|f valor|fecha de valor|valuta|valutadatum|wertstellung|wertstellungstag|value date|value dt|date de valeur|
    date valeur|data valor|data valuta|rentedatum|rentedato|data waluty|datum valuty|дата валютирования|起息日`,
  date: `fecha|fecha operacion|fecha de operacion|f operacion|f oper|fec operacion|fecha op|f operativa|fecha contable|fecha transaccion|fecha de transaccion|fecha movimiento|
    fecha mov|f movimiento|f mov|f contable|fecha de proceso|date|booking date|booked date|booked on|date booked|transaction date|posted date|posting date|post date|date posted|
    trans date|txn date|tran date|buchungstag|buchungsdatum|datum|date operation|date de l operation|date d operation|
    date comptable|date comptabilisation|date de comptabilisation|data|data operacao|data mov|data movimento|data lancamento|
    data do lancamento|data contabile|data operazione|completed date|boekdatum|boekingsdatum|transactiedatum|uitvoeringsdatum|
    data operacji|data ksiegowania|data transakcji|datum transakce|datum zauctovani|datum provedeni|datum zaksiegowania|
    konyveles datuma|konyvelesi datum|tranzakcio datuma|bokforingsdag|bokforingsdatum|transaktionsdag|transaktionsdatum|
    bogfort|bogforingsdato|dato|bokforingsdato|bokfort|utfort dato|kirjauspaiva|kirjauspaivamaara|tarih|islem tarihi|дата|
    дата операции|дата проводки|дата платежа|日期|交易日期|交易日|记账日期|入账日期|日付|取引日|お取引日|年月日|거래일자|거래일|תאריך|
    ngay giao dich|ngay hach toan|tanggal|tanggal transaksi`,
  credit: `haber|abono|abonos|ingreso|ingresos|importe abono|credit|credits|credit amount|credit amt|paid in|money in|amount in|
    gutschrift|gutschriften|haben|eingang|eingange|einnahme|einnahmen|einzahlung|einzahlungen|avoir|credito|creditos|
    valor credito|crediti|avere|entrate|entrada|entradas|deposit|deposits|deposit amount|deposit amt|wplywy|uznania|
    kwota uznania|jovairas|inn pa konto|innskudd|insattning|insattningar|indbetaling|alacak|приход|поступление|поступления|
    зачисление|收入|收入金额|贷方|贷方金额|贷方发生额|存入|存入金额|入金|入金額|入金金額|お預り金額|お預入れ|お預入金額|預入金額|입금|입금액|
    입금금액|맡기신금액|זכות|so tien ghi co`,
  debit: `debe|cargo|cargos|gasto|gastos|importe cargo|debit|debits|debit amount|debit amt|paid out|money out|amount out|lastschrift|
    lastschriften|belastung|belastungen|abbuchung|abbuchungen|soll|ausgang|ausgange|ausgabe|ausgaben|auszahlung|auszahlungen|
    debito|debitos|valor debito|debiti|dare|uscite|salida|salidas|saida|saidas|withdrawal|withdrawals|withdrawal amount|
    withdrawal amt|wydatki|obciazenia|kwota obciazenia|terheles|ut fra konto|uttak|uttag|udbetaling|borc|расход|списание|
    списания|支出|支出金额|借方|借方金额|借方发生额|支取|支取金额|出金|出金額|出金金額|お支払金額|お引出し|お引出金額|引出金額|출금|출금액|
    출금금액|찾으신금액|חובה|so tien ghi no`,
  amount: `importe|importe operacion|amount|transaction amount|value|betrag|umsatz|montant|montant operation|valor|valor do lancamento|
    importo|monto|cantidad|movimiento importe|bedrag|kwota|kwota operacji|kwota transakcji|castka|objem|osszeg|belopp|belob|belop|
    maara|tutar|islem tutari|сумма|сумма операции|сумма платежа|сумма в валюте счета|金额|交易金额|取引金額|거래금액|סכום|jumlah|
    so tien|so tien giao dich`,
  counterparty: `ordenante|ordenante beneficiario|beneficiario|remitente|nombre|contraparte|payer|payer name|payee|name|counterparty|
    counterparty name|counter party|partner name|partner|remitter|remitter name|sender|sender name|auftraggeber|
    auftraggeber empfanger|auftraggeber beguenstigter|auftraggeber begunstigter|beguenstigter zahlungspflichtiger|
    begunstigter zahlungspflichtiger|beguenstigter|zahlungsbeteiligter|name zahlungsbeteiligter|zahlungspflichtige r|
    zahlungspflichtiger|empfanger|tiers|contrepartie|nom contrepartie|nom de la contrepartie|emetteur|ordinante|controparte|
    pagador|remetente|naam tegenpartij|naam tegenpartij bevat|naam van de tegenpartij|naam omschrijving|nadawca|
    nadawca odbiorca|kontrahent|dane kontrahenta|nazwa kontrahenta|nazev protiuctu|nazev protistrany|protistrana|partner neve|
    avsandare|namn|navn|modpart|saaja maksaja|maksaja|gonderen|контрагент|наименование контрагента|плательщик|对方户名|对方名称|
    对方姓名|交易对方|振込依頼人名|依頼人名|의뢰인 수취인|보낸분 받는분`,
  counterpartyAccount: `cuenta ordenante|cuenta del ordenante|iban ordenante|iban del ordenante|cuenta contraparte|iban contraparte|
    cuenta origen|cuenta de origen|cbu|cvu|cbu cvu|cbu origen|payer account|payer iban|counterparty account|counterparty iban|
    counterparty account number|partner iban|sender account|sender iban|from account|iban auftraggeber|kontonummer iban|
    auftraggeber iban|gegenkonto|iban gegenkonto|iban zahlungsbeteiligter|iban zahlungspflichtige r|compte contrepartie|
    iban contrepartie|compte tiers|iban tiers|conta origem|conta ordenante|iban ordinante|conto ordinante|tegenrekening|
    tegenrekening iban|iban tegenpartij|iban bban tegenpartij|tegenrekening iban bban|rekening tegenpartij|protiucet|
    cislo protiuctu|rachunek kontrahenta|numer rachunku kontrahenta|nr rachunku kontrahenta|对方账号|对方账户|对方卡号 账号`,
  balance: `saldo|saldos|balance|running balance|running bal|closing balance|account balance|balance after|kontostand|saldo nach buchung|
    solde|saldo contabile|saldo disponible|saldo na trn|saldo na mutatie|saldo po operacji|saldo apos lancamento|zustatek|egyenleg|
    bakiye|остаток|баланс|余额|账户余额|残高|差引残高|お預り残高|잔액|거래후잔액|יתרה`,
  currency: `divisa|moneda|currency|currency code|ccy|wahrung|waehrung|devise|moeda|valuta code|valutakod|munt|muntsoort|waluta|mena|
    penznem|devizanem|doviz|валюта|币种|通貨|통화|מטבע`,
  id: "transaction id|id|id transaccion|n operacion|numero de operacion|fitid|transaktions id",
  status: `status|state|estado|estado del movimiento|estado de la operacion|statut|etat|stato|situacao|buchungsstatus|info|tila|stav|
    durum|статус|状态|交易状态|当前状态|상태`,
  description: `concepto|concepto ampliado|descripcion|detalle|detalles|movimiento|observaciones|mas datos|informacion adicional|
    description|details|narrative|narration|particulars|remarks|memo|reference|payment reference|payment details|
    transaction description|transaction details|transaction remarks|verwendungszweck|buchungstext|vorgang|beschreibung|
    buchungsdetails|avisierungstext|mitteilung|umsatztext|text|libelle|libelle operation|libelle de l operation|
    libelle simplifie|communication|motif|descricao|descritivo|historico|lancamento|complemento|descrizione|
    descrizione operazione|descrizione estesa|causale|omschrijving|mededeling|mededelingen|vrije mededeling|opis|opis operacji|
    opis transakcji|tytul|tytul operacji|tytul przelewu|popis|popis operace|zprava pro prijemce|kozlemeny|rubrik|tekst|
    forklaring|beskrivelse|meddelande|melding|selite|viesti|aciklama|описание|описание операции|назначение платежа|назначение|
    摘要|备注|附言|用途|交易摘要|お取り扱い内容|お取扱内容|取引内容|お取引内容|적요|내용|기재내용|תיאור|פרטים|noi dung|dien giai|mo ta|
    keterangan|uraian transaksi`
} as const

type Role = keyof typeof headers

/** A header for comparison: its words in small letters, without accents and punctuation. */
export const plain = (header: string): string =>
  header
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll("ł", "l")
    .replaceAll("ø", "o")
    .replaceAll("æ", "ae")
    .replaceAll("ı", "i")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

const roles: ReadonlyArray<readonly [Role, ReadonlySet<string>]> = (
  [
    "valueDate",
    "date",
    "credit",
    "debit",
    "amount",
    "counterparty",
    "counterpartyAccount",
    "balance",
    "currency",
    "id",
    "status",
    "description"
  ] as const
).map((role) => [role, new Set(headers[role].split("|").map(plain))])

const inCurrency = new RegExp(`^(.+?)(?: in)? (${currencyCodes.join("|").toLowerCase()}|euros?)$`)

/** `Amount (EUR)`, `Valor (R$)`, `Gutschrift in CHF`, `Omschrijving-1`, `Beschreibung2`: what stands behind the name is no part of it. */
const namesOf = (header: string): ReadonlyArray<string> => {
  const name = plain(header)
  const amount = inCurrency.exec(name)?.[1] ?? /^(.+) r$/.exec(name)?.[1]
  const first = /^(\D+?) ?\d$/.exec(name)?.[1]
  return [name, ...(amount === undefined ? [] : [amount]), ...(first === undefined ? [] : [first])]
}

const roleOf = (header: string): Role | undefined => {
  const names = namesOf(header)
  return roles.find(([, known]) => names.some((name) => known.has(name)))?.[0]
}

const currencyIn = (header: string | undefined): string | undefined => {
  const code = inCurrency.exec(plain(header ?? ""))?.[2]
  return code?.slice(0, 3).toUpperCase()
}

/** Beside another amount `Value` is a day; and beside another day the operation's is when the customer ordered it. */
const weak = new Set("value|f operacion|f oper|fec operacion|fecha op|f movimiento|f mov".split("|"))
const isWeak = (header: string | undefined): boolean => weak.has(plain(header ?? ""))

/** How many of a line are headers that are known. */
export const knownHeaders = (line: ReadonlyArray<string>): number =>
  line.filter((header) => roleOf(header) !== undefined).length

/** Undefined: this line has not the headers of a statement. */
export const columnsOf = (line: ReadonlyArray<string>): CsvColumns | undefined => {
  const found = new Map<Role, number>()
  const descriptions: Array<number> = []
  line.forEach((header, index) => {
    const role = roleOf(header)
    if (role === "description") descriptions.push(index)
    else if (role !== undefined && (!found.has(role) || isWeak(line[found.get(role) ?? -1]))) found.set(role, index)
  })
  const date = found.get("date") ?? found.get("valueDate")
  const money = found.get("amount") ?? found.get("credit") ?? found.get("debit")
  if (date === undefined || money === undefined) return undefined
  found.delete("date")
  const others: { [K in Exclude<Role, "date" | "description">]?: number } = {}
  for (const [role, index] of found) if (role !== "date" && role !== "description") others[role] = index
  const printedCurrency = currencyIn(line[money])
  return { date, description: descriptions, ...others, ...(printedCurrency === undefined ? {} : { printedCurrency }) }
}
