/** What counts as a web address that people may give us. */

/** An absolute http(s) URL without credentials, spaces or control characters; undefined for everything else. */
export const parsePlainUrl = (text: string): URL | undefined => {
  if (/[\s\p{Cc}]/u.test(text) || !text.isWellFormed() || !URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = (url.protocol === "http:" || url.protocol === "https:") && url.username === "" && url.password === ""
  // `https:example.test` parses too.
  return plain && /^https?:\/\//i.test(text) ? url : undefined
}

/** The origin in its one spelling (`https://bank.test`); undefined if the text is more or less than an origin. */
export const parseOrigin = (text: string): string | undefined => {
  const url = parsePlainUrl(text)
  return url !== undefined && url.pathname === "/" && url.search === "" && url.hash === "" ? url.origin : undefined
}
