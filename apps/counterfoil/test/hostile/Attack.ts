/** Hostile bank scripts as rows of tables: what each tries, and how it must end. */

import type { DeclaredRequest, ScriptPhase } from "@counterfoil/core"

/** One hostile script. */
export interface Attack {
  readonly title: string
  /** The body of `login`: `send` (raw JSON to the host), `ask(verb, args)`, `css(selector)`, `on(selector, verb, args)` and `said` are in reach. */
  readonly body: string
  /** The phase that `body` is. (Default: login) */
  readonly phase?: ScriptPhase
  /** What it does in a login before that, as it would to get there. (Default: no login) */
  readonly login?: string
  /** The requests beyond reading that its manifest declares. (Default: none) */
  readonly declares?: ReadonlyArray<DeclaredRequest>
  /** Runs while the bundle loads. */
  readonly before?: string
  /** The kinds of failure that it may end in, the most likely first; absent: it ends well, having gained nothing. */
  readonly fails?: ReadonlyArray<Fault>
  /** What it hands back, where it ends well. (Default: an empty list) */
  readonly gets?: unknown
}

export type Fault = "script_error" | "timeout" | "out_of_memory" | "crashed" | "does_not_load"

export interface Family {
  readonly name: string
  /** Its scripts run one after the other on one page of one session: none of them leaves anything behind. */
  readonly onOnePage?: true
  /** So many of them where not all are tried; one, if it doesn't say. */
  readonly sample?: number
  readonly attacks: ReadonlyArray<Attack>
}

export const timeout: ReadonlyArray<Fault> = ["timeout"]
export const scriptError: ReadonlyArray<Fault> = ["script_error"]
/** Memory runs out in one of several ways, depending on what is asked for first and how busy the machine is. */
export const memory: ReadonlyArray<Fault> = ["out_of_memory", "crashed", "script_error", "timeout"]

/** What the scripts of all families have in reach. */
const helpers = `
  const said = async (json) => { const answer = JSON.parse(await send(json)); return answer.err ? answer.err.code : answer.ok }
  const ask = (verb, args = {}) => said(JSON.stringify({ verb, page: 0, timeout: 1500, ...args }))
  const css = (selector) => ({ steps: [{ method: "locator", arg: selector }] })
  const on = (selector, verb, args = {}) => ask("locator." + verb, { ...css(selector), ...args })
  const type = (selector, secret, args = {}) => on(selector, "fill", { value: { secret, ...args } })
`

/** The bundle of an attack, by hand: an author of bundles isn't bound to the SDK. */
export const bundleOf = ({ before = "", body, login, phase = "login" }: Attack, manifest: object): string => `
${before}
__counterfoilRegister({
  manifest: ${JSON.stringify(JSON.stringify(manifest))},
  run: async (send, phase, args) => {
    ${helpers}
    const result = await (async () => { ${login === undefined ? body : `if (phase !== "${phase}") { ${login} } else { ${body} }`} })()
    return JSON.stringify({ done: result ?? null })
  }
})`
