import { Context } from "effect"

/** The endpoint has a limit of its own, so that its requests aren't counted among the changes of their user. */
export const HasOwnLimit = Context.Reference<boolean>("@counterfoil/api/HasOwnLimit", { defaultValue: () => false })
