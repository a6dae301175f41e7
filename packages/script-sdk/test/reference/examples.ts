/** The examples of the reference: pure ones are run and compared, others are cut out of scripts that tests run at the demo bank. */
import { movements, statements } from "@counterfoil/script-sdk"

export interface RunExample {
  readonly run: () => unknown
  readonly gives: unknown
}

/** Lines of a script, from the first that holds `from` to the next that holds `to`. */
export interface CutExample {
  readonly file: string
  readonly from: string
  readonly to: string
}

const days = { since: "2026-11-01", today: "2026-11-20" }

/** By the file that declares the thing. */
export const examples: Readonly<Record<string, ReadonlyArray<RunExample | CutExample>>> = {
  "movements/amount": [
    { run: () => movements.amount("1.234,56-", { decimal: "," }), gives: "-1234.56" },
    { run: () => movements.amount("(€ 12.00)"), gives: "-12.00" },
    { run: () => movements.amount("۱٬۲۳۴٫۵۶", { decimal: "." }), gives: "1234.56" },
    { run: () => movements.amount("₹ 1,23,456/-"), gives: "123456" },
    { run: () => movements.add("0.10", "0.20"), gives: "0.30" }
  ],
  "movements/date": [
    { run: () => movements.date("3 de noviembre de 2026", { order: "dmy" }), gives: "2026-11-03" },
    { run: () => movements.date("mar 24/11", { order: "dmy", today: "2026-11-28" }), gives: "2026-11-24" },
    { run: () => movements.date("28 dic", { order: "dmy", today: "2026-01-05" }), gives: "2025-12-28" },
    { run: () => movements.date("۱۴۰۵/۰۸/۱۲", { order: "ymd", calendar: "persian" }), gives: "2026-11-03" },
    { run: () => movements.addDays("2026-02-28", 1), gives: "2026-03-01" },
    { run: () => movements.printDate("2026-11-03", "dmy"), gives: "03/11/2026" },
    { run: () => movements.localDay("2026-11-03T23:30:00Z", "Europe/Madrid"), gives: "2026-11-04" }
  ],
  "movements/calendar": [
    { run: () => movements.date("3/11/2569", { order: "dmy", calendar: "buddhist" }), gives: "2026-11-03" },
    { run: () => movements.date("R8.11.3", { order: "ymd", calendar: "japanese" }), gives: "2026-11-03" }
  ],
  unlessGone: [{ file: "demo-hojas/1.0.0/bank.ts", from: "const gone =", to: "const statement =" }],
  "movements/count": [
    { run: () => movements.count("Rows 1 to 10 of 1,024"), gives: 1024 },
    { run: () => movements.count("۳۰ تراکنش"), gives: 30 }
  ],
  "movements/name": [
    { run: () => movements.name("TRF DE HERRERA LUIS", { prefixes: ["TRF DE"] }), gives: "HERRERA LUIS" },
    { run: () => movements.name("Abono 0042: Ana", { prefixes: [/^abono \d+/i] }), gives: "Ana" },
    { run: () => movements.name("Herrera Campos, Luis", { surnameFirst: true }), gives: "Luis Herrera Campos" }
  ],
  "movements/coverage": [
    {
      run: () => movements.coverage([{ date: "2026-11-03" }], { ...days, isWhole: false }),
      gives: { from: "2026-11-04", to: "2026-11-20", complete: true }
    }
  ],
  "movements/checkBalances": [
    {
      run: () =>
        movements.checkBalances({
          movements: [
            { date: "2026-11-03", amount: "-5.00", currency: "EUR", description: "card", balance: "90.00" },
            { date: "2026-11-02", amount: "10.00", currency: "EUR", description: "transfer", balance: "100.00" }
          ]
        }),
      gives: ["the balance 90.00 of 2026-11-03 does not follow from 100.00 and -5.00"]
    }
  ],
  "movements/csv": [
    {
      run: () =>
        movements.csv(
          'Date;Text;Amount\n03/11/2026;"Ana; rent";1.000,00',
          { date: "Date", description: "Text", amount: "Amount" },
          { currency: "EUR", dates: "dmy", decimal: ",", ...days }
        ).movements,
      gives: [{ date: "2026-11-03", amount: "1000.00", currency: "EUR", description: "Ana; rent" }]
    }
  ],
  "movements/fromAnswers": [
    { run: () => movements.minor("-1234", 2), gives: "-12.34" },
    { run: () => movements.partOf({ amount: { value: "5" } }, "amount.value"), gives: "5" },
    { file: "demo-neo/1.0.0/bank.ts", from: "return movements.fromAnswers(", to: "    })," }
  ],
  "movements/fromTable": [
    { file: "demo-doble/1.0.0/bank.ts", from: "return movements.fromTable(", to: "    })," },
    { file: "demo-sinfin/1.0.0/bank.ts", from: "return movements.fromList(", to: "    })," }
  ],
  "movements/rowDetails": [
    { file: "apps/counterfoil/test/script/rowDetails/bank.ts", from: "detail: {", to: "restart:" }
  ],
  "movements/fromRecycled": [
    { file: "demo-cinta/1.0.0/bank.ts", from: "return movements.fromRecycled(", to: "    })," }
  ],
  "movements/fromSheet": [{ file: "demo-hojas/1.0.0/bank.ts", from: "const parts =", to: "return {" }],
  "movements/ofx": [
    {
      run: () =>
        movements.ofx(
          "<OFX><CURDEF>EUR<STMTTRN><DTPOSTED>20261103<TRNAMT>-5.00<FITID>7<NAME>Card</STMTTRN></OFX>",
          days
        ).movements,
      gives: [{ date: "2026-11-03", amount: "-5.00", currency: "EUR", description: "Card", id: "7" }]
    }
  ],
  "movements/columns": [{ file: "demo-neo/1.0.0/bank.ts", from: "transform:", to: "pending:" }],
  "statements/index": [
    { run: () => statements.formatOf("<?xml version='1.0'?><Document>"), gives: "camt053" },
    {
      run: () =>
        statements.read("Date;Amount;Description\n03/11/2026;5,00;Ana", { ...days, dates: "dmy", currency: "EUR" })
          .format,
      gives: "csv"
    }
  ],
  defineBankScript: [{ file: "demo-neo/1.0.0/bank.ts", from: "export default defineBankScript({", to: "resume:" }],
  Context: [{ file: "demo-cinta/1.0.0/bank.ts", from: "extract: (", to: "await open()" }],
  ends: [
    { file: "demo-cinta/1.0.0/bank.ts", from: "return ends(", to: "    })" },
    { file: "demo-cinta/1.0.0/pages.ts", from: "ends: said(", to: "    })" }
  ],
  outcome: [{ file: "demo-bank/1.0.0/login.ts", from: "return context.outcome(", to: "  )" }],
  Otp: [
    { file: "demo-neo/1.0.0/bank.ts", from: "const approve = async", to: "    }" },
    { file: "demo-hojas/1.0.0/bank.ts", from: "ask: () => otp.image(", to: "ask: () => otp.image(" },
    {
      file: "demo-pregunta/1.0.0/bank.ts",
      from: "ask: async () => otp.question(",
      to: "ask: async () => otp.question("
    }
  ],
  keypad: [
    { file: "demo-caja/1.0.0/pages.ts", from: "keys: keypad(", to: "keys: keypad(" },
    { file: "demo-lienzo/1.0.0/bank.ts", from: "await canvasKeypad(", to: "await canvasKeypad(" }
  ],
  locators: [
    { file: "demo-marcos/1.0.0/pages.ts", from: "const inner =", to: "const list =" },
    { file: "demo-sinfin/1.0.0/bank.ts", from: "await page.overlay(", to: "await open()" },
    { file: "demo-hojas/1.0.0/bank.ts", from: "page.download(", to: "page.download(" }
  ],
  Row: [{ file: "demo-sinfin/1.0.0/bank.ts", from: "pending: (row)", to: "pending: (row)" }],
  Secret: [
    { file: "demo-caja/1.0.0/login.ts", from: "for (const character of secrets", to: "for (const character of secrets" }
  ],
  expect: [{ file: "demo-uno/1.0.0/extract.ts", from: "await expect(", to: "await expect(" }],
  errors: [{ file: "demo-ficheros/1.0.0/extract.ts", from: "if (account.movements.length", to: "  }" }]
}
