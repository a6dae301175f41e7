import { accounts } from "./accounts.ts"
import { code } from "./code.ts"
import { common } from "./common.ts"

export const en = { ...common, common, accounts, code }
