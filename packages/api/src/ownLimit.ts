import { Context } from "effect"

/**
 * The endpoint has a limit of its own, so that its requests aren't counted among the changes of their user, nor does a change wait
 * for them: what is tried at somebody's server takes as long as that server likes.
 */
export const HasOwnLimit = Context.Reference<boolean>("@counterfoil/api/HasOwnLimit", { defaultValue: () => false })
