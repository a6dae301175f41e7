/** What the command needs to make, play and compare recordings. */
export { sentenceOf } from "@counterfoil/core"
export { printDeclaredOf } from "./proposals.ts"
export { recordRun } from "./record.ts"
export { NotRecorded } from "./settle.ts"
export type { Golden, Recording } from "./recording/Recording.ts"
export {
  NotARecording,
  readRecording,
  recordingFolder,
  recordingNames,
  writeGolden,
  writeRecording
} from "./recording/recordingFolder.ts"
export { compareGoldens } from "./replay/golden.ts"
export { replayRecording } from "./replay/replayRecording.ts"
export type { FieldDifference } from "./replay/matchRequest.ts"
export { explainFailure } from "./run/explainFailure.ts"
export { lettersApart } from "./run/lettersApart.ts"
export { shapeOf } from "./run/shapeOutline.ts"
export { printProof, type Proof } from "./run/proof.ts"
export { type AskCode, type CodeRequest, NoCode } from "./run/rehearsalHost.ts"
export type { RehearsalResult } from "./run/rehearse.ts"
export { stage } from "./stage.ts"
export { inspectBundle, takenSdkMajors } from "./inspectBundle.ts"
export { compareVersions, type VersionSample } from "./replay/compareVersions.ts"
export { AccountsNotListed, type BankAccount, listAccounts } from "./listAccounts.ts"
export { look, type Look } from "./look.ts"
export { type LiveRun, type LiveSession, openLiveSession } from "./liveSession.ts"
export { bisectRecording, type BisectRow } from "./replay/bisect.ts"
