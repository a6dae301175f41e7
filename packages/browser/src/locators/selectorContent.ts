/**
 * Which css a script may look for elements by. What an attribute holds is read with `getAttribute`, where secrets are taken
 * out; a selector that compares a part of it would tell by what it finds: `[value^=a]`, `[href*="name=a"]`.
 */
import { PageFault } from "@counterfoil/core"

interface AttributeTest {
  readonly name: string
  /** `=`, `^=` and so on; empty: the attribute only has to be there. */
  readonly operator: string
  readonly value: string
}

const refused = (message: string): PageFault => new PageFault({ code: "InvalidCall", message })

const unreadable = (css: string) => refused(`"${css.slice(0, 100)}" can't be read as a css selector`)

const operators = ["~=", "|=", "^=", "$=", "*=", "="]

/** Reads what matters of CSS Syntax 3: comments, strings and escapes, so that a bracket in one of them isn't taken for one. */
const makeReader = (css: string) => {
  let at = 0

  const skip = (pattern: RegExp): string => {
    const found = new RegExp(pattern, "iy")
    found.lastIndex = at
    const [text = ""] = found.exec(css) ?? []
    at += text.length
    return text
  }
  const blank = () => skip(/(?:\s|\/\*(?:[^*]|\*(?!\/))*(?:\*\/|$))*/)

  /** Section 4.3.7: up to six hexadecimal digits and one space, or any other character. */
  const escaped = (): string => {
    const hex = skip(/\\[0-9a-f]{1,6}(?:\r\n|\s)?/)
    if (hex === "") return skip(/\\[^]?/).slice(1)
    const point = Number.parseInt(hex.slice(1), 16)
    return point === 0 || point > 0x10_ff_ff ? "\ufffd" : String.fromCodePoint(point)
  }

  const charactersUntil = (end: RegExp): string => {
    const characters: Array<string> = []
    while (at < css.length && !end.test(css.charAt(at))) {
      characters.push(css.charAt(at) === "\\" ? escaped() : css.charAt(at++))
    }
    return characters.join("")
  }

  const string = (): string => {
    const quote = css.charAt(at++)
    const characters = charactersUntil(quote === '"' ? /"/ : /'/)
    at += 1
    return characters
  }

  const attribute = (): AttributeTest => {
    at += 1
    blank()
    skip(/[\w*-]*\|(?!=)/)
    const name = charactersUntil(/[\s\]=~|^$*"'[/]/).toLowerCase()
    blank()
    const operator = operators.find((each) => css.startsWith(each, at)) ?? ""
    at += operator.length
    blank()
    const isString = /["']/.test(css.charAt(at))
    const value = operator === "" ? "" : isString ? string() : charactersUntil(/[\s\]]/)
    blank()
    skip(/[is]\b/)
    blank()
    if (name === "" || css.charAt(at) !== "]") throw unreadable(css)
    at += 1
    return { name, operator, value }
  }

  /** The next attribute test, or undefined at the end. */
  const next = (): AttributeTest | undefined => {
    while (at < css.length) {
      const character = css.charAt(at)
      if (character === "[") return attribute()
      if (character === "\\") escaped()
      else if (character === '"' || character === "'") string()
      else if (blank() === "") at += 1
    }
    return undefined
  }
  return next
}

/** Every attribute that a selector asks about, also within `:is()`, `:has()` and the like. */
export const attributeTests = (css: string): ReadonlyArray<AttributeTest> => {
  const next = makeReader(css)
  const tests: Array<AttributeTest> = []
  for (let test = next(); test !== undefined; test = next()) tests.push(test)
  return tests
}

/** What the bank's programmers named; nothing of its customers is in there. */
const structural =
  /^(id|class|name|type|role|for|rel|lang|dir|scope|method|target|data-test(-?id)?|data-(cy|qa|test-.+))$/
const addresses = /^(href|src|action|formaction|data|poster|cite|srcset)$/

/** A piece of a path, from a slash on: a query is where a page repeats what was typed. */
const isPath = (value: string): boolean => /^(https?:\/)?\/[^?#%=&]*$/.test(value) && value.length > 1

const problemOf = ({ name, operator, value }: AttributeTest): string | undefined => {
  if (operator === "") return undefined
  if (name === "value" || name === "style") {
    return `[${name}${operator}…] would tell what a field holds: use getByRole with a name, or read the element`
  }
  if (operator === "=" || structural.test(name)) return undefined
  if (addresses.test(name)) {
    if (operator !== "~=" && operator !== "|=" && isPath(value)) return undefined
    return `[${name}${operator}…] may look for a path ("/movements") only: read the rest with getAttribute`
  }
  return `[${name}${operator}…] can't look for a part of what "${name}" holds: use "=", or read it with getAttribute`
}

/** Throws `InvalidCall` for a selector that compares what may hold a secret. */
export const checkSelector = (css: string): void => {
  for (const attribute of attributeTests(css)) {
    const problem = problemOf(attribute)
    if (problem !== undefined) throw refused(problem)
  }
}
