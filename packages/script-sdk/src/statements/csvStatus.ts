/** A bank's CSV may list payments that are still under way, or that never came about, beside those that are booked. */
import { plain } from "./csvColumns.ts"

/** `void`: nothing was paid, or it was paid back. */
export type RowStatus = "booked" | "pending" | "void"

/** Words begin with one of these. */
const beginning = (words: string) => new RegExp(`(?:^| )(?:${words.split("|").map(plain).join("|")})`, "u")

const pending = beginning(
  "pend|vorgemerkt|offen|angekundigt|geplant|nicht gebucht|en curso|en proceso|en tramite|por confirmar|retenid|programad|no contabiliz|" +
    "en attente|a venir|en cours|non comptab|in sospeso|in elaborazione|in corso|da contabil|non contabil|em processamento|agendad|futur|" +
    "nao efetiv|oczekuj|rezerwac|blokad|w trakcie|niezaksieg|cekaj|nezauct|reserv|on hold|held|process|authori|schedul|planned|upcoming|" +
    "not posted|not booked|unposted|uncleared|open|in progress|в обработке|в процессе|ожида|холд|处理中|待处理|待|処理中|未確定|처리중|대기"
)
const voided = beginning(
  "nicht ausgefuhrt|not execut|not complet|no realiz|no ejecut|non execut|non esegui|declin|revert|revers|fail|cancel|reject|refus|refund|void|error|denied|expired|return|annul|storn|abgelehnt|fehlgeschlagen|zuruck|" +
    "ruckg|rechaz|anulad|devuelt|devolv|rejet|echou|rifiut|odrzuc|anulow|zamit|selhal|отклон|отмен|ошибк|возврат|неуспе|失败|关闭|取消|" +
    "已退款|退款|撤销|失敗|취소|실패"
)
const booked = beginning(
  "complet|book|gebucht|umsatz gebucht|verbucht|post|settl|clear|success|execut|ausgefuhrt|erledigt|abgeschlossen|done|paid|ok|active|" +
    "contabiliz|realiz|ejecut|efectu|efetiv|confirm|finaliz|conclu|aplicad|liquidad|aprobad|comptabilis|effectu|valid|contabilizz|esegui|" +
    "zaksieg|zrealiz|rozlicz|wykonan|zauct|proveden|исполн|проведен|выполн|успе|завершен|成功|完了|已完成|已入账|交易成功|支付成功|" +
    "완료|정상|received|processed|approved|bezahlt|eingegangen|reconciled|recu"
)

const statusOf = (text: string): RowStatus | undefined => {
  const words = plain(text)
  if (/^(?:processed|(?:un)?reconciled)(?: |$)/.test(words)) return "booked"
  if (voided.test(words)) return "void"
  if (pending.test(words)) return "pending"
  return booked.test(words) ? "booked" : undefined
}

/**
 * The status of a line. `undefined`: what the column says isn't understood. A column that says of no line that it is not
 * booked may be one of anything else, such as states of a country, and says nothing.
 */
export const statusesOf = (texts: ReadonlyArray<string>): ((text: string) => RowStatus | undefined) => {
  const told = texts.some((text) => ["pending", "void"].includes(statusOf(text) ?? ""))
  return (text) => (!told || text.trim() === "" ? "booked" : statusOf(text))
}
