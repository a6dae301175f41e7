/** Above the button that saves: what somebody else, or another tab, has saved since this form was drawn. */
import type { Settings } from "../../api/types.ts"
import type { Dictionary } from "../../i18n/dictionary.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Notice } from "../../ui/parts.tsx"
import { type Setting, settingsSections } from "./settingsSections.ts"

interface Called {
  readonly name: string
  readonly label: string
  /** Several sections have fields of one label. */
  readonly section: string
  readonly say: (value: unknown) => string | undefined
}

/** Secrets are not written out again. */
const sayPlain = (name: string) => (value: unknown) =>
  name.endsWith("_token") || !["string", "number"].includes(typeof value) ? undefined : String(value) || undefined

const sayChosen = (options: ReadonlyArray<{ readonly value: string; readonly title: string }>) => (value: unknown) =>
  options.find((option) => option.value === (value ?? ""))?.title

const calledIn = (words: Dictionary["config"], saved: Settings | null, section: string) => {
  const named = (setting: Setting): ReadonlyArray<Called> => {
    if (setting.kind === "row") return setting.fields.flatMap(named)
    const label = setting.label(words, saved)
    switch (setting.kind) {
      case "group":
        // The checks together are one list to the server.
        return [{ name: "notification_events", label, section, say: () => undefined }]
      case "select":
        return [{ name: setting.name, label, section, say: sayChosen(setting.options(words)) }]
      case "choice":
        return [{ name: setting.name, label, section, say: sayChosen(setting.options(words, saved, null)) }]
      default:
        return [{ name: setting.name, label, section, say: sayPlain(setting.name) }]
    }
  }
  return named
}

const useCalled = (saved: Settings | null): ReadonlyArray<Called> => {
  const { config } = useWords()
  return settingsSections.flatMap((section) =>
    section.settings.flatMap(calledIn(config, saved, section.title(config, saved)))
  )
}

/** What settings are called in a sentence. */
export const useSettingNames = (saved: Settings | null) => {
  const { undone } = useWords()
  const formats = useFormats()
  const called = useCalled(saved)
  return (names: ReadonlyArray<string>): string =>
    formats.list(
      called
        .filter(({ name }) => names.includes(name))
        .map(({ label, section }) =>
          undone.quoted(called.filter((each) => each.label === label).length > 1 ? `${section}: ${label}` : label)
        )
    )
}

interface BothProps {
  readonly both: ReadonlyArray<string>
  readonly now: Settings | null
  readonly onTheirs: () => void
}

/** Both have changed the same: this person says whose holds. */
export const BothChanged = ({ both, now, onTheirs }: BothProps) => {
  const { config } = useWords()
  const called = useCalled(now).filter(({ name }) => both.includes(name))
  const values: Readonly<Record<string, unknown>> = { ...now }
  return (
    <Notice role="alert" tone="warn" title={config.bothChanged}>
      <ul className="my-1.5 list-disc pl-5 wrap-anywhere">
        {called.map(({ label, name, say, section }) => {
          const value = say(values[name])
          return (
            <li key={name}>
              {section}: {label}
              {value === undefined ? null : `, ${config.savedNow(value)}`}
            </li>
          )
        })}
      </ul>
      <p>{config.bothChangedLong}</p>
      <Button small className="mt-2" onClick={onTheirs}>
        {config.takeTheirs}
      </Button>
    </Notice>
  )
}
