import { useState } from "react"
import { api } from "../../api/client.ts"
import type { Mode } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Choices } from "../../ui/forms.tsx"
import { Panel } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

/** What a shop receives, shown as it is: nobody has to imagine it. */
const examples: Readonly<Record<Mode, string>> = {
  reconcile:
    '{ "external_id": "A-1001", "status": "matched",\n  "amount": 120.5, "currency": "EUR", "name": "María García" }',
  passthrough:
    '{ "id": "0199…", "amount": 120.5, "currency": "EUR",\n  "name": "GARCIA MARIA", "received_at": "2026-11-20T09:30:00Z" }'
}

export const ModePicker = ({ mode, onChange }: { readonly mode: Mode; readonly onChange: (mode: Mode) => void }) => {
  const { enrol } = useWords()
  return (
    <>
      <Choices
        legend={enrol.modeLead}
        name="mode"
        value={mode}
        onChange={onChange}
        options={[
          { value: "reconcile", ...enrol.modes.reconcile },
          { value: "passthrough", ...enrol.modes.passthrough }
        ]}
      />
      <figure className="mt-4 rounded-xl bg-sunken p-4">
        <figcaption className="mb-1 text-sm text-muted">{enrol.hears}</figcaption>
        <pre className="overflow-x-auto font-mono text-[0.8125rem] leading-relaxed" tabIndex={0}>
          {examples[mode]}
        </pre>
      </figure>
    </>
  )
}

export const ModeStep = ({ mode, onDone }: { readonly mode: Mode; readonly onDone: (mode: Mode) => void }) => {
  const { actions } = useWords()
  const [picked, setPicked] = useState(mode)
  const save = useAction({
    run: () => api.put("/me/operation-mode", { body: { mode: picked } }),
    stale: [["me"]],
    done: () => onDone(picked)
  })
  return (
    <Panel>
      <ModePicker mode={picked} onChange={setPicked} />
      <Button look="primary" className="mt-5" busy={save.isPending} onClick={() => save.mutate()}>
        {actions.next}
      </Button>
    </Panel>
  )
}
