export * as IsolatedScriptRunner from "./IsolatedScriptRunner.ts"
export * as IsolatedStatementReader from "./IsolatedStatementReader.ts"
export { SandboxUnavailable } from "./Lockdown.ts"
export { withoutEnvironment } from "./withoutEnvironment.ts"
