export { AccountCommands, type DemoNeighbours, DemoUnavailable, EventLog, type ScriptRelease } from "@counterfoil/core"
// What a bank side of one's own is made of (`Parts.bankSide`).
export {
  BankBrowser,
  type BankPage,
  BrowserUnavailable,
  type HostAnswer,
  type HostCall,
  type PageCall,
  PageFault,
  ScriptDoesNotLoad,
  ScriptFault,
  ScriptManifest,
  type ScriptPhase,
  type ScriptRun,
  ScriptRunner
} from "@counterfoil/core"
export type { RealtimeMessage } from "@counterfoil/domain"
export { backup, type BackupFacts, inspectBackup, restore } from "./backup.ts"
export * from "./browser.ts"
export * from "./configFromEnv.ts"
export * as Counterfoil from "./Counterfoil.ts"
export * from "./CounterfoilConfig.ts"
export { examine } from "./examine.ts"
export type { GivenConfig } from "./givenConfig.ts"
export type { Finding } from "./Finding.ts"
export { exportUser } from "./exportUser.ts"
export { startAfresh } from "./home.ts"
export { openToOthers } from "./openToOthers.ts"
export { settingsInVain } from "./settingsInVain.ts"
export { addUser, administrators, listUsers, resetPassword, rotateKeys, setAdministrator } from "./upkeep.ts"
export { deleteUser, eraseDeleted, findLeaver, pendingErasure } from "./userUpkeep.ts"
export { ServiceLost, Watchdog } from "./Watchdog.ts"
