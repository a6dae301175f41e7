/** What the verbs for codes need of their session. */
import type { Effect } from "effect"
import type { CodeMachine, Via } from "../../codes/CodeMachines.ts"
import type { Assistance } from "../../accounts/AccountStatus.ts"
import type { WithoutPermit } from "../../fairSemaphore.ts"
import type { ScriptPhase } from "../../scripts/DeclaredRequest.ts"
import type { PageFault } from "../../scripts/PageCall.ts"
import type { HostAnswer } from "../../scripts/ScriptRunner.ts"
import type { BankPage } from "../BankBrowser.ts"
import type { CodeLine } from "./codeLines.ts"
import type { OtpBroker } from "./OtpBroker.ts"
import type { Moment } from "../phaseRules.ts"
import type { SessionFailure } from "../SessionFailure.ts"

export interface CodeVerbsOptions {
  readonly page: BankPage
  readonly broker: OtpBroker
  /** What makes such a code without asking anybody; null: nothing does. (Default: nothing) */
  readonly machineFor?:
    | ((descriptor: Assistance["descriptor"], via: Via | undefined) => Effect.Effect<CodeMachine | null>)
    | undefined
  readonly sessionId: string
  readonly loginMode: "simple" | "assisted"
  readonly bankName: string
  /** Undefined: between phases. */
  readonly phase: () => ScriptPhase | undefined
  readonly moment: () => Moment | undefined
  readonly withoutPermit: WithoutPermit
  readonly onCodeAsked: Effect.Effect<void>
  readonly onCodeTaken: Effect.Effect<void>
  readonly onCodeGiven: Effect.Effect<void>
  readonly endRun: (failure: SessionFailure) => Effect.Effect<HostAnswer>
  /** Ends it for what its script did. */
  readonly scriptError: (message: string) => Effect.Effect<HostAnswer>
  /** Answers a call with what the page said against it. */
  readonly faulty: (fault: PageFault) => Effect.Effect<HostAnswer>
  readonly tell: (line: CodeLine) => Effect.Effect<void>
}
