/** What a script's own lines must not have, as far as it can be seen line by line. */

/** Code from text: the isolate runs it, but nobody could review what it will be. */
const codeFromText = /\beval\s*\(|\bnew\s+Function\s*\(|(?<!\.)\bFunction\s*\(/

const brackets = String.raw`\((?:[^()]|\([^()]*\))*\)`
const verbs =
  "click|dblclick|fill|pressSequentially|selectOption|uncheck|scrollIntoViewIfNeeded|goto|reload|goBack|goForward|" +
  String.raw`waitFor|waitForURL|waitForAny|waitForLoadState|to(?:Be|Have|Contain)\w+`

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

/** One sentence for each line at fault, with its place. */
export const forbiddenLines = (file: string, text: string): ReadonlyArray<string> => {
  const lines = text.split("\n")
  return lines.flatMap((line, index) => {
    const at = `${file}:${index + 1}`
    if (codeFromText.test(line)) return [`${at} code made of text is not allowed in a script`]
    const call = notAwaited(lines, index)
    return call === undefined ? [] : [`${at} ${call} is awaited by nobody: write await before it`]
  })
}
