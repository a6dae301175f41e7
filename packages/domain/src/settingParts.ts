/** What follows from the list of an account's settings: their names, fields, values and defaults, each with its own type. */
import { Struct } from "effect"
import { accountSettings } from "./accountSettings.ts"

type AccountSettingsTable = typeof accountSettings
export type SettingField = keyof AccountSettingsTable
export type SettingKind = AccountSettingsTable[SettingField]["kind"]
/** The settings of some kinds. */
export type SettingsOf<Kind extends SettingKind> = {
  [Field in SettingField]: AccountSettingsTable[Field]["kind"] extends Kind ? Field : never
}[SettingField]

/** In the list's order. */
export const settingsOf = <const Kind extends SettingKind>(...kinds: ReadonlyArray<Kind>): Array<SettingsOf<Kind>> =>
  Struct.keys(accountSettings).filter((field): field is SettingsOf<Kind> =>
    kinds.some((kind) => kind === accountSettings[field].kind)
  )

interface PartOf<Part extends string> extends Struct.Lambda {
  <A extends Readonly<Record<Part, unknown>>>(setting: A): A[Part]
  readonly "~lambda.out": this["~lambda.in"] extends Readonly<Record<Part, infer Value>> ? Value : never
}
const part = <const Part extends string>(name: Part) => Struct.lambda<PartOf<Part>>((setting) => setting[name])

type WithDefault = {
  [Field in SettingField]: AccountSettingsTable[Field] extends { readonly leftOut: unknown } ? Field : never
}[SettingField]
const withDefault = Struct.keys(accountSettings).filter(
  (field): field is WithDefault => "leftOut" in accountSettings[field]
)

const readable = Struct.omit(accountSettings, ["bankPassword"])

/** Their names in the API and in the tables. */
export const settingNames = Struct.map(accountSettings, part("name"))
/** What a write that names only a `webhook_url` leaves. */
export const settingDefaults = Struct.map(readable, part("standard"))
/** The part of it that a write need not name. */
export const leftOutSettings = Struct.pick(settingDefaults, withDefault)
/** What the service works with. */
export const settingValues = Struct.map(readable, part("value"))

/** The fields of what is read and of what is written, by their names in the API. */
export const settingFields = {
  read: Struct.renameKeys(Struct.map(readable, part("read")), settingNames),
  write: Struct.renameKeys(Struct.map(accountSettings, part("write")), settingNames)
}
