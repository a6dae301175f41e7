/** A section of an account's settings, drawn from its description; what the server says of a field stands at the field. */
import { useState } from "react"
import type { Mode, Settings } from "../../api/types.ts"
import { useWords } from "../../i18n/language.tsx"
import { CheckField, Choices, SelectField, TextField } from "../../ui/forms.tsx"
import { Panel } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import type {
  CheckSetting,
  ChoiceSetting,
  SelectSetting,
  SessionTypes,
  Setting,
  SettingsSection,
  TextSetting
} from "./settingsSections.ts"

interface Given {
  readonly saved: Settings | null
  readonly mode: Mode | null
  readonly able: SessionTypes
  readonly faultAt: (name: string) => string | undefined
  /** Why the address in a field would not be called, in the server's words. */
  readonly warningAt: (name: string) => string | undefined
}

export const SettingsPanel = ({ section, ...given }: Given & { readonly section: SettingsSection }) => {
  const { config } = useWords()
  const title = section.title(config, given.saved)
  return (
    <Panel title={title}>
      {/* Fields of one name stand in several sections: who doesn't see the page is told which. */}
      <div role="group" aria-label={title} className="grid gap-4">
        {section.lead === undefined ? null : <p className="-mt-4 text-muted">{section.lead(config, given.saved)}</p>}
        {section.settings.map((setting, index) => (
          <One key={index} setting={setting} {...given} />
        ))}
      </div>
    </Panel>
  )
}

const One = ({ setting, ...given }: Given & { readonly setting: Setting }) => {
  const { config } = useWords()
  switch (setting.kind) {
    case "text":
      return <Text setting={setting} {...given} />
    case "select":
      return <Select setting={setting} {...given} />
    case "choice":
      return <Choice setting={setting} {...given} />
    case "check":
      return <Check setting={setting} {...given} />
    case "group":
      return (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium text-[0.9rem]">{setting.label(config, given.saved)}</legend>
          {setting.checks.map((check) => (
            <Check key={check.name} setting={check} {...given} />
          ))}
        </fieldset>
      )
    case "row":
      return (
        <div className={`grid gap-4 ${setting.narrowFirst === true ? "sm:grid-cols-[12rem_1fr]" : "sm:grid-cols-2"}`}>
          {setting.fields.map((field) => (
            <One key={field.name} setting={field} {...given} />
          ))}
        </div>
      )
  }
}

const Text = ({ faultAt, mode, saved, setting, warningAt }: Given & { readonly setting: TextSetting }) => {
  const { config } = useWords()
  const [typed, setTyped] = useState<string>()
  const { hint, kind: _kind, label, least, most, name, onlyIn, optional = false, value, ...rest } = setting
  if (onlyIn !== undefined && onlyIn !== mode) return null
  const held = value(saved)
  // What is said of an address that was saved holds for no other one.
  const refused = typed === undefined || typed.trim() === String(held) ? warningAt(name) : undefined
  return (
    <TextField
      {...rest}
      label={label(config, saved)}
      name={name}
      autoComplete="off"
      optional={optional}
      defaultValue={held}
      onInput={(event) => setTyped(event.currentTarget.value)}
      min={least}
      max={most}
      inputMode={rest.type === "number" ? "numeric" : undefined}
      hint={hint?.(config, saved)}
      fault={faultAt(name)}
      warning={
        refused === undefined ? undefined : (
          <>
            <p>{config.refusedAddress}</p>
            <ServersWords>{refused}</ServersWords>
          </>
        )
      }
    />
  )
}

const Select = ({ faultAt, saved, setting }: Given & { readonly setting: SelectSetting }) => {
  const { config } = useWords()
  const { label, name, options, value } = setting
  return (
    <SelectField label={label(config, saved)} name={name} defaultValue={value(saved)} fault={faultAt(name)}>
      {options(config).map((option) => (
        <option key={option.value} value={option.value}>
          {option.title}
        </option>
      ))}
    </SelectField>
  )
}

const Choice = ({ able, saved, setting }: Given & { readonly setting: ChoiceSetting }) => {
  const { config } = useWords()
  const { label, name, options, value } = setting
  const [chosen, choose] = useState(value(saved))
  return (
    <Choices
      legend={label(config, saved)}
      name={name}
      value={chosen}
      onChange={choose}
      options={options(config, saved, able)}
    />
  )
}

const Check = ({ mode, saved, setting }: Given & { readonly setting: CheckSetting }) => {
  const { config } = useWords()
  const { label, name, onlyIn, value } = setting
  const isChecked = value(saved)
  if (onlyIn !== undefined && onlyIn !== mode) {
    // All settings are replaced by those of the form: what isn't shown stays as it is.
    return isChecked ? <input type="hidden" name={name} value="on" /> : null
  }
  return <CheckField label={label(config, saved)} name={name} defaultChecked={isChecked} />
}
