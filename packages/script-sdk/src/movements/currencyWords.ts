/**
 * Words that name a currency beside an amount: codes of ISO 4217, and the local signs that are letters. Only Latin letters are
 * looked at: a slip of the keyboard is one of these, and currencies of other scripts are too many to list.
 */

const codes = `AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLF
  CLP CNH CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR
  ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RMB RON RSD RUB RWF SAR SBD SCR SDG SEK
  SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF
  XPF YER ZAR ZMW ZWG`

const local = `B BS CFA DH DHS DIN E EURO EUROS F FCFA FR FT G GS K KC KČ KD KM KR L LEI LEK LEU LV M NT NU P Q QR R RE RM RP RS RUB
  S SFR SOL SOLES SR TK TL ZL ZŁ PESO PESOS DOLLAR DOLLARS DÓLARES REAIS REAL POUND POUNDS`

/** ISO 4217. */
export const currencyCodes: ReadonlyArray<string> = codes.split(/\s+/)

const known = new Set(`${codes} ${local}`.split(/\s+/))

/** `US$`, `R$`, `$U`: letters that tell one currency of a sign from another. */
const besideSign = (before: string, word: string, after: string): boolean =>
  word.length <= 3 && (/\p{Sc}$/u.test(before) || /^\p{Sc}/u.test(after))

/** Not by a space apart from the digits and their sign, but for a dot: `Rs.500`. */
const touches = (before: string, after: string): boolean => /[\d+-]\.?$/.test(before) || /^\.?[+-]?[.,]?\d/.test(after)

/** The first word beside the digits that names no currency; `touching`: only those that no space or other sign sets apart. */
export const strangeWord = (text: string, touching: boolean): string | undefined => {
  for (const { 0: word, index } of text.matchAll(/(?:\p{Script=Latin}\p{M}*)+/gu)) {
    const [before, after] = [text.slice(0, index), text.slice(index + word.length)]
    const names = known.has(word.normalize("NFC").toUpperCase()) || besideSign(before, word, after)
    if (!names && (!touching || touches(before, after))) return word
  }
  return undefined
}

/** Signs that are one currency's alone: `$` and `kr` are several. */
const ownSigns: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  "₹": "INR",
  "₺": "TRY",
  "₽": "RUB",
  "₩": "KRW"
}

const isCode = new Set(currencyCodes)

/** The one currency that stands beside an amount, as its sign or its code: `10,00 €`, `EUR 10.00`. Undefined: none, or none for certain. */
export const currencyOfAmount = (text: string): string | undefined => {
  const words = text.toUpperCase().match(/\p{L}{2,}|\p{Sc}/gu) ?? []
  const found = words.map(
    (word) => ownSigns[word] ?? (/^EUROS?$/.test(word) ? "EUR" : isCode.has(word) ? word : undefined)
  )
  return new Set(found).size === 1 ? found[0] : undefined
}
