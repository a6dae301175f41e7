/** The OpenAPI document as it is published: what the endpoints declare, made readable, and what goes beyond them. */
import { withCommonAnswers } from "./answers.ts"
import { withExamples } from "./examples.ts"
import type { Node } from "./json.ts"
import { withOutward } from "./outward.ts"
import { withCredentials } from "./security.ts"
import { withMeaningfulSettings } from "./settings.ts"
import { tidy } from "./tidy.ts"
import { withNamedVariants } from "./variants.ts"

export const readable = (document: Node): Node =>
  [
    tidy,
    withMeaningfulSettings,
    withNamedVariants,
    withCommonAnswers,
    withCredentials,
    withExamples,
    withOutward
  ].reduce((before, change) => change(before), document)
