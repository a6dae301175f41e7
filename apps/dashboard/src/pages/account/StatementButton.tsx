/** A bank's statement file, taken in as if it had been read: while the bank's script is broken, or instead of one. */
import { Link } from "@tanstack/react-router"
import { type FormEvent, useRef, useState } from "react"
import { api, Refusal } from "../../api/client.ts"
import type { StatementTaken } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { asksDates, asksDecimal, saidOfStatement } from "../../i18n/statement.ts"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { fieldsOf, SelectField, TextField, useOwnWords } from "../../ui/forms.tsx"
import { oneOf } from "../../ui/oneOf.ts"
import { Notice, useSentence } from "../../ui/parts.tsx"
import { useFirstFault } from "../../ui/Refused.tsx"
import { useAction } from "../../ui/useAction.ts"

interface ButtonProps {
  readonly accountId: string
  /** Of an account that is read by files alone it is the first thing to do. */
  readonly isMain?: boolean
}

export const StatementButton = ({ accountId, isMain = false }: ButtonProps) => {
  const words = useWords().accounts.statement
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small={!isMain} look={isMain ? "primary" : "quiet"} icon="plus" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {open ? (
        <Dialog title={words.title} onClose={() => setOpen(false)}>
          <Upload accountId={accountId} onClose={() => setOpen(false)} />
        </Dialog>
      ) : null}
    </>
  )
}

/** Its bytes: which letters they are is for the server to tell. */
const inBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file can't be read")))
    reader.addEventListener("load", () => {
      const { result } = reader
      resolve(typeof result === "string" ? result.slice(result.indexOf(",") + 1) : "")
    })
    reader.readAsDataURL(file)
  })

interface UploadProps {
  readonly accountId: string
  readonly onClose: () => void
}

interface Chosen {
  readonly chosen: File
  readonly currency: string
  readonly sign: "," | "." | undefined
  readonly dates: "dmy" | "mdy" | undefined
  /** The owner has said that it is of this account. */
  readonly isSure: boolean
}

const Upload = ({ accountId, onClose }: UploadProps) => {
  const words = useWords().accounts.statement
  const sentence = useSentence()
  const [file, setFile] = useState<File>()
  const [decimal, setDecimal] = useState("")
  const [order, setOrder] = useState("")
  // What is wrong with the file is said with the line and its words, which no code tells.
  const saysOf = (cause: unknown): string =>
    cause instanceof Refusal && ["statement_unusable", "statement_of_another"].includes(cause.code)
      ? saidOfStatement(cause.message, words.said)
      : sentence(cause)
  const upload = useAction({
    run: async ({ chosen, currency, dates, isSure, sign }: Chosen) =>
      api.post("/accounts/{accountId}/statements", {
        path: { accountId },
        body: {
          content_base64: await inBase64(chosen),
          file_name: chosen.name,
          ...(currency === "" ? {} : { currency }),
          ...(sign === undefined ? {} : { decimal: sign }),
          ...(dates === undefined ? {} : { dates }),
          ...(isSure ? { anyway: true } : {})
        }
      }),
    stale: [["movements"], ["orders"], ["accounts"], ["activity"]],
    silent: true,
    elsewhere: {
      done: ({ rows_held: held, rows_new: news, rows_read: read }) =>
        `${words.taken(read)}. ${words.news(news, read, held)}`,
      refused: (cause) => saysOf(cause)
    }
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { currency = "" } = fieldsOf(event.currentTarget)
    const [sign, dates] = [oneOf([",", "."], decimal), oneOf(["dmy", "mdy"], order)]
    if (file !== undefined) upload.mutate({ chosen: file, currency: currency.trim(), sign, dates, isSure: false })
  }
  /** What another file asked for is no question of this one. */
  const choose = (chosen: File | undefined) => {
    setFile(chosen)
    setDecimal("")
    setOrder("")
    upload.reset()
  }
  const form = useRef<HTMLFormElement>(null)
  const ownWords = useOwnWords<HTMLInputElement>()
  useFirstFault(form, upload.error)
  if (upload.data !== undefined) return <Taken accountId={accountId} scrape={upload.data} onClose={onClose} />
  const refusal = upload.error instanceof Refusal ? upload.error : undefined
  const isCurrency = refusal?.fields.includes("currency") === true
  const isDecimal = refusal !== undefined && asksDecimal(refusal.message)
  const isOther = refusal?.code === "statement_of_another"
  const isOrder = refusal !== undefined && asksDates(refusal.message)
  const says = saysOf(upload.error)
  return (
    <form ref={form} onSubmit={submit} className="grid gap-4">
      <p className="text-muted">{words.lead}</p>
      <label className="grid gap-1.5">
        <span className="text-[0.9rem] font-medium">{words.file}</span>
        <input
          type="file"
          required
          className="field py-2"
          accept=".csv,.txt,.xlsx,.xls,.xlsm,.ods,.html,.htm,.ofx,.qfx,.xml,.sta,.mt940,.940,.n43,.q43,.c43,.aeb"
          {...ownWords}
          onChange={({ target }) => choose(target.files?.[0])}
        />
      </label>
      <TextField
        label={words.currency}
        hint={words.currencyHint}
        name="currency"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={3}
        optional
        fault={isCurrency ? sentence(upload.error) : undefined}
      />
      {isDecimal || decimal !== "" ? (
        <SelectField
          label={words.decimal}
          hint={words.decimalHint}
          required
          value={decimal}
          onChange={({ target }) => setDecimal(target.value)}
          fault={isDecimal ? says : undefined}
        >
          {(["", ",", "."] as const).map((sign) => (
            <option key={sign} value={sign}>
              {words.decimals[sign]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {isOrder || order !== "" ? (
        <SelectField
          label={words.dates}
          hint={words.datesHint}
          required
          value={order}
          onChange={({ target }) => setOrder(target.value)}
          fault={isOrder ? says : undefined}
        >
          {(["", "dmy", "mdy"] as const).map((one) => (
            <option key={one} value={one}>
              {words.orders[one]}
            </option>
          ))}
        </SelectField>
      ) : null}
      {upload.isError && !isCurrency && !isDecimal && !isOrder ? (
        <Notice role="alert" tone={isOther ? "warn" : "bad"}>
          <p className="whitespace-pre-line">{says}</p>
          {isOther && upload.variables !== undefined ? (
            <Button
              className="mt-2"
              busy={upload.isPending}
              onClick={() => upload.mutate({ ...upload.variables, isSure: true })}
            >
              {words.isSure}
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <Button type="submit" look="primary" busy={upload.isPending} className="justify-self-start">
        {words.send}
      </Button>
    </form>
  )
}

const Taken = ({ accountId, onClose, scrape }: UploadProps & { readonly scrape: StatementTaken }) => {
  const {
    accounts,
    actions,
    movements: { states }
  } = useWords()
  const words = accounts.statement
  return (
    <div className="grid gap-4">
      <Notice role="status" tone="good" icon="check" title={words.taken(scrape.rows_read)}>
        {words.news(scrape.rows_new, scrape.rows_read, scrape.rows_held)}
      </Notice>
      {scrape.rows_held === 0 ? null : (
        <Notice tone="warn" title={words.held(scrape.rows_held)}>
          {words.heldLong(states.held)}
        </Notice>
      )}
      {scrape.rows_excluded === 0 ? null : (
        <Notice tone="warn" title={words.excluded(scrape.rows_excluded)}>
          {words.excludedLong}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/movements" search={{ account: accountId }} className={buttonLook("primary")}>
          {accounts.movements}
        </Link>
        <Button onClick={onClose}>{actions.close}</Button>
      </div>
    </div>
  )
}
