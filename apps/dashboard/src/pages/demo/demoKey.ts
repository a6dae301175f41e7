import type { Schemas } from "@counterfoil/client"

/** Under which it is kept where the demo is, and who may enter there, for as long as this page is open. */
export const demoKey = ["demo", "connection"] as const

export type DemoConnection = Schemas["DemoConnection"]
