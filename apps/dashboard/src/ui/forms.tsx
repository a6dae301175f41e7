/** Fields of forms: a label, the control, what it is for, and what is wrong with it, tied together for every reader. */
import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  useEffect,
  useId,
  useRef
} from "react"
import { useWords } from "../i18n/language.tsx"

interface Around {
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly fault?: string | undefined
  /** What its reader should know of what it holds; it is taken all the same. */
  readonly warning?: ReactNode
  readonly optional?: boolean
}

const FieldFrame = ({
  children,
  fault,
  hint,
  id,
  label,
  optional = false,
  warning
}: Around & { readonly id: string; readonly children: ReactNode }) => {
  const { auth } = useWords()
  return (
    <div className="grid gap-1.5 content-start">
      <label htmlFor={id} className="font-medium text-[0.9rem]">
        {label}
        {optional ? <span className="font-normal text-muted"> · {auth.optional}</span> : null}
      </label>
      {children}
      {fault === undefined ? null : (
        <p id={`${id}-fault`} className="text-bad text-sm font-medium whitespace-pre-line">
          {fault}
        </p>
      )}
      {warning === undefined ? null : (
        <div id={`${id}-warning`} className="text-warn text-sm font-medium">
          {warning}
        </div>
      )}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}

const describedBy = (id: string, { fault, hint, warning }: Pick<Around, "fault" | "hint" | "warning">) =>
  Object.entries({ fault, warning, hint })
    .flatMap(([name, says]) => (says === undefined ? [] : [`${id}-${name}`]))
    .join(" ") || undefined

type InputProps = Around & Omit<InputHTMLAttributes<HTMLInputElement>, "id">

/** For a field of which the browser itself refuses something: its own words are in its language, and don't say what lacks. */
export const useOwnWords = <Field extends HTMLInputElement | HTMLSelectElement>(value?: unknown) => {
  const { refused, refusals } = useWords()
  const field = useRef<Field>(null)
  // The page may have filled it in by itself since.
  useEffect(() => field.current?.setCustomValidity(""), [value])
  return {
    ref: field,
    onInvalid: ({ currentTarget }: FormEvent<Field>) => {
      const { tooShort, typeMismatch, valueMissing } = currentTarget.validity
      if (valueMissing) currentTarget.setCustomValidity(refused.required("", ""))
      // Only addresses have a form that the browser knows, and only passwords a least length.
      else if (typeMismatch) currentTarget.setCustomValidity(refused.url("", ""))
      else if (tooShort) currentTarget.setCustomValidity(refusals.password_length)
    },
    onInput: ({ currentTarget }: FormEvent<Field>) => currentTarget.setCustomValidity("")
  }
}

export const TextField = ({ fault, hint, label, optional, warning, ...rest }: InputProps) => {
  const id = useId()
  const ownWords = useOwnWords<HTMLInputElement>(rest.value)
  return (
    <FieldFrame {...{ id, label, hint, fault, warning, optional: optional ?? false }}>
      <input
        {...ownWords}
        {...rest}
        id={id}
        className="field scroll-mt-24 scroll-mb-64"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={describedBy(id, { fault, hint, warning })}
      />
    </FieldFrame>
  )
}

type SelectProps = Around & Omit<SelectHTMLAttributes<HTMLSelectElement>, "id">

export const SelectField = ({ children, fault, hint, label, optional, ...rest }: SelectProps) => {
  const id = useId()
  const ownWords = useOwnWords<HTMLSelectElement>(rest.value)
  return (
    <FieldFrame {...{ id, label, hint, fault, optional: optional ?? false }}>
      <select
        {...ownWords}
        {...rest}
        id={id}
        className="field scroll-mt-24 scroll-mb-64"
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={describedBy(id, { fault, hint })}
      >
        {children}
      </select>
    </FieldFrame>
  )
}

type CheckProps = Pick<Around, "label" | "hint"> & Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type">

export const CheckField = ({ hint, label, ...rest }: CheckProps) => {
  const id = useId()
  return (
    <div className="flex gap-3">
      <input
        {...rest}
        id={id}
        type="checkbox"
        className="mt-1 size-4.5 shrink-0 accent-accent"
        aria-describedby={describedBy(id, { hint, fault: undefined })}
      />
      <div>
        <label htmlFor={id} className="font-medium text-[0.9rem]">
          {label}
        </label>
        {hint === undefined ? null : (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}

interface Choice<A extends string> {
  readonly value: A
  readonly title: string
  readonly text?: ReactNode
  /** Its text says why. */
  readonly disabled?: boolean
}

interface ChoicesProps<A extends string> {
  readonly legend: string
  readonly name: string
  readonly value: A | undefined
  readonly options: ReadonlyArray<Choice<A>>
  readonly onChange: (value: A) => void
}

export const Choices = <A extends string>({ legend, name, onChange, options, value }: ChoicesProps<A>) => (
  <fieldset>
    <legend className="mb-2 font-medium text-[0.9rem]">{legend}</legend>
    <div className="grid gap-3 sm:grid-cols-2">
      {options.map((option) => (
        <label
          key={option.value}
          className="flex cursor-pointer gap-3 rounded-xl border border-line bg-card p-4 has-checked:border-accent has-checked:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:bg-sunken"
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={value === option.value}
            disabled={option.disabled === true}
            onChange={() => onChange(option.value)}
            className="mt-1 size-4 shrink-0 accent-accent"
          />
          <span>
            <span className="font-semibold">{option.title}</span>
            {option.text === undefined ? null : <span className="block text-sm text-muted">{option.text}</span>}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)

/** What a form holds, as texts. */
export const fieldsOf = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))
  )
