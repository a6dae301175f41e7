/** The bank's page as it was when something failed: masked, encrypted, for the owner alone. */
import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../../api/queries.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Dialog } from "../../ui/Dialog.tsx"
import { Failed, Waiting } from "../../ui/parts.tsx"

interface Props {
  readonly accountId: string
  readonly evidenceId: string
}

export const EvidencePicture = ({ accountId, evidenceId }: Props) => {
  const { accounts } = useWords()
  const formats = useFormats()
  const { data, error, refetch } = useQuery({ ...queries.evidence(accountId, evidenceId), staleTime: Infinity })
  if (error !== null) return <Failed cause={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Waiting rows={5} />
  return (
    <figure className="min-w-0">
      <img
        src={`data:image/png;base64,${data.screenshot}`}
        alt={`${accounts.bankPicture}: ${data.url}`}
        className="w-full rounded-xl border border-line bg-white"
      />
      <figcaption className="mt-2 text-sm text-muted">
        {accounts.bankPicture}, {formats.moment(data.occurred_at)}. {accounts.bankPictureHint}
      </figcaption>
    </figure>
  )
}

export const EvidenceButton = (props: Props) => {
  const { accounts } = useWords()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button small icon="eye" onClick={() => setOpen(true)}>
        {accounts.bankPicture}
      </Button>
      {open ? (
        <Dialog title={accounts.bankPicture} wide onClose={() => setOpen(false)}>
          <EvidencePicture {...props} />
        </Dialog>
      ) : null}
    </>
  )
}
