import type { Duration } from "effect"

/** What one run of a script may use. */
export interface RunLimits {
  /** Heap of the isolate. */
  readonly memoryMiB: number
  /** Processor time of one phase. */
  readonly cpuBudget: Duration.Duration
  /** The most that a phase may ask of the host; a script that asks for more is ended. */
  readonly callsPerPhase: number
  /** How much processor time a bundle may take to load. */
  readonly loadBudget: Duration.Duration
}
