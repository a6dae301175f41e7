import { stories } from "../support/stories.ts"

export const { bankId, customer, enrolledAs, enter, owner, settled, shopkeeper, trade, world } = stories()
