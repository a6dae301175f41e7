/** A field of a request that says itself what is wrong with it, and what counts as a web address in one. */
import { Option, Schema } from "effect"

/**
 * A field of a request: `message` is the whole answer when it is missing or has a wrong form. It names the field and says
 * what would be right.
 */
export const withMessage = <S extends Schema.Top>(schema: S, message: string): S["Rebuild"] =>
  schema.annotate({ message }).annotateKey({ messageMissingKey: message })

/** Whether a text is an absolute http(s) URL without credentials. */
export const isPlainHttpUrl = (text: string): boolean =>
  Option.match(Option.liftThrowable((url: string) => new URL(url))(text), {
    onNone: () => false,
    onSome: (url) =>
      (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === ""
  })

/** The text without what stands for a port in it; undefined where nothing does. */
const withoutPort = (text: string): string | undefined => {
  const [, before, after] = /^(https?:\/\/[^/?#\\]*):[^/?#\\:\]@]*((?:[/?#\\].*)?)$/i.exec(text) ?? []
  return before === undefined || after === undefined ? undefined : before + after
}

/** What is wrong with a text that is no absolute http(s) URL without credentials, to be said after the field's name. */
export const plainUrlProblem = (text: string): string => {
  const portless = isPlainHttpUrl(text) ? undefined : withoutPort(text)
  return portless !== undefined && isPlainHttpUrl(portless)
    ? "must have a port from 1 to 65535, or none"
    : "must be an absolute http or https URL without credentials"
}

/** A web address, or none: an empty text is none. */
export const urlForm = (name: string) =>
  Schema.NullOr(Schema.String)
    .annotate({ message: `${name} ${plainUrlProblem("")}` })
    .check(
      Schema.makeFilter(
        (text: string | null) =>
          text === null || text === "" || isPlainHttpUrl(text) || `${name} ${plainUrlProblem(text)}`
      )
    )
