/**
 * CSV files with the columns of many banks: what a careful person reads in each. Names and texts are made up, and the columns
 * are written as the exports are known to be laid out: no file of a customer was at hand, and banks change theirs.
 */
import { assert, describe, it } from "vitest"
import { statements } from "@counterfoil/script-sdk"

const { read, StatementProblem } = statements

interface Sample {
  readonly file: string
  readonly currency?: string
  readonly today?: string
  readonly usualDates?: "dmy" | "mdy" | "ymd"
  /** `date amount currency payer | text`, the newest first; a `?` before it: pending. */
  readonly reads: ReadonlyArray<string>
}

const readOf = ({ file, ...options }: Omit<Sample, "reads">): ReadonlyArray<string> => {
  const { movements } = read(file, { today: "2026-11-26", ...options }).statement
  return movements.map(
    ({ amount, counterparty = "", currency, date, description, pending }) =>
      `${pending === true ? "? " : ""}${date} ${amount} ${currency} ${counterparty} | ${description}`
  )
}

const samples: Readonly<Record<string, Sample>> = {
  "Sparkasse, CSV-CAMT": {
    file: `"Auftragskonto";"Buchungstag";"Valutadatum";"Buchungstext";"Verwendungszweck";"Glaeubiger ID";"Mandatsreferenz";"Kundenreferenz (End-to-End)";"Sammlerreferenz";"Lastschrift Ursprungsbetrag";"Auslagenersatz Ruecklastschrift";"Beguenstigter/Zahlungspflichtiger";"Kontonummer/IBAN";"BIC (SWIFT-Code)";"Betrag";"Waehrung";"Info"
"DE1";"26.11.26";"27.11.26";"GUTSCHR. UEBERWEISUNG";"PED-10021";"";"";"";"";"";"";"Ana Ruiz";"DE2";"X";"12,50";"EUR";"Umsatz vorgemerkt und nicht gebucht"
"DE1";"25.11.26";"25.11.26";"FOLGELASTSCHRIFT";"Strom";"";"";"";"";"";"";"Stadtwerke";"DE3";"X";"-1.089,90";"EUR";"Umsatz gebucht"`,
    reads: [
      "? 2026-11-26 12.50 EUR Ana Ruiz | GUTSCHR. UEBERWEISUNG PED-10021",
      "2026-11-25 -1089.90 EUR Stadtwerke | FOLGELASTSCHRIFT Strom"
    ]
  },
  "DKB, since 2023": {
    file: `"Girokonto";"DE12"
""
"Kontostand vom 26.11.2026:";"1.234,56 €"
""
"Buchungsdatum";"Wertstellung";"Status";"Zahlungspflichtige*r";"Zahlungsempfänger*in";"Verwendungszweck";"Umsatztyp";"IBAN";"Betrag (€)";"Gläubiger-ID";"Mandatsreferenz";"Kundenreferenz"
"26.11.26";"";"Vorgemerkt";"Ana Ruiz";"Shop";"Rechnung 7";"Eingang";"DE3";"5";"";"";""
"25.11.26";"25.11.26";"Gebucht";"Leo Paz";"Shop";"Rechnung 8";"Eingang";"DE3";"1.000";"";"";""
"24.11.26";"24.11.26";"Gebucht";"Shop";"Strom AG";"Strom";"Ausgang";"DE4";"-12,34";"";"";""`,
    currency: "EUR",
    reads: [
      "? 2026-11-26 5 EUR Ana Ruiz | Rechnung 7",
      "2026-11-25 1000 EUR Leo Paz | Rechnung 8",
      "2026-11-24 -12.34 EUR Shop | Strom"
    ]
  },
  N26: {
    file: `"Booking Date","Value Date","Partner Name","Partner Iban",Type,"Payment Reference","Account Name","Amount (EUR)","Original Amount","Original Currency","Exchange Rate"
2026-11-25,2026-11-25,"Ana Ruiz",DE3,"Credit Transfer","PED-10021","Main",12.5,,,
2026-11-24,2026-11-24,"Strom AG",DE4,"Direct Debit","Strom","Main",-1089.9,,,`,
    reads: ["2026-11-25 12.5 EUR Ana Ruiz | PED-10021", "2026-11-24 -1089.9 EUR Strom AG | Strom"]
  },
  Revolut: {
    file: `Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance
TOPUP,Current,2026-11-24 10:00:00,2026-11-24 10:01:00,Payment from Ana Ruiz,12.50,0.00,EUR,COMPLETED,112.50
CARD_PAYMENT,Current,2026-11-25 10:00:00,,Cafe,-3.00,0.00,EUR,REVERTED,
TRANSFER,Current,2026-11-25 11:00:00,2026-11-25 11:01:00,Payment from Leo Paz,40.00,0.00,EUR,DECLINED,`,
    reads: ["2026-11-24 12.50 EUR  | Payment from Ana Ruiz"]
  },
  Wise: {
    file: `"TransferWise ID",Date,Amount,Currency,Description,"Payment Reference","Running Balance","Exchange From","Exchange To","Exchange Rate","Payer Name","Payee Name","Payee Account Number",Merchant,"Total fees"
TRANSFER-1,25-11-2026,12.50,EUR,"Received money from Ana Ruiz with reference PED-10021",PED-10021,112.50,,,,"Ana Ruiz",,,,0.00
TRANSFER-2,24-11-2026,-40.00,EUR,"Sent money to Leo Paz",,100.00,,,,,"Leo Paz",ES2,,0.00`,
    reads: [
      "2026-11-25 12.50 EUR Ana Ruiz | Received money from Ana Ruiz with reference PED-10021 PED-10021",
      "2026-11-24 -40.00 EUR  | Sent money to Leo Paz"
    ]
  },
  "ING in the Netherlands": {
    file: `"Datum";"Naam / Omschrijving";"Rekening";"Tegenrekening";"Code";"Af Bij";"Bedrag (EUR)";"Mutatiesoort";"Mededelingen"
"20261125";"Ana Ruiz";"NL1";"NL2";"GT";"Bij";"12,50";"Online bankieren";"PED-10021"
"20261124";"Stroom BV";"NL1";"NL3";"IC";"Af";"1089,90";"Incasso";"Stroom"`,
    reads: ["2026-11-25 12.50 EUR Ana Ruiz | PED-10021", "2026-11-24 -1089.90 EUR Stroom BV | Stroom"]
  },
  Rabobank: {
    file: `"IBAN/BBAN","Munt","BIC","Volgnr","Datum","Rentedatum","Bedrag","Saldo na trn","Tegenrekening IBAN/BBAN","Naam tegenpartij","Naam uiteindelijke partij","Code","Omschrijving-1","Omschrijving-2","Omschrijving-3"
"NL1","EUR","R","000000000000000001","2026-11-25","2026-11-25","+12,50","+112,50","NL2","Ana Ruiz","","cb","PED-10021","second"," "`,
    reads: ["2026-11-25 12.50 EUR Ana Ruiz | PED-10021 second"]
  },
  KBC: {
    file: `Rekeningnummer;Rubrieknaam;Naam;Munt;Afschriftnummer;Datum;Omschrijving;Valuta;Bedrag;Saldo;credit;debet;rekeningnummer tegenpartij;BIC tegenpartij;Naam tegenpartij;Adres tegenpartij;gestructureerde mededeling;Vrije mededeling
BE1;;SHOP;EUR;2026;25/11/2026;OVERSCHRIJVING;25/11/2026;12,50;112,50;12,50;;BE2;X;Ana Ruiz;;;PED-10021`,
    reads: ["2026-11-25 12.50 EUR Ana Ruiz | OVERSCHRIJVING PED-10021"]
  },
  PostFinance: {
    file: `Buchungsart:;Alle
Konto:;CH1
Währung:;CHF

Datum;Avisierungstext;Gutschrift in CHF;Lastschrift in CHF;Label;Kategorie
25.11.2026;Gutschrift von Ana Ruiz PED-10021;12.50;;;
24.11.2026;Kauf Strom;;-1089.90;;

Disclaimer:
This is no statement.`,
    reads: ["2026-11-25 12.50 CHF  | Gutschrift von Ana Ruiz PED-10021", "2026-11-24 -1089.90 CHF  | Kauf Strom"]
  },
  UBS: {
    file: `Kontonummer:;0123
IBAN:;CH2
Anfangssaldo:;100.00
Schlusssaldo:;112.50

Abschlussdatum;Abschlusszeit;Buchungsdatum;Valutadatum;Währung;Belastung;Gutschrift;Einzelbetrag;Saldo;Transaktions-Nr.;Beschreibung1;Beschreibung2;Beschreibung3;Fussnoten
2026-11-25;10:00:00;2026-11-25;2026-11-25;CHF;;12.50;;112.50;9930;Ana Ruiz;Gutschrift;PED-10021;
2026-11-24;10:00:00;2026-11-24;2026-11-24;CHF;-1'089.90;;;100.00;9929;Strom AG;E-Banking;Strom;`,
    reads: [
      "2026-11-25 12.50 CHF  | Ana Ruiz Gutschrift PED-10021",
      "2026-11-24 -1089.90 CHF  | Strom AG E-Banking Strom"
    ]
  },
  "Bank of America": {
    file: `Description,,Summary Amt.
Beginning balance as of 11/01/2026,,"100.00"
Total credits,,"12.50"

Date,Description,Amount,Running Bal.
11/01/2026,Beginning balance as of 11/01/2026,,"100.00"
11/05/2026,"Zelle payment from ANA RUIZ PED-10021","12.50","112.50"
11/24/2026,"ELECTRIC","-1,089.90","-977.40"`,
    currency: "USD",
    reads: ["2026-11-24 -1089.90 USD  | ELECTRIC", "2026-11-05 12.50 USD  | Zelle payment from ANA RUIZ PED-10021"]
  },
  Chase: {
    file: `Details,Posting Date,Description,Amount,Type,Balance,Check or Slip #
CREDIT,11/24/2026,"Zelle payment from ANA RUIZ",12.50,QUICKPAY_CREDIT,112.50,,
DEBIT,11/23/2026,"ELECTRIC",-1089.90,ACH_DEBIT,100.00,,`,
    currency: "USD",
    reads: ["2026-11-24 12.50 USD  | CREDIT Zelle payment from ANA RUIZ", "2026-11-23 -1089.90 USD  | DEBIT ELECTRIC"]
  },
  "Citi, of a few days that may be months": {
    file: `Status,Date,Description,Debit,Credit
Cleared,11/03/2026,ELECTRIC,1089.90,
Cleared,11/02/2026,ANA RUIZ PED-10021,,12.50
Pending,10/12/2026,LEO PAZ,,40.00`,
    currency: "USD",
    reads: [
      "2026-11-03 -1089.90 USD  | ELECTRIC",
      "2026-11-02 12.50 USD  | ANA RUIZ PED-10021",
      "? 2026-10-12 40.00 USD  | LEO PAZ"
    ]
  },
  Lloyds: {
    file: `Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,Balance
05/11/2026,FPI,'11-22-33,12345678,A RUIZ PED-10021,,12.50,112.50
04/11/2026,DD,'11-22-33,12345678,ELECTRIC,1089.90,,100.00`,
    currency: "GBP",
    reads: ["2026-11-05 12.50 GBP  | A RUIZ PED-10021", "2026-11-04 -1089.90 GBP  | ELECTRIC"]
  },
  NatWest: {
    file: `Date, Type, Description, Value, Balance, Account Name, Account Number
25 Nov 2026,BAC,"A RUIZ , PED-10021",12.50,112.50,"'SHOP","'112233-12345678",`,
    currency: "GBP",
    reads: ["2026-11-25 12.50 GBP  | A RUIZ , PED-10021"]
  },
  Starling: {
    file: `Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP),Spending Category,Notes
25/11/2026,Ana Ruiz,PED-10021,FASTER PAYMENT,12.50,112.50,INCOME,
24/11/2026,Electric,BILL,DIRECT DEBIT,-1089.90,100.00,BILLS,`,
    reads: ["2026-11-25 12.50 GBP Ana Ruiz | PED-10021", "2026-11-24 -1089.90 GBP Electric | BILL"]
  },
  Monzo: {
    file: `Transaction ID,Date,Time,Type,Name,Emoji,Category,Amount,Currency,Local amount,Local currency,Notes and #tags,Address,Receipt,Description,Category split,Money Out,Money In
tx_1,25/11/2026,10:00:00,Faster payment,Ana Ruiz,,Income,12.50,GBP,12.50,GBP,PED-10021,,,PED-10021,,,12.50`,
    reads: ["2026-11-25 12.50 GBP Ana Ruiz | PED-10021"]
  },
  "Nordea in Sweden": {
    file: `Bokföringsdag;Belopp;Avsändare;Mottagare;Namn;Rubrik;Saldo;Valuta
2026/11/25;12,50;;SE1;Ana Ruiz;PED-10021;112,50;SEK
2026/11/24;-1089,90;SE1;;El AB;El;100,00;SEK`,
    reads: ["2026-11-25 12.50 SEK  | PED-10021", "2026-11-24 -1089.90 SEK SE1 | El"]
  },
  Danske: {
    file: `"Dato";"Tekst";"Beløb";"Saldo";"Status";"Afstemt"
"25.11.2026";"Ana Ruiz PED-10021";"12,50";"112,50";"Udført";"Nej"`,
    currency: "DKK",
    reads: ["2026-11-25 12.50 DKK  | Ana Ruiz PED-10021"]
  },
  DNB: {
    file: `"Dato";"Forklaring";"Rentedato";"Ut fra konto";"Inn på konto"
"25.11.2026";"Fra: Ana Ruiz PED-10021";"25.11.2026";"";"12,50"
"24.11.2026";"Strøm";"24.11.2026";"1089,90";""`,
    currency: "NOK",
    reads: ["2026-11-25 12.50 NOK  | Fra: Ana Ruiz PED-10021", "2026-11-24 -1089.90 NOK  | Strøm"]
  },
  mBank: {
    file: `mBank S.A.;;;;
#Klient;;;;
SHOP;;;;

#Data operacji;#Opis operacji;#Rachunek;#Kategoria;#Kwota;
2026-11-25;"PRZELEW ANA RUIZ PED-10021";"Konto";"Wpływy";12,50 PLN;;
2026-11-24;"PRĄD";"Konto";"Rachunki";-1 089,90 PLN;;`,
    currency: "PLN",
    reads: ["2026-11-25 12.50 PLN  | PRZELEW ANA RUIZ PED-10021", "2026-11-24 -1089.90 PLN  | PRĄD"]
  },
  "Česká spořitelna": {
    file: `"Datum zaúčtování";"Název protiúčtu";"Protiúčet";"Částka";"Měna";"Zpráva pro příjemce"
"25.11.2026";"Ana Ruiz";"1/0800";"12,50";"CZK";"PED-10021"`,
    reads: ["2026-11-25 12.50 CZK Ana Ruiz | PED-10021"]
  },
  Itaú: {
    file: `Data;Lançamento;Ag./Origem;Valor (R$);Saldos (R$)
25/11/2026;PIX TRANSF ANA RUIZ;;12,50;
24/11/2026;ENERGIA;;-1.089,90;
24/11/2026;SALDO DO DIA;;;112,50`,
    currency: "BRL",
    reads: ["2026-11-25 12.50 BRL  | PIX TRANSF ANA RUIZ", "2026-11-24 -1089.90 BRL  | ENERGIA"]
  },
  HDFC: {
    file: `Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance
25/11/26,UPI-ANA RUIZ-PED10021,0000123,25/11/26,,"1,00,012.50","1,00,112.50"
24/11/26,ELECTRICITY,0000122,24/11/26,"1,089.90",,100.00`,
    currency: "INR",
    reads: ["2026-11-25 100012.50 INR  | UPI-ANA RUIZ-PED10021", "2026-11-24 -1089.90 INR  | ELECTRICITY"]
  },
  ICICI: {
    file: `S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),Deposit Amount (INR ),Balance (INR )
1,25/11/2026,25/11/2026,-,UPI/ANA RUIZ/PED-10021,0.0,12.50,112.50`,
    reads: ["2026-11-25 12.50 INR  | UPI/ANA RUIZ/PED-10021"]
  },
  Tinkoff: {
    file: `"Дата операции";"Дата платежа";"Номер карты";"Статус";"Сумма операции";"Валюта операции";"Сумма платежа";"Валюта платежа";"Категория";"Описание"
"25.11.2026 10:00:00";"25.11.2026";"*1";"OK";"12,50";"RUB";"12,50";"RUB";"Переводы";"Анна Р. PED-10021"
"24.11.2026 10:00:00";"";"*1";"FAILED";"-1089,90";"RUB";"-1089,90";"RUB";"Дом";"Свет"`,
    currency: "RUB",
    reads: ["2026-11-25 12.50 RUB  | Анна Р. PED-10021"]
  },
  "a Japanese bank": {
    file: `日付,摘要,お支払金額,お預り金額,差引残高
2026/11/25,振込 アナ ルイス,,"1,250","101,250"
2026/11/24,電気料金,"10,899",,"100,000"`,
    currency: "JPY",
    reads: ["2026-11-25 1250 JPY  | 振込 アナ ルイス", "2026-11-24 -10899 JPY  | 電気料金"]
  },
  "a Chinese bank": {
    file: `交易日期,摘要,收入金额,支出金额,余额,对方户名,对方账号
20261125,转账 PED-10021,12.50,,112.50,王芳,6222
20261124,电费,,"1,089.90",100.00,电力公司,6223`,
    currency: "CNY",
    reads: ["2026-11-25 12.50 CNY 王芳 | 转账 PED-10021", "2026-11-24 -1089.90 CNY 电力公司 | 电费"]
  },
  "an Israeli bank": {
    file: `תאריך,תיאור,חובה,זכות,יתרה
25/11/2026,העברה רותי,,12.50,112.50`,
    currency: "ILS",
    reads: ["2026-11-25 12.50 ILS  | העברה רותי"]
  },
  "a Turkish bank": {
    file: `Tarih;Açıklama;Tutar;Bakiye
25/11/2026;AYŞE YILMAZ PED-10021;12,50;112,50`,
    currency: "TRY",
    reads: ["2026-11-25 12.50 TRY  | AYŞE YILMAZ PED-10021"]
  },
  "amounts with a letter each": {
    file: `Buchungstag;Verwendungszweck;Umsatz
25.11.2026;Ana Ruiz PED-10021;12,50 H
24.11.2026;Strom;1.089,90 S`,
    currency: "EUR",
    reads: ["2026-11-25 12.50 EUR  | Ana Ruiz PED-10021", "2026-11-24 -1089.90 EUR  | Strom"]
  },
  "money out that came back": {
    file: `Fecha;Concepto;Debe;Haber
25/11/2026;Devolución de recibo;-5,00;
24/11/2026;Luz;1.089,90;
23/11/2026;Ana Ruiz;;12,50`,
    currency: "EUR",
    reads: [
      "2026-11-25 5.00 EUR  | Devolución de recibo",
      "2026-11-24 -1089.90 EUR  | Luz",
      "2026-11-23 12.50 EUR  | Ana Ruiz"
    ]
  },
  "moments of two kinds": {
    file: `Date,Description,Amount
2026-11-25T23:30:00.000Z,ANA RUIZ,12.50
2026-11-24 10:00:00 UTC,LEO PAZ,40.00`,
    currency: "USD",
    reads: ["2026-11-25 12.50 USD  | ANA RUIZ", "2026-11-24 40.00 USD  | LEO PAZ"]
  },
  "a value that is no amount": {
    file: `Date,Value,Description,Amount
25/11/2026,26/11/2026,ANA RUIZ PED-10021,12.50`,
    currency: "GBP",
    reads: ["2026-11-25 12.50 GBP  | ANA RUIZ PED-10021"]
  },
  "texts under headers that nobody knows": {
    file: `Date;Amount;Wording;Category;Nr
25/11/2026;12.50;Ana Ruiz PED-10021;Income;7`,
    currency: "EUR",
    reads: ["2026-11-25 12.50 EUR  | Ana Ruiz PED-10021 Income"]
  }
}

