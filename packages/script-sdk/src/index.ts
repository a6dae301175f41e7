/** What authors of bank scripts import. */
export type { Context, ExtractContext, LoginContext } from "./Context.ts"
export type { Log } from "./Log.ts"
export { type BankAccount, type BankScript, type DeclaredRequest, defineBankScript } from "./defineBankScript.ts"
export { type CodeByHand, type CodeField, type Ending, type Endings, said } from "./ends.ts"
export {
  BankPageError,
  type FailureKind,
  Retryable,
  type RetryableKind,
  Terminal,
  type TerminalKind
} from "./errors.ts"
export { expect, type LocatorExpectation, type PageExpectation, type Patience } from "./expect.ts"
export type { Json } from "./bridge.ts"
export { canvasKeypad, type CanvasKeypadOptions, type Keypad, keypad, type KeypadOptions } from "./keypad.ts"
export type {
  Answer,
  Download,
  Exact,
  Filter,
  Finder,
  FrameLocator,
  Locator,
  Paced,
  Page,
  RecordField,
  RoleOptions,
  Settled,
  Target,
  TextEncoding,
  Wait,
  TableRow
} from "./locators.ts"
export * as movements from "./movements/index.ts"
export type { Coverage, Movement, Statement, StatementPage } from "./movements/Statement.ts"
export type { ApprovalRequest, ImageRequest, Otp, OtpAnswer, OtpRequest, QuestionRequest } from "./Otp.ts"
export type { CodeStep, Meaning } from "./outcome.ts"
export type { Row } from "./Row.ts"
export type { Secret } from "./Secret.ts"
export * as statements from "./statements/index.ts"
export type { Text } from "./steps.ts"
export { type Gone, unlessGone } from "./unlessGone.ts"
