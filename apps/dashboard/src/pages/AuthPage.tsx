/** Log in, or make an account: what everybody sees who is not logged in, at whatever address. */
import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { api, Refusal } from "../api/client.ts"
import { clock } from "../api/clock.ts"
import { queries } from "../api/queries.ts"
import { session } from "../api/session.ts"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Preferences } from "../shell/Preferences.tsx"
import { Button } from "../ui/Button.tsx"
import { CheckField, fieldsOf, TextField } from "../ui/forms.tsx"
import { Notice, useFaultAt, useSentence } from "../ui/parts.tsx"
import { useNow } from "../ui/useNow.ts"

const enter = async (fields: Readonly<Record<string, string>>, joining: boolean) => {
  const { email = "", name = "", password = "", stay } = fields
  if (joining) {
    const body = { email, password, ...(name.trim() === "" ? {} : { name }) }
    await api.post("/auth/register", { body })
  }
  const { token, user } = await api.post("/auth/login", { body: { email, password } })
  session.begin({ token, email: user.email }, { lasting: stay === "on" })
}

const wantsToJoin = location.pathname.endsWith("/register")

interface AuthProps {
  /** Whose log-in has ended by itself. */
  readonly lapsed?: string
}

export const AuthPage = ({ lapsed }: AuthProps) => {
  const { data, isPending } = useQuery({ ...queries.registration(), retry: false })
  // Who comes first has nothing to log in to. A server that doesn't say so still lets in.
  return isPending ? (
    <Frame>{null}</Frame>
  ) : (
    <Door
      isFirst={data?.first_user === true}
      isOpen={data?.open !== false}
      lapsed={lapsed}
      key={String(data?.first_user)}
    />
  )
}

const Frame = ({ children }: { readonly children: ReactNode }) => {
  const { product } = useWords()
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto] px-4 py-6">
      <header className="flex items-center justify-center gap-2.5">
        <img src="/app/icon.svg" alt="" className="size-8" />
        <span className="text-lg font-semibold tracking-tight">{product}</span>
      </header>
      <main className="mx-auto w-full max-w-sm self-center py-8">{children}</main>
      <footer className="flex justify-center">
        <Preferences />
      </footer>
    </div>
  )
}

const isTooMany = (fault: unknown): fault is Refusal => fault instanceof Refusal && fault.code === "rate_limited"

/** Until when, as the reader's own clock shows it. The countdown is seen only: minutes are said, and when that time has come. */
const TooMany = ({ at, fault, isNew }: { readonly at: number; readonly fault: Refusal; readonly isNew: boolean }) => {
  const { auth, states } = useWords()
  const formats = useFormats()
  const sentence = useSentence()
  const { retryAfterSeconds: seconds } = fault
  const until = at + (seconds ?? 0) * 1_000
  const now = useNow()
  const isOver = now >= until
  const left = Math.max(0, Math.ceil((until - now) / 1_000))
  return (
    <div className="grid gap-1.5">
      <p>
        {seconds !== null && isOver
          ? auth.mayTryNow
          : (seconds ?? 0) > 60
            ? states.tooMany(Math.ceil(left / 60))
            : sentence(fault)}
      </p>
      {seconds === null || isOver ? null : (
        <p>
          {auth.mayTry(formats.clock(clock.readers(until)))}{" "}
          <span role="timer" aria-live="off" aria-hidden="true" className="num font-semibold">
            {Math.floor(left / 60)}:{String(left % 60).padStart(2, "0")}
          </span>
        </p>
      )}
      {isNew ? null : <p>{auth.forgotten}</p>}
    </div>
  )
}

/** A slip or two is nobody's trouble; after five the server makes one wait. */
const wrongBeforeTold = 3

interface DoorProps {
  /** Nobody has registered yet. */
  readonly isFirst: boolean
  readonly isOpen: boolean
  readonly lapsed: string | undefined
}

