/** All families of hostile scripts. */
import type { Family } from "./Attack.ts"
import { answers } from "./families/answers.ts"
import { declared } from "./families/declared.ts"
import { deputies } from "./families/deputies.ts"
import { encoded } from "./families/encoded.ts"
import { errors } from "./families/errors.ts"
import { escape } from "./families/escape.ts"
import { exfiltration } from "./families/exfiltration.ts"
import { floods } from "./families/floods.ts"
import { handles } from "./families/handles.ts"
import { keypads } from "./families/keypads.ts"
import { malformed } from "./families/malformed.ts"
import { memoryBombs } from "./families/memory.ts"
import { navigation, otherSchemes } from "./families/navigation.ts"
import { byError, byLayout, byLength, byTime, byValue } from "./families/oracles.ts"
import { pageFloods } from "./families/pageFloods.ts"
import { patterns } from "./families/patterns.ts"
import { phases } from "./families/phases.ts"
import { hangs, processor } from "./families/processor.ts"
import { prototypes } from "./families/prototypes.ts"
import { readback } from "./families/readback.ts"
import { pagesGoneWild, smuggling } from "./families/smuggling.ts"
import { stalls } from "./families/stalls.ts"

/** Against the isolate and its process. */
export const engineFamilies: ReadonlyArray<Family> = [escape, prototypes, memoryBombs, processor, hangs, errors, floods]

/** Against the host, with a page. */
export const pageFamilies: ReadonlyArray<Family> = [
  navigation,
  otherSchemes,
  exfiltration,
  readback,
  handles,
  smuggling,
  pagesGoneWild,
  stalls,
  byValue,
  byLength,
  byTime,
  byError,
  byLayout,
  deputies,
  declared,
  pageFloods,
  patterns,
  encoded,
  phases,
  malformed,
  answers,
  keypads
]
