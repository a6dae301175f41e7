/** Keys, banks and scripts; as in `types.ts`. */
export interface ApiKey {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly scopes: ReadonlyArray<string>
  readonly account_ids: ReadonlyArray<string> | null
  readonly created_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

export interface CreatedApiKey extends ApiKey {
  readonly key: string
}

export interface Bank {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly loginUrl?: string
  readonly status: "active" | "retired"
}

export interface ScriptSummary {
  readonly id: string
  readonly version: string
  readonly status: "active" | "review"
  readonly created_at: string
}

export interface Script extends ScriptSummary {
  readonly bank: string
  readonly bank_id: string
}

export interface BankDetail extends Bank {
  readonly origins: ReadonlyArray<string>
  readonly creator: { readonly name: string | null; readonly administrator: boolean } | null
  readonly active: { readonly version: string; readonly since: string; readonly requests: ReadonlyArray<string> } | null
  readonly scripts: ReadonlyArray<ScriptSummary>
}

export interface VersionHealth {
  readonly script_id: string
  readonly version: string
  readonly status: "active" | "review"
  readonly promoted_at: string | null
  readonly runs: number
  readonly succeeded: number
  readonly success_rate: number | null
  readonly failures: ReadonlyArray<{ readonly kind: string; readonly count: number }>
  readonly median_ms: number | null
  readonly p95_ms: number | null
}

export interface ScriptReport {
  readonly script: Script & {
    readonly requests: ReadonlyArray<{ readonly method: string; readonly path: string }>
  }
  readonly comparison: {
    readonly compared_at: string
    readonly movements: number
    readonly identities_changed: number
    readonly signs_changed: number
    readonly changed_share: number
  } | null
  readonly shadow: {
    readonly accounts: number
    readonly compared: number
    readonly last_at: string
    readonly movements: number
    readonly identities_changed: number
    readonly signs_changed: number
    readonly changed_share: number
  } | null
  readonly versions: ReadonlyArray<VersionHealth>
}

export interface Consent {
  readonly missing: ReadonlyArray<string>
  readonly fingerprint: string
}
