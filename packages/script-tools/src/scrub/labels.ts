/** Names of people that a page shows where it says so: after a greeting, beside "account holder", in a field of that name. */
import { folded } from "./folded.ts"
import { commonWords, honorifics } from "./pageWords.ts"

const phrases = (text: string): ReadonlyArray<string> => text.split("|").map((phrase) => phrase.trim())

/** One name behind them is enough. */
const greetings = phrases(`
  hello|hello again|hi|hi there|hey|dear|good morning|good afternoon|good evening|good night|hola|hola de nuevo|
  buenos días|buenas tardes|buenas noches|estimado|estimada|buen día|bon dia|bona tarda|bona nit|kaixo|egun on|
  boas tardes|bo día|bonjour|bonsoir|salut|hallo|guten tag|guten morgen|guten abend|moin|servus|grüß gott|grüezi|
  ciao|buongiorno|buonasera|salve|olá|oi|bom dia|boa tarde|boa noite|goedemorgen|goedemiddag|goedenavond|goedendag|
  hej|god morgon|god morgen|hei|dzień dobry|witaj|cześć|dobrý den|ahoj|здравствуйте|добрый день|привет|γεια σας|
  γεια σου|καλημέρα|καλησπέρα|merhaba|sayın
`)

/** Behind them stands a name of two words and more; one word may be anything. */
const labels = phrases(`
  welcome|welcome back|bienvenido|bienvenida|bienvenidos|bienvenido de nuevo|bienvenida de nuevo|benvingut|
  benvinguda|ongi etorri|benvido|benvida|bienvenue|willkommen|willkommen zurück|benvenuto|benvenuta|bentornato|
  bentornata|bem-vindo|bem-vinda|welkom|welkom terug|välkommen|velkommen|witamy|vítejte|добро пожаловать|
  καλώς ήρθατε|καλώς ορίσατε|hoş geldiniz|logged in as|signed in as|you are logged in as|sesión iniciada como|
  conectado como|conectada como|identificado como|usted es|angemeldet als|angemeldet|eingeloggt als|
  connecté en tant que|connecté|connectée|connesso come|connectat com a|sessão iniciada como|ingelogd als|titular|
  titulares|cotitular|cliente|nombre|nombre completo|nom complet|account holder|holder|customer|owner|full name|
  your name|user|usuario|usuària|usuari|cher|chère|liebe|lieber|sehr geehrte|sehr geehrter|gentile|benvolgut|
  benvolguda|inhaber|kontoinhaber|inhaberin|kontoinhaberin|kunde|kundin|titulaire|intestatario|titolare|
  beneficiario|beneficiaria|utilizador|utente|rekeninghouder|nome completo
`)

/** Of an account, of a card: between the label and the name. */
const ofWhat = String.raw`(?:\s+(?:of the|de la|del|de l['’]|de|du|der|des|della|do|da|van de|of)\s*\p{Ll}{3,})?`

/** Whatever its capitals: the name behind it must go on beginning with one, so the pattern can't disregard them. */
const anyCase = (phrase: string): string =>
  [...phrase]
    .map((sign) =>
      sign === " " ? String.raw`\s+` : /\p{L}/u.test(sign) ? `[${sign.toLowerCase()}${sign.toUpperCase()}]` : sign
    )
    .join("")

const oneOf = (phrases: ReadonlyArray<string>): string =>
  `(?:${phrases
    .toSorted((a, b) => b.length - a.length)
    .map(anyCase)
    .join("|")})`

/** What may stand between the words and the name; and within a name that a page writes in several styles. */
const gap = String.raw`(?:[\s:,!¡·-]|<[^>]{0,300}>|&nbsp;){1,12}`
const space = String.raw`(?:\s|&nbsp;|</?(?:b|i|em|strong|span|bdi)\b[^>]{0,300}>){1,9}`
const particle = String.raw`(?:de la|de las|de los|del|de|dos|das|da|do|van der|van den|van|von|zu|der|den|di|della|la|i|y|e)`
const word = String.raw`\p{Lu}(?:[\p{L}\p{M}'’.-])*`
const wholeName = `${word}(?:,?${space}(?:${particle}${space})?${word}){0,5}`
const honorific = `(?:${oneOf(honorifics)}\\.?${space})`

const start = String.raw`(?<![\p{L}\p{N}_-])`
const greeted = new RegExp(`${start}${oneOf(greetings)}(?![\\p{L}\\p{N}_-])(${gap})(${honorific})?(${wholeName})`, "gu")
const labelled = new RegExp(
  `${start}${oneOf(labels)}(?![\\p{L}\\p{N}_-])${ofWhat}${gap}(${honorific})?(${wholeName})`,
  "gu"
)

