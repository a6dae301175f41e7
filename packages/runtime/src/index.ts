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
export { backup, type BackupFacts, inspectBackup, restore } from "./upkeep/backup.ts"
export * from "./browser.ts"
export * from "./config/configFromEnv.ts"
export * as Counterfoil from "./Counterfoil.ts"
export * from "./config/CounterfoilConfig.ts"
export { examine } from "./examine/examine.ts"
export type { GivenConfig } from "./config/givenConfig.ts"
export type { Finding } from "./examine/Finding.ts"
export { exportUser } from "./upkeep/exportUser.ts"
export { startAfresh } from "./home.ts"
export { openToOthers } from "./config/openToOthers.ts"
export { settingsInVain } from "./config/settingsInVain.ts"
export { addUser, administrators, listUsers, resetPassword, rotateKeys, setAdministrator } from "./upkeep/upkeep.ts"
export { deleteUser, eraseDeleted, findLeaver, pendingErasure } from "./upkeep/userUpkeep.ts"
export { ServiceLost, Watchdog } from "./Watchdog.ts"
