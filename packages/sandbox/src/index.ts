export * as IsolatedScriptRunner from "./IsolatedScriptRunner.ts"
export * as IsolatedStatementReader from "./IsolatedStatementReader.ts"
export type { IsolatedScriptRunnerOptions } from "./IsolatedScriptRunner.ts"
export { SandboxUnavailable } from "./Lockdown.ts"
