/**
 * Above the button that saves, which is far from most fields: where it was refused. Why stands at each field, and is said
 * there alone; what is said of no field that is shown, is said here.
 */
import type { Mode, Settings } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { Notice, useSentence } from "../../ui/parts.tsx"
import { isSaidAt } from "../../ui/Refused.tsx"
import { type SelectSetting, type Setting, settingsSections, type TextSetting } from "./settingsSections.ts"

/** Those that say themselves what is wrong with them. */
const saying = (setting: Setting): ReadonlyArray<TextSetting | SelectSetting> =>
  setting.kind === "row" ? setting.fields : setting.kind === "text" || setting.kind === "select" ? [setting] : []

const isShown = (field: TextSetting | SelectSetting, mode: Mode | null): boolean =>
  field.kind === "select" || field.onlyIn === undefined || field.onlyIn === mode

interface Props {
  readonly cause: unknown
  readonly saved: Settings | null
  readonly mode: Mode | null
  readonly faultAt: (name: string) => string | undefined
  readonly onGo: (name: string) => void
}

export const NotSaved = ({ cause, faultAt, mode, onGo, saved }: Props) => {
  const { config, undone } = useWords()
  const sentence = useSentence()
  const fields = settingsSections.flatMap((section) =>
    section.settings
      .flatMap(saying)
      .filter((field) => isShown(field, mode))
      .map(({ label, name }) => ({ name, label: label(config, saved), section: section.title(config, saved) }))
  )
  const wrong = fields.filter(({ name }) => faultAt(name) !== undefined)
  const isElsewhere =
    cause !== null &&
    !isSaidAt(
      cause,
      fields.map(({ name }) => name)
    )
  if (wrong.length === 0 && !isElsewhere) return null
  const called = ({ label, section }: (typeof fields)[number]) =>
    undone.quoted(fields.filter((field) => field.label === label).length > 1 ? `${section}: ${label}` : label)
  return (
    <Notice role="alert" tone="bad">
      {isElsewhere ? <p>{sentence(cause)}</p> : null}
      {wrong.length === 0 ? null : (
        <p className="flex flex-wrap items-center gap-x-3">
          {config.notSaved}
          {wrong.map((field) => (
            <button
              key={field.name}
              type="button"
              onClick={() => onGo(field.name)}
              className="min-h-7 max-w-full truncate font-medium underline underline-offset-3"
            >
              {called(field)}
            </button>
          ))}
        </p>
      )}
    </Notice>
  )
}
