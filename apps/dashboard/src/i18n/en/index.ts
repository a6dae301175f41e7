import { accounts } from "./accounts.ts"
import { banks, keys } from "./admin.ts"
import { code } from "./code.ts"
import { codes } from "./codes.ts"
import { common } from "./common.ts"
import { config } from "./config.ts"
import { enrol } from "./enrol.ts"
import { home, settings } from "./home.ts"
import { channels, phone } from "./phone.ts"
import { demo } from "./demo.ts"
import { deliveries, movements } from "./movements.ts"
import { refused } from "./refused.ts"
import { orders } from "./orders.ts"
import { undone } from "./undone.ts"

export const en = {
  ...common,
  common,
  accounts,
  code,
  codes,
  config,
  banks,
  channels,
  deliveries,
  demo,
  enrol,
  home,
  keys,
  movements,
  orders,
  phone,
  refused,
  settings,
  undone
}
