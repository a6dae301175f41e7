// Faults on purpose: `npm run check` fails unless lint and the unused-code check report every one of them, so neither
// can go blind without anybody noticing.
import { used } from "./planted.ts"

export const entry = used