describe("a CSV with the columns of", () => {
  it.each(Object.entries(samples))("%s is read as a person reads it", (_, { reads, ...sample }) => {
    assert.deepStrictEqual(readOf(sample), reads)
  })
})

const problemOf = (sample: Omit<Sample, "reads">): string => {
  try {
    return readOf(sample).join("\n")
  } catch (error) {
    if (error instanceof StatementProblem) return error.message
    throw error
  }
}

describe("what a CSV leaves open", () => {
  const file = (...dates: ReadonlyArray<string>) =>
    ["Date,Description,Amount", ...dates.map((date) => `${date},Ana Ruiz,1.00`)].join("\n")
  const days = (text: string) => text.replaceAll(/ .*/g, "").split("\n")

  it("of day and month is told by the other dates, and by their order", () => {
    const told = (...dates: ReadonlyArray<string>) => days(problemOf({ file: file(...dates), currency: "USD" }))
    assert.deepStrictEqual(told("11/05/2026", "11/24/2026"), ["2026-11-24", "2026-11-05"])
    assert.deepStrictEqual(told("05/11/2026", "24/11/2026"), ["2026-11-24", "2026-11-05"])
    // In June the fifth of November lies far ahead.
    assert.deepStrictEqual(days(problemOf({ file: file("05/11/2026"), currency: "EUR", today: "2026-06-10" })), [
      "2026-05-11"
    ])
    assert.deepStrictEqual(told("10/02/2026", "10/11/2026", "11/02/2026"), ["2026-11-02", "2026-10-11", "2026-10-02"])
  })

  it("is asked for where dollars are read in English, and else read as the bank usually has it", () => {
    const one = { file: file("05/06/2026") }
    assert.strictEqual(
      problemOf({ ...one, currency: "USD" }),
      '"05/06/2026" may be two days: say which comes first in the dates, dmy for the day or mdy for the month'
    )
    assert.deepStrictEqual(days(problemOf({ ...one, currency: "EUR" })), ["2026-06-05"])
    assert.deepStrictEqual(days(problemOf({ ...one, currency: "USD", usualDates: "mdy" })), ["2026-05-06"])
  })

  it("of an amount is never passed over: only what says that it is a balance is no payment", () => {
    const half = [
      "Fecha;Concepto;Debe;Ingresado;Saldo",
      "25/11/2026;Ana Ruiz;;12,50;112,50",
      "24/11/2026;Luz;1,00;;100,00"
    ]
    assert.strictEqual(
      problemOf({ file: half.join("\n"), currency: "EUR" }),
      "Line 2: there is either no amount or two"
    )
    const balances = [
      "Fecha;Concepto;Importe;Saldo",
      "25/11/2026;Saldo final;;1,00",
      "24/11/2026;Ana;1,00;1,00",
      ";;;1,00"
    ]
    assert.strictEqual(problemOf({ file: balances.join("\n"), currency: "EUR" }), "2026-11-24 1.00 EUR  | Ana")
  })

  it("is nothing where it is no CSV: what else was uploaded is said", () => {
    const uploaded = [
      "PK\u0003\u0004\u0014\0",
      "\u00d0\u00cf\u0011\u00e0\u00a1",
      "%PDF-1.7",
      "<html><table><tr><td>Fecha</td></tr></table></html>",
      "!Type:Bank\nD25/11/2026\nT12.50\n^"
    ]
    assert.deepStrictEqual(
      uploaded.map((file) => problemOf({ file, currency: "EUR" }).replace(/:.*/, "")),
      ["a workbook, which is no text", "a workbook, which is no text", "a PDF", "a web page", "in QIF"].map(
        (what) => `The file is ${what}`
      )
    )
  })

  it("of a payment's status is refused once other lines say that they are not booked", () => {
    const states = (...said: ReadonlyArray<string>) =>
      problemOf({
        file: ["Date;Text;Amount;State", ...said.map((each) => `25/11/2026;Ana;1.00;${each}`)].join("\n"),
        currency: "EUR"
      })
    assert.strictEqual(
      states("COMPLETED", "PENDING", "ODD"),
      'Line 4: "ODD" in the column "State" is no status that is known here'
    )
    assert.strictEqual(states("CA", "NY").split("\n").length, 2)
    assert.strictEqual(states("DECLINED", "COMPLETED").split("\n").length, 1)
  })
})
