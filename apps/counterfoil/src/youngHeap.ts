/**
 * What is young in V8's heap has room that grows with what survives. A start makes little but what stays, so it would grow to
 * 30 MiB, which a server at rest then keeps for a minute or for good.
 */
import { setFlagsFromString } from "node:v8"

/** For the start. */
export const keepYoungSmall = (): void => setFlagsFromString("--semi-space-growth-factor=1")

/** V8's own: under load the room pays for itself. */
export const letYoungGrow = (): void => setFlagsFromString("--semi-space-growth-factor=2")
