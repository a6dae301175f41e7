/** Tells operators of a version that was published and doesn't load any more: an account's owner can't mend that. */
import { tellOperators } from "../operators/OperatorNotices.ts"
import type { ScriptDoesNotLoad } from "../scripts/ScriptRunner.ts"

export const tellUnusable =
  (bank: string, version: string) =>
  ({ message }: ScriptDoesNotLoad) =>
    tellOperators({
      kind: "script_unusable",
      message: `a version of a bank's script doesn't load here: ${message.slice(0, 300)}`,
      about: { bank, version }
    })
