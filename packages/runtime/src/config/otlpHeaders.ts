/** The headers for a collector of OpenTelemetry, as its variable writes them: `name=value`, percent-encoded, between commas. */
import { Option, Redacted, Result } from "effect"

const headerName = /^[!#$%&'*+.^_`|~\w-]+$/
const headerValue = /^[\t\u0020-\u007e\u0080-\u00ff]*$/

const readOne = (pair: string): Option.Option<readonly [string, string]> => {
  const [name = "", ...rest] = pair.split("=")
  if (rest.length === 0 || !headerName.test(name.trim())) return Option.none()
  const value = Option.getSuccess(Result.try(() => decodeURIComponent(rest.join("=").trim())))
  return Option.map(
    Option.filter(value, (text) => headerValue.test(text)),
    (text) => [name.trim(), text]
  )
}

/** None where a part of it is no header. */
export const readHeaders = (headers: Redacted.Redacted<string>): Option.Option<Record<string, string>> =>
  Option.map(
    Option.all(
      Redacted.value(headers)
        .split(",")
        .filter((pair) => pair.trim() !== "")
        .map(readOne)
    ),
    Object.fromEntries
  )

/** In one sentence without the headers, which may hold a token. */
export const headersFault = (headers: Option.Option<Redacted.Redacted<string>>): string | undefined =>
  Option.exists(headers, (given) => Option.isNone(readHeaders(given)))
    ? "OTEL_EXPORTER_OTLP_HEADERS has a wrong form: it must be name=value, several separated by commas"
    : undefined
