/** What makes the form of a field speak for itself, and what counts as a web address in it. */
import { Option, type Schema } from "effect"

/**
 * A field of a request: `message` is the whole answer when it is missing or has a wrong form. It names the field and says
 * what would be right.
 */
export const said = <S extends Schema.Top>(schema: S, message: string): S["Rebuild"] =>
  schema.annotate({ message }).annotateKey({ messageMissingKey: message })

/** Whether a text is an absolute http(s) URL without credentials. */
export const isPlainHttpUrl = (text: string): boolean =>
  Option.match(Option.liftThrowable((url: string) => new URL(url))(text), {
    onNone: () => false,
    onSome: (url) =>
      (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === ""
  })