/** Scripts without capitals: what stands behind the greeting, up to the end of its text. */
const caseless =
  /(?<!\p{L})(?:سلام|خوش آمدید|درود|مرحبا|مرحباً|أهلا|أهلاً|اهلا|السلام عليكم|שלום|ברוך הבא|ברוכה הבאה)[\s,،:!]+(?:<[^>]{0,300}>\s*){0,9}([\p{Lo}\p{M}]+(?:[ \u00a0\u200c][\p{Lo}\p{M}]+){0,3})(?=\s*(?:[<"!.,،]|$))/gu

/** A field of JSON, or an attribute, that is called so. */
const field =
  /["']?\b(?:\w*(?:holder|titular|customer|owner|client|person|payer|first|last|full|given|family)_?-?name|nombre\w*|apellidos?\w*|surname|vorname|nachname|displayname)["']?\s*[:=]\s*["']([^"']{3,80})["']/giu

/** An element that is called so: `<span class="user-name">`. */
const called =
  /<\w+\s[^>]{0,300}?\b(?:class|id|data-[\w-]+)=["'](?:[^"']{0,200}\s)?(?:person|holder|owner|titular|nombre|(?:user|customer|client|holder|owner|account|cliente|usuario|full|display)[-_]?(?:full|display)?[-_]?(?:name|holder|nombre)|user|usuario|customer|cliente|kunde|inhaber)(?:\s[^"']{0,200})?["'][^>]{0,300}>\s*([^<>{}]{3,80}?)\s*</giu

/** Whether a labelled text could be a name: it has a word, and is no sentence. */
const isName = (text: string): boolean => /\p{L}{3}/u.test(text) && text.split(/\s+/).length <= 6

const isCommon = (text: string): boolean => commonWords.has(folded(text).replaceAll(/[^\p{L}]+$/gu, ""))

const withoutTags = (text: string): string => text.replaceAll(/<[^>]*>|&nbsp;/g, " ").replaceAll(/\s+/g, " ")

/** The text as far as it is a name. A comma belongs to it where the family's name stands first, in capitals. */
const nameOnly = (text: string): string => {
  const words = withoutTags(text).trim().split(" ")
  const end = words.findIndex((each, index) => {
    const before = words[index - 1] ?? ""
    // Of two words a common one may be a family's name: Doris Day.
    const isMenu = isCommon(each) && (index !== 1 || before.endsWith(","))
    return isMenu || /\p{L}{3}\.$/u.test(before) || (before.endsWith(",") && before !== before.toUpperCase())
  })
  const name = end < 0 ? words : words.slice(0, end)
  return name.join(" ").replace(/[,.\s-]+$/u, "")
}

const hasTwoWords = (name: string): boolean => (name.match(/\p{Lu}[\p{L}\p{M}]+/gu) ?? []).length >= 2

/** Names that a page's text says are somebody's. */
export const labelledNames = (page: string): ReadonlyArray<string> => {
  const text = page.replaceAll(/\s+/g, " ")
  const behindGreetings = [...text.matchAll(greeted)].flatMap(([, between = "", title, found = ""]) => {
    const name = nameOnly(found)
    // A greeting that ends its paragraph greets nobody: one word behind it is the next paragraph's.
    const isApart = /<\/(?!(?:b|i|em|strong|span|bdi|small)\b)/i.test(between) && !/[,:]/.test(between)
    return !isApart || title !== undefined || hasTwoWords(name) ? [name] : []
  })
  const behindLabels = [...text.matchAll(labelled)].flatMap(([, title, found = ""]) => {
    const name = nameOnly(found)
    return title !== undefined || hasTwoWords(name) ? [name] : []
  })
  const others = [...text.matchAll(caseless), ...text.matchAll(field)].map(([, found = ""]) => found.trim())
  const elements = [...text.matchAll(called)].flatMap(([, found = ""]) => {
    const name = nameOnly(found)
    return name === found && new RegExp(`^${wholeName}$`, "u").test(name) ? [name] : []
  })
  const caselessOrShort = (name: string) => isName(name) || /\p{Lo}{2}/u.test(name) || hasTwoWords(name)
  return [...new Set([...behindGreetings, ...behindLabels, ...others, ...elements].filter(caselessOrShort))]
}

const labelTexts = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<(th|label|button|h[1-6]|option|legend|caption|summary|title)\b[^>]*>([^<]{1,200})</gi)].map(
    ([, , text = ""]) => text
  )

/**
 * The page's own words: of its buttons, headings and headers. They are the same for every customer, and stay. What is
 * somebody's name there is not, nor is what could be one.
 */
export const pageWords = (
  html: string,
  names: ReadonlyArray<string>,
  couldBeName: (text: string) => boolean
): ReadonlySet<string> => {
  const known = names.map((name) => folded(name)).toSorted((a, b) => b.length - a.length)
  const words = labelTexts(html).flatMap((text) => {
    if (couldBeName(text)) return []
    const plain = folded(text)
    const rest = known.reduce((left, name) => left.replaceAll(name, " "), plain)
    if (rest === plain) return text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
    return (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).filter((each) => rest.includes(folded(each)))
  })
  return new Set(words)
}
