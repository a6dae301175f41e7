/** What `extract` hands over. Amounts are signed decimal texts, credits positive; dates are the bank's local ones. */

export interface Movement {
  /** `YYYY-MM-DD`; of a pending one, the day that the bank prints. */
  readonly date: string
  /** `HH:MM` or `HH:MM:SS`, where the bank prints it. */
  readonly time?: string
  /** `-12.34` */
  readonly amount: string
  /** ISO 4217. */
  readonly currency: string
  /**
   * The bank's text, whole and unchanged; with what the payer wrote (a message, a concept, a reference), wherever the bank prints
   * it: orders' references are looked for here.
   */
  readonly description: string
  /** The bank's own id, as printed. */
  readonly id?: string
  /** Who paid or was paid, where that is printed apart from the description. */
  readonly counterparty?: string
  /**
   * The number of the other side's account, as the bank prints it: an IBAN (in groups or not), a national number, or what it
   * shows of one (`ES** **** 1234`, the last four digits).
   */
  readonly counterpartyAccount?: string
  readonly valueDate?: string
  /** The balance after it, where the bank prints it. */
  readonly balance?: string
  /** Absent: booked. */
  readonly pending?: boolean
}

/** Every movement booked on the days `from` to `to` is in the statement, if it is complete. */
export interface Coverage {
  readonly from: string
  readonly to: string
  readonly complete: boolean
}

export interface StatementPage {
  /** Rows read. */
  readonly rows: number
  /** Rows that there should be, by what the bank says. */
  readonly stated?: number
  readonly truncated?: boolean
}

/** What `extract` gives back: the movements that were read, and of which days. */
export interface Statement {
  /** The newest first. */
  readonly movements: ReadonlyArray<Movement>
  readonly coverage: Coverage
  /** The account's balance, printed apart from the rows. */
  readonly balance?: string
  /** In the order of `movements`. */
  readonly pages?: ReadonlyArray<StatementPage>
  /** How many movements the bank says the whole list has; only where the whole list was read. */
  readonly stated?: number
}
