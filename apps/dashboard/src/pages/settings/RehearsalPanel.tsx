/** What a stricter or a more lenient matching would have made of the orders so far. Nothing is changed by it. */
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { api } from "../../api/client.ts"
import type { RehearsalReport } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { SelectField } from "../../ui/forms.tsx"
import { oneOf } from "../../ui/oneOf.ts"
import { Notice, Panel, useSentence } from "../../ui/parts.tsx"
import { useAction } from "../../ui/useAction.ts"

const presets = ["strict", "default", "lenient"] as const

/** More of them are on record than anybody reads here. */
const mostShown = 20

export const RehearsalPanel = () => {
  const words = useWords().settings.rehearsal
  const sentence = useSentence()
  const [preset, setPreset] = useState<(typeof presets)[number]>("strict")
  const formats = useFormats()
  const rehearse = useAction({
    run: () => api.post("/conciliation/rehearsal", { body: { preset } }),
    silent: true,
    elsewhere: {
      done: (report) =>
        words.done(
          words.presets[report.preset],
          formats.number(report.matched_rehearsed),
          formats.number(report.matched_now)
        ),
      refused: (cause) => `${words.title} ${sentence(cause)}`
    }
  })
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="text-muted">{words.lead}</p>
        <div className="flex flex-wrap items-end gap-3">
          <SelectField
            label={words.preset}
            value={preset}
            onChange={({ target }) => setPreset(oneOf(presets, target.value) ?? "default")}
          >
            {presets.map((each) => (
              <option key={each} value={each}>
                {words.presets[each]}
              </option>
            ))}
          </SelectField>
          <Button busy={rehearse.isPending} onClick={() => rehearse.mutate()}>
            {words.run}
          </Button>
        </div>
        {rehearse.isError ? (
          <Notice role="alert" tone="bad">
            {sentence(rehearse.error)}
          </Notice>
        ) : null}
        <div role="status">{rehearse.data === undefined ? null : <Report report={rehearse.data} />}</div>
      </div>
    </Panel>
  )
}

const Report = ({ report }: { readonly report: RehearsalReport }) => {
  const words = useWords().settings.rehearsal
  const formats = useFormats()
  const facts = [
    [words.matchedNow, report.matched_now],
    [words.matchedThen, report.matched_rehearsed],
    [words.changes.gained, report.gained],
    [words.changes.lost, report.lost],
    [words.changes.different, report.different],
    [words.against, report.against_person]
  ] as const
  const shown = report.changes.slice(0, mostShown)
  return (
    <div className="grid gap-4">
      <p className="num text-muted">{words.of(formats.number(report.orders), words.presets[report.preset_in_force])}</p>
      <dl className="grid gap-1.5">
        {facts.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt>{name}</dt>
            <dd className="num font-semibold">{formats.number(value)}</dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 ? null : (
        <ul className="grid gap-2 border-t border-line pt-3">
          {shown.map(({ after, change, external_id: name, request_id: orderId }) => (
            <li key={orderId}>
              <Link to="/orders/$orderId" params={{ orderId }} className="text-accent underline underline-offset-3">
                {name}
              </Link>{" "}
              · {words.changes[change]}
              <span className="block text-sm text-muted">{after.reason}</span>
            </li>
          ))}
        </ul>
      )}
      {report.changes.length + report.changes_left_off > shown.length ? (
        <p className="text-sm text-muted">
          {words.more(formats.number(report.changes.length + report.changes_left_off - shown.length))}
        </p>
      ) : null}
    </div>
  )
}
