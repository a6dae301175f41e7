/** What a version would read otherwise than the active one: on accounts whose owners let it be tried, else on recordings. */
import type { ScriptReport } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"

export const Differences = ({ report: { comparison, shadow } }: { readonly report: ScriptReport }) => {
  const { banks: words } = useWords()
  const formats = useFormats()
  if (shadow === null && comparison === null) return <p className="text-muted">{words.noReport}</p>
  return (
    <div className="grid gap-4">
      {shadow === null ? null : (
        <section className="grid gap-2">
          <p className="num text-muted">
            {words.shadow(formats.number(shadow.compared), formats.number(shadow.accounts))}{" "}
            {words.lastTried(formats.moment(shadow.last_at))}
          </p>
          <Counts counted={shadow} />
          <Outcomes outcomes={shadow.outcomes} />
        </section>
      )}
      {comparison === null ? null : (
        <section className="grid gap-2">
          <p className="text-muted">
            {words.comparison(formats.number(comparison.samples.length), formats.day(comparison.compared_at))}
          </p>
          <Counts counted={comparison} />
          <Samples samples={comparison.samples} />
        </section>
      )}
    </div>
  )
}

interface Counted {
  readonly movements: number
  readonly identities_changed: number
  readonly signs_changed: number
}

const Counts = ({ counted }: { readonly counted: Counted }) => {
  const { banks: words } = useWords()
  const formats = useFormats()
  const facts: ReadonlyArray<readonly [string, number]> = [
    [words.movements, counted.movements],
    [words.identities, counted.identities_changed],
    [words.signs, counted.signs_changed]
  ]
  return (
    <dl className="grid gap-1.5">
      {facts.map(([name, value], index) => (
        <div key={name} className="flex justify-between gap-4">
          <dt>{name}</dt>
          <dd className={`num font-semibold ${index > 0 && value > 0 ? "text-bad" : ""}`}>{formats.number(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** "read", or a kind of failure, in the reader's words. */
const useOutcome = () => {
  const { accounts } = useWords()
  const kinds: Readonly<Record<string, string | undefined>> = { ...accounts.kinds, ...accounts.shadow.outcomes }
  return (outcome: string) => kinds[outcome] ?? outcome
}

const Outcomes = ({ outcomes }: { readonly outcomes: NonNullable<ScriptReport["shadow"]>["outcomes"] }) => {
  const formats = useFormats()
  const outcomeOf = useOutcome()
  if (outcomes.length === 0) return null
  return (
    <ul className="text-bad">
      {outcomes.map(({ count, kind }) => (
        <li key={kind} className="num">
          {formats.number(count)} × {outcomeOf(kind)}
        </li>
      ))}
    </ul>
  )
}

/** Only those that differ: of the others there is nothing to see. */
const Samples = ({ samples }: { readonly samples: NonNullable<ScriptReport["comparison"]>["samples"] }) => {
  const { banks: words } = useWords()
  const formats = useFormats()
  const outcomeOf = useOutcome()
  const different = samples.filter(
    (sample) =>
      sample.outcome_before !== sample.outcome_after ||
      sample.movements_before !== sample.movements_after ||
      sample.identities_changed + sample.signs_changed > 0
  )
  if (different.length === 0) return <p>{words.alike}</p>
  return (
    <ul className="grid gap-2">
      {different.map((sample) => (
        <li key={sample.name} className="border-t border-line pt-2">
          <span className="font-medium">{sample.name}</span>
          <span className="num block text-muted">
            {words.before}: {outcomeOf(sample.outcome_before)} {words.rows(formats.number(sample.movements_before))}
          </span>
          <span className="num block text-muted">
            {words.after}: {outcomeOf(sample.outcome_after)} {words.rows(formats.number(sample.movements_after))}
          </span>
        </li>
      ))}
    </ul>
  )
}
