/** Names of people that a page shows where it says so: after a greeting, beside "account holder", in a field of that name. */

const words =
  "welcome(?: back)?|hello|hi|dear|bienvenid[oa]s?|hola|bonjour|bienvenue|guten (?:tag|morgen|abend)|willkommen|hallo|" +
  "ciao|benvenut[oa]|ol[aá]|bem-vind[oa]|titular(?:es)?|cliente|nombre(?: completo)?|account holder|holder|customer|owner|" +
  "full name|(?:konto)?inhaber|kunde|titulaire|intestatario|titolare|beneficiari[oa]|usuario"

/** Two to five words with a capital each, particles between them allowed. */
const name =
  "\\p{Lu}[\\p{L}'’-]+(?:\\s+(?:de|del|de la|de los|da|do|dos|van|von|der|di|la|y|e|\\p{Lu}[\\p{L}'’.-]*)){1,5}"

const greeted = new RegExp(`(?<![\\p{L}])(?:${words})(?![\\p{L}])(?:[\\s:,!¡]|<[^>]*>){1,12}(${name})`, "gu")
const greetedAnyCase = new RegExp(greeted.source.replace(`(?:${words})`, `(?:${capitals(words)})`), "gu")

/** `hola` as `[hH]ola`: the name behind it must go on beginning with a capital. */
function capitals(pattern: string): string {
  return pattern.replaceAll(/(^|\||\? )([a-z])/g, (_, before: string, first: string) => {
    return `${before}[${first}${first.toUpperCase()}]`
  })
}

/** A field of JSON, or an attribute, that is called so. */
const field =
  /["']?\b(?:\w*(?:holder|titular|customer|owner|client|person|payer|first|last|full|given|family)_?-?name|nombre\w*|apellidos?\w*|surname|vorname|nachname|displayname)["']?\s*[:=]\s*["']([^"']{3,80})["']/giu

/** What of them could be a name: at least one letter, and no sentence. */
const isName = (text: string): boolean => /\p{L}{3}/u.test(text) && text.split(/\s+/).length <= 6

export const labelledNames = (text: string): ReadonlyArray<string> => [
  ...new Set(
    [...text.matchAll(greetedAnyCase), ...text.matchAll(field)].flatMap(([, found = ""]) =>
      isName(found) ? found.trim() : []
    )
  )
]

/** The page's own words: of its buttons, headings and headers. They are the same for every customer, and stay. */
export const pageWords = (html: string): ReadonlySet<string> => {
  const texts = html.matchAll(/<(th|label|button|h[1-6]|option|legend|caption|summary|title)\b[^>]*>([^<]{1,200})</gi)
  return new Set([...texts].flatMap(([, , text = ""]) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []))
}
