import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Movement } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { grouped } from "../../ui/AccountEnd.tsx"
import { Button, buttonLook } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Notice } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"
import { canPay } from "./canPay.ts"
import { GiveToOrder } from "./GiveToOrder.tsx"
import { HeldPayment } from "./HeldPayment.tsx"
import { MovementState, payerOf, textOf } from "./MovementRow.tsx"
import { Paid } from "./Paid.tsx"

export const MovementDialog = ({
  movement,
  onClose
}: {
  readonly movement: Movement
  readonly onClose: () => void
}) => {
  const words = useWords().movements
  const formats = useFormats()
  const client = useQueryClient()
  const { data: me } = useQuery(queries.me())
  const of = { path: { accountId: movement.account_id, movementId: movement.id } }
  const taken = movement.excluded_at !== null
  const isHeld = !taken && movement.possible_duplicate_of !== undefined
  const turn = useAction({
    run: () =>
      taken
        ? api.post("/accounts/{accountId}/movements/{movementId}/include", of)
        : api.post("/accounts/{accountId}/movements/{movementId}/exclude", of),
    said: words.done,
    done: () => {
      void client.invalidateQueries({ queryKey: ["movements"] })
      void client.invalidateQueries({ queryKey: ["orders"] })
      onClose()
    }
  })
  // The order stays matched with it, and only the order's page can change that.
  const asksFirst = !taken && movement.pays !== null
  const [asking, setAsking] = useState(false)
  const resend = useAction({
    run: () => api.post("/accounts/{accountId}/movements/{movementId}/notify", of),
    said: movement.notified_at === null ? words.sentOnce : words.resent,
    stale: [["deliveries"], ["endpoint"]],
    done: onClose
  })
  if (asking && movement.pays !== null) {
    return (
      <SureToExclude
        pays={movement.pays}
        busy={turn.isPending}
        onSure={() => turn.mutate()}
        onClose={() => setAsking(false)}
      />
    )
  }
  return (
    <Dialog key="movement" title={payerOf(movement)} onClose={onClose}>
      <p className="num mb-4 text-2xl font-semibold">{formats.money(movement.amount, movement.currency)}</p>
      <MovementState movement={movement} />
      <Facts movement={movement} />
      {taken && movement.pays !== null ? (
        <div className="mt-4">
          <Notice tone="warn">{words.excludedPays(movement.pays.external_id)}</Notice>
        </div>
      ) : null}
      <Paid movement={movement} />
      {canPay(movement) && me?.operation_mode === "reconcile" ? (
        <GiveToOrder movement={movement} onDone={onClose} />
      ) : null}
      {isHeld ? (
        <HeldPayment movement={movement} onDone={onClose} />
      ) : (
        <div className="mt-6 flex flex-wrap gap-2 border-t border-line pt-5">
          {movement.pays === null ? null : (
            <Link
              to="/orders/$orderId"
              params={{ orderId: movement.pays.request_id }}
              className={buttonLook("primary")}
            >
              {words.goToOrder(movement.pays.external_id)}
            </Link>
          )}
          <Button busy={resend.isPending} onClick={() => resend.mutate()}>
            {movement.notified_at === null ? words.send : words.resend}
          </Button>
          <Button
            look={taken ? "quiet" : "danger"}
            busy={turn.isPending}
            onClick={() => (asksFirst ? setAsking(true) : turn.mutate())}
          >
            {taken ? words.include : words.exclude}
            {asksFirst ? " …" : ""}
          </Button>
          {taken ? null : <p className="w-full text-sm text-muted">{words.excludeHint}</p>}
        </div>
      )}
    </Dialog>
  )
}

interface SureProps {
  readonly pays: NonNullable<Movement["pays"]>
  readonly busy: boolean
  readonly onSure: () => void
  readonly onClose: () => void
}

const SureToExclude = ({ busy, onClose, onSure, pays: { external_id: order, request_id: orderId } }: SureProps) => {
  const { actions, movements: words } = useWords()
  return (
    <Dialog key="asking" title={words.excludeSure} onClose={onClose}>
      <p>{words.excludePays(order)}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/orders/$orderId" params={{ orderId }} className={buttonLook("primary")}>
          {words.goToOrder(order)}
        </Link>
        <Button look="danger" busy={busy} onClick={onSure}>
          {words.excludeStill}
        </Button>
        <Button onClick={onClose}>{actions.cancel}</Button>
      </div>
    </Dialog>
  )
}

/** What the bank says of the movement, as far as it says it. */
const Facts = ({ movement }: { readonly movement: Movement }) => {
  const words = useWords().movements
  const formats = useFormats()
  const { amount, balance, booked_date, counterparty_account: account, currency, value_date } = movement
  const facts = [
    [words.columns.date, formats.day(booked_date)],
    [words.valueDate, value_date === null || value_date === booked_date ? "" : formats.day(value_date)],
    [words.columns.account, movement.account_name],
    [amount.startsWith("-") ? words.payeesAccount : words.payersAccount, account === null ? "" : grouped(account)],
    [words.text, textOf(movement)],
    [words.balance, balance === null ? "" : formats.money(balance, currency)],
    [movement.bank_movement_id === movement.external_id ? words.id : words.ourId, movement.external_id]
  ]
  return (
    <dl className="mt-4 grid gap-3">
      {facts
        .filter(([, value]) => value !== "")
        .map(([name, value]) => (
          <div key={name} className="grid grid-cols-1 gap-x-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
