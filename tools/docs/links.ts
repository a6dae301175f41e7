/** The links and headings of a Markdown text, as GitHub and the guide understand them. */

export interface Link {
  /** As it is written: `operating.md#backup-and-restore`. */
  readonly target: string
  readonly isImage: boolean
}

const fences = /^( *)(```|~~~)[^\n]*\n[\s\S]*?^\1\2[^\n]*$/gm
const inlineCode = /(`+)(?!`)[^\n]*?[^`\n]?\1(?!`)/g
const written = /(!?)\[(?:[^[\]]|\[[^\]]*\]|!\[[^\]]*\]\([^)]*\))*\]\(([^()\s]+)(?: "[^"]*")?\)/g

/** Code holds no links: it is taken out, and what stands around it stays where it is. */
const withoutCode = (text: string): string => text.replaceAll(fences, "").replaceAll(inlineCode, "")

export const linksOf = (text: string): ReadonlyArray<Link> =>
  [...withoutCode(text).matchAll(written)].map(([, mark, target = ""]) => ({ target, isImage: mark === "!" }))

/** Each link's target as `to` says; `undefined` leaves the words and takes the link away. Code stays as it is. */
export const rewriteLinks = (text: string, to: (link: Link) => string | undefined): string => {
  const kept: Array<string> = []
  const keep = (code: string) => `\u0000${kept.push(code) - 1}\u0000`
  const open = text.replaceAll(fences, keep).replaceAll(inlineCode, keep)
  const rewritten = open.replaceAll(written, (whole: string, mark: string, target: string) => {
    const place = to({ target, isImage: mark === "!" })
    const end = whole.lastIndexOf("](")
    if (place === undefined) return whole.slice(mark.length + 1, end)
    return `${whole.slice(0, end)}](${place})`
  })
  // A fence may hold what looks like code in a line: the inner one was put away last.
  let whole = rewritten
  for (let nth = kept.length - 1; nth >= 0; nth--) whole = whole.replaceAll(`\u0000${nth}\u0000`, () => kept[nth] ?? "")
  return whole
}

/** The words of a heading without what only marks them. */
const plain = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .trim()

/** What GitHub makes of a heading's words. */
export const slugOf = (heading: string): string =>
  plain(heading)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-")

const headings = /^#{1,6} +(.+?) *#*$/gm

/** The anchors that a text offers; the second heading of the same words is `…-1`. */
export const anchorsOf = (text: string): ReadonlySet<string> => {
  const times = new Map<string, number>()
  const slugs = [...text.replaceAll(fences, "").matchAll(headings)].map(([, heading = ""]) => {
    const slug = slugOf(heading)
    const before = times.get(slug) ?? 0
    times.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  })
  return new Set(slugs)
}

export const titleOf = (text: string): string | undefined => {
  const heading = /^# +(.+)$/m.exec(text.replaceAll(fences, ""))?.[1]
  return heading === undefined ? undefined : plain(heading)
}

/** Leads out of the repository, or isn't a file's. */
export const isElsewhere = (target: string): boolean => /^[a-z][a-z0-9+.-]*:|^\/\//i.test(target)
