export { InvalidTrustedProxy } from "./clientAddress.ts"
export type { GateRefusal, RefusalBody } from "./HttpGate.ts"
export { ListenFailed, PortInUse } from "./listen.ts"
export {
  type Admission,
  type Ending,
  RealtimeHub,
  Rejected,
  type StreamOptions,
  type UpgradeRequest
} from "./RealtimeHub.ts"
export { RequestBodyCut, RequestBodyTooLarge } from "./RequestBody.ts"
export * as UwsHttpServer from "./UwsHttpServer.ts"
export { BodyTextCheck, readBy } from "./UwsRequest.ts"
