export * as IsolatedScriptRunner from "./IsolatedScriptRunner.ts"
export type { IsolatedScriptRunnerOptions } from "./IsolatedScriptRunner.ts"
export { SandboxUnavailable } from "./Lockdown.ts"
