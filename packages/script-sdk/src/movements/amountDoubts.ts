/** What beside an amount may turn it into another one. It is refused: nothing of it is passed over in silence. */

const beside = (words: string) => new RegExp(`(?<!\\p{L})(?:${words.trim().replaceAll(/\s+/g, "|")})(?!\\p{L})`, "iu")

/** Money out, in words of many banks. */
const debitWords =
  beside(`DEB D[ÉE]BIT D[ÉE]BITO DEBE DEBET D[ÉE]BIT[ÉE] SOLL CARGO LASTSCHRIFT BELASTUNG ABBUCHUNG AUSGANG DOIT DARE
  USCITA ADDEBITO WITHDRAWAL OUT MINUS MOINS MENOS MENO EGRESO SALIDA RETIRO SAÍDA UITGAVE AFSCHRIJVING WYDATEK OBCIĄŻENIE
  DEBITED WITHDRAWN SPENT SENT OD SORTIE RETRAIT UTTAG UDGIFT BORÇ KELUAR РАСХОД СПИСАНИЕ ДЕБЕТ МИНУС ΧΡΕΩΣΗ مدين سحب خصم
  برداشت بدهکار חובה ถอน ถอนเงิน 支出 出金 出 引出 お引出し 引落 借方 支払 付款 取款 출금`)

/** 12k is twelve thousand. Before the digits K and M are currencies. */
const scales =
  /\d\s*(?:K|M)(?!\p{L})|(?<!\p{L})(?:MIO|MLN|MLD|MRD|MILLIONE?N?|MILL|LAKHS?|CRORES?|JUTA|RIBU|ТЫС|МЛН|МЛРД)(?!\p{L})|[万萬億亿만억]/iu

/** Signs that are no currency's: ▲ is a minus in Japan, and so are some dashes; what is in < > may be one too. */
const otherSigns = /(?![+|=`´])[\p{S}%‰[\]{}](?<!\p{Sc})|ー(?=\s*\d)/u

/** No currency is written so: in Turkey (B) is money out and (A) money in. */
const loneLetter = /\(\s*\p{L}\s*\)/u

const count = (text: string, sign: string): number => text.split(sign).length - 1

/** Without a declared `sign`, words for money out are doubtful too. `isMark`: whether the sign "DC" understands the word. */
export const doubtOf = (
  text: string,
  isSignDeclared: boolean,
  isDebit: boolean,
  isMark: (word: string) => boolean
): string | undefined => {
  if (count(text, "(") !== count(text, ")")) return "it has one parenthesis of two"
  const sign = otherSigns.exec(text) ?? scales.exec(text)
  if (sign !== null) {
    const way = scales.test(sign[0]) ? "" : ": transform could put a minus there, or leave it out"
    return `say what ${JSON.stringify(sign[0].trim())} means${way}`
  }
  const letter = isSignDeclared || isDebit ? null : loneLetter.exec(text)
  if (letter !== null) return `say what ${letter[0]} means: transform could put a minus there, or leave it out`
  const word = isSignDeclared || isDebit ? null : debitWords.exec(text)
  if (word === null) return undefined
  const way = isMark(word[0]) ? `sign "DC"?` : "transform could put a minus there"
  return `say what its word ${JSON.stringify(word[0])} means: ${way}`
}
