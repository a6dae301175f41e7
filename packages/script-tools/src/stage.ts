/** What rehearsals need, in one layer: the tools' browser and the isolates. */
import { RehearsalBrowser } from "@counterfoil/browser"
import type { ScriptRunner } from "@counterfoil/core"
import { IsolatedScriptRunner, type SandboxUnavailable } from "@counterfoil/sandbox"
import { Layer } from "effect"

export interface StageOptions {
  /** (Default: true.) */
  readonly headless?: boolean
  /** The bank's origins of a live run. One on this machine is allowed because its author has named it. */
  readonly liveOrigins?: ReadonlyArray<string>
}

const isLoopback = (origin: string): boolean => {
  const host = URL.parse(origin)?.hostname ?? ""
  return host === "localhost" || host === "[::1]" || host.startsWith("127.")
}

/** As a server's operator names it; a blank one is none. */
const namedBrowser = () => {
  const named = process.env["CHROMIUM_PATH"]?.trim()
  return named === "" ? undefined : named
}

export const stage = ({ headless = true, liveOrigins = [] }: StageOptions = {}): Layer.Layer<
  RehearsalBrowser | ScriptRunner,
  SandboxUnavailable
> =>
  Layer.mergeAll(
    RehearsalBrowser.layer({
      executablePath: namedBrowser(),
      headless,
      egressAllow: liveOrigins.some(isLoopback) ? ["127.0.0.0/8", "::1/128"] : []
    }),
    IsolatedScriptRunner.layer()
  )
