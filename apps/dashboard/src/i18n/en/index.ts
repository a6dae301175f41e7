import { accounts } from "./accounts.ts"
import { banks, keys } from "./admin.ts"
import { code } from "./code.ts"
import { common } from "./common.ts"
import { config } from "./config.ts"
import { enrol } from "./enrol.ts"
import { home, settings } from "./home.ts"
import { phone } from "./phone.ts"
import { demo } from "./demo.ts"
import { deliveries, movements } from "./movements.ts"
import { orders } from "./orders.ts"

export const en = {
  ...common,
  common,
  accounts,
  code,
  config,
  banks,
  deliveries,
  demo,
  enrol,
  home,
  keys,
  movements,
  orders,
  phone,
  settings
}
