/** What a script's own lines must not have, as far as it can be seen line by line. */

/** Code from text: the isolate runs it, but nobody could review what it will be. */
const codeFromText = /\beval\s*\(|\bnew\s+Function\s*\(|(?<!\.)\bFunction\s*\(/

const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`
const verbs =
  "click|dblclick|pressSequentially|selectOption|uncheck|scrollIntoViewIfNeeded|goto|reload|goBack|goForward|" +
  String.raw`waitFor|waitForURL|waitForAny|waitForLoadState|to(?:Be|Have|Contain)\w+|` +
  // With a number, a boolean or nothing an array is filled: a field takes text.
  String.raw`fill(?!\(\s*(?:-?\.?\d[\w.]*|true|false|null|undefined)\s*[,)])`

/** A call of the SDK that is a statement of its own: `bank.enter.click()`. Verbs that other things have too are left out. */
const alone = new RegExp(
  String.raw`^\s*(?:(?:if|for|while)\s*${brackets}\s*|else\s+)?(?!(?:await|return|void|if|for|while)\b)` +
    String.raw`((?:[A-Za-z_$][\w$]*)(?:\.[\w$]+|${brackets}|\[[^\]]*\])*\.(?:${verbs})${brackets})\s*;?\s*(?://.*)?$`
)

/** The line goes on from the one before, which may await it, or in the next one. */
const goesOn = /(?:=>|[([,=:?+&|]|\b(?:await|return))\s*$/
const isWentOn = /^\s*[.,?)\]]/

const notAwaited = (lines: ReadonlyArray<string>, index: number): string | undefined => {
  const [, call] = alone.exec(lines[index] ?? "") ?? []
  const before = lines.slice(0, index).findLast((line) => !/^\s*(?:\/\/.*)?$/.test(line)) ?? ""
  return goesOn.test(before) || isWentOn.test(lines[index + 1] ?? "") ? undefined : call
}

/** What may hold the signs of a comment and is none: texts, line comments, and regular expressions where a value begins. */
const opaque = [
  String.raw`"(?:\\.|[^"\\\n])*"`,
  String.raw`'(?:\\.|[^'\\\n])*'`,
  "`(?:\\\\[^]|[^`\\\\])*`",
  String.raw`//.*`,
  String.raw`(?<=(?:^|[=(,:;!&|?{}[]|\breturn)\s*)/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+/`
]
const blockComment = new RegExp(String.raw`(${opaque.join("|")})|/\*[^]*?\*/`, "gm")

/** The same lines at the same places, without what stands in block comments. */
const withoutBlockComments = (text: string): string =>
  text.replace(blockComment, (found, kept: string | undefined) => kept ?? found.replace(/[^\n]/g, " "))

/** One sentence for each line at fault, with its place. */
export const forbiddenLines = (file: string, text: string): ReadonlyArray<string> => {
  const lines = withoutBlockComments(text).split("\n")
  return lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}`
    if (codeFromText.test(line)) return [`${at} code made of text is not allowed in a script`]
    const call = notAwaited(lines, index)
    return call === undefined ? [] : [`${at} ${call} is awaited by nobody: write await before it`]
  })
}
