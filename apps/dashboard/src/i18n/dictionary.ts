import type { en } from "./en/index.ts"

/** The English words are the measure: what another language lacks is a type error. */
export type Dictionary = typeof en
