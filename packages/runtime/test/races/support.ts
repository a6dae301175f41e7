/** The whole service for tests of what happens at the same moment: failpoints, a cable to the database, its rows. */
import type { AccountPolicyShape, FailpointsShape } from "@counterfoil/core"
import { setTimeout as pause } from "node:timers/promises"
import { type CounterfoilConfig, defaultConfig } from "../../src/index.ts"
import { type Service, startService } from "../contract/support/Service.ts"
import type { Shop } from "../contract/support/Shop.ts"
import { patience } from "../contract/support/Watchers.ts"

export { field, must } from "../contract/support/Service.ts"

/** A service, with an account made by its owner's token. */
export interface Started extends Omit<Service, "account"> {
  readonly account: (token: string, settings?: object) => Promise<string>
}

type Policy = Partial<Omit<AccountPolicyShape, "shutdownGrace">>

/**
 * `reach` happens at the failpoints; `through` says where the service finds the database of an address. Assisted logins are
 * not bound to hours.
 */
export const start = async (
  policy: Policy = {},
  reach?: FailpointsShape["reach"],
  given: Partial<CounterfoilConfig> = {},
  through?: (url: string) => Promise<string>
): Promise<Started> => {
  const service = await startService(
    {
      policy: { ...defaultConfig.policy, assistedHours: { from: "00:00", to: "00:00" }, ...policy },
      ...given
    },
    { ...(reach === undefined ? {} : { reach }), ...(through === undefined ? {} : { through }) }
  )
  return {
    ...service,
    account: (token, settings) => service.account({ id: "", email: "", token }, settings)
  }
}

/**
 * Asks again and again, for what nobody tells of: rows. The longer it takes, the less often: each look is work for the service
 * that is waited for. Whether it came true in time.
 */
export const until = async (what: () => Promise<boolean> | boolean, milliseconds = patience): Promise<boolean> => {
  const end = performance.now() + milliseconds
  for (let between = 50; performance.now() < end; between = Math.min(between * 1.5, 250)) {
    if (await what()) return true
    await pause(between)
  }
  return what()
}

/** Whether the account's actor has come to rest: whatever comes now begins with another one. */
export const rests = ({ rows }: Pick<Started, "rows">, id: string): Promise<boolean> =>
  until(
    async () =>
      (await rows(`select 1 from account_due where account_id = '${id}' and (due_at is null or due_at > now())`))
        .length > 0
  )

/** Settings of an account at the scripted bank, whose webhooks go to the shop's path of the same name. */
export const settingsOf = (shop: Shop, username: string, extra: object = {}) => ({
  webhook_url: shop.url(`/hooks/${username}`),
  bank_username: username,
  bank_password: "bank-secret",
  ...extra
})