const Door = ({ isFirst, isOpen, lapsed }: DoorProps) => {
  const { auth, product, refused } = useWords()
  const sentence = useSentence()
  const [joining, setJoining] = useState(isOpen && (isFirst || wantsToJoin))
  const [busy, setBusy] = useState(false)
  // A second press may come before the next render.
  const isUnderWay = useRef(false)
  const [fault, setFault] = useState<unknown>()
  const [missing, setMissing] = useState<ReadonlyArray<string>>([])
  const [failedAt, setFailedAt] = useState(0)
  /** In a row, since the page was opened. The server's own count may be higher, so no number is told. */
  const [wrong, setWrong] = useState(0)
  const [title, lead] = joining
    ? isFirst
      ? [auth.firstTitle, auth.firstLead]
      : [auth.registerTitle, auth.registerLead]
    : [auth.loginTitle, lapsed === undefined ? auth.loginLead : auth.lapsed]

  useEffect(() => {
    const before = document.title
    document.title = `${title} · ${product}`
    return () => {
      document.title = before
    }
  }, [title, product])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isUnderWay.current) return
    const fields = fieldsOf(event.currentTarget)
    const lacking = ["email", "password"].filter((name) => (fields[name] ?? "") === "")
    setMissing(lacking)
    if (lacking.length > 0) {
      setFault(undefined)
      event.currentTarget.querySelector<HTMLElement>(`[name=${lacking[0]}]`)?.focus()
      return
    }
    isUnderWay.current = true
    setBusy(true)
    setFault(undefined)
    enter(fields, joining).catch((cause: unknown) => {
      isUnderWay.current = false
      setFault(cause)
      setFailedAt(clock.now())
      if (cause instanceof Refusal && cause.code === "credentials_wrong") setWrong((before) => before + 1)
      setBusy(false)
      // Registered a moment ago, and only the log-in failed.
      if (cause instanceof Refusal && cause.status === 409) setJoining(false)
    })
  }

  const refusedAt = useFaultAt(fault)
  const faultAt = (field: string) => (missing.includes(field) ? refused.required("", "") : refusedAt(field))
  const isAtField = faultAt("email") !== undefined || faultAt("password") !== undefined

  return (
    <Frame>
      <h1 className="text-center">{title}</h1>
      <p className="mt-2 mb-6 text-center text-muted">{lead}</p>
      {/* The browser's own words would be in its language, which may not be the page's. */}
      <form onSubmit={submit} noValidate className="panel grid gap-4 p-6">
        {fault === undefined || isAtField ? null : (
          <Notice role="alert" tone="bad">
            {isTooMany(fault) ? <TooMany fault={fault} at={failedAt} isNew={joining} /> : <p>{sentence(fault)}</p>}
            {!isTooMany(fault) && wrong >= wrongBeforeTold ? <p className="mt-1.5">{auth.soonWait}</p> : null}
          </Notice>
        )}
        {joining ? <TextField label={auth.name} name="name" autoComplete="name" optional /> : null}
        <TextField
          label={auth.email}
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={lapsed}
          autoFocus={lapsed === undefined}
          fault={faultAt("email")}
        />
        <TextField
          label={auth.password}
          name="password"
          type="password"
          autoComplete={joining ? "new-password" : "current-password"}
          required
          autoFocus={lapsed !== undefined}
          fault={faultAt("password")}
          {...(joining ? { minLength: 8, hint: auth.passwordHint } : {})}
        />
        <CheckField label={auth.stay} hint={auth.stayHint} name="stay" />
        <Button type="submit" look="primary" busy={busy}>
          {joining ? auth.register : auth.login}
        </Button>
      </form>
      {isFirst ? null : (
        <p className="mt-5 text-center text-muted">
          {isOpen ? (
            <>
              {joining ? auth.toLogin : auth.toRegister}{" "}
              <button
                type="button"
                className="font-medium text-accent underline underline-offset-3"
                onClick={() => {
                  setFault(undefined)
                  setMissing([])
                  setJoining(!joining)
                }}
              >
                {joining ? auth.login : auth.register}
              </button>
            </>
          ) : (
            auth.closed
          )}
        </p>
      )}
    </Frame>
  )
}
