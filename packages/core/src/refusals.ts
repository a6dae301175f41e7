/** Refusals that several services answer with; `message` is a sentence for the caller. */
import { Schema } from "effect"

/** The caller may not do this; `message` says who may. */
export class NotPermitted extends Schema.TaggedError<NotPermitted>()("NotPermitted", { message: Schema.String }) {}

/** A field has a wrong form; `message` names it and says what would be right. */
export class InvalidInput extends Schema.TaggedError<InvalidInput>()("InvalidInput", { message: Schema.String }) {}

/** `before` names no row of this list. */
export class UnknownCursor extends Schema.TaggedError<UnknownCursor>()("UnknownCursor", {}) {}
