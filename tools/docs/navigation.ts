/** The guide's sidebar: each page under its own title. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { titleOf } from "./links.ts"
import { placeOf, sections } from "./pages.ts"
import { sdkPages } from "./prepare.ts"

const item = (root: string, page: string) => ({
  text: page === "README.md" ? "What it is" : (titleOf(readFileSync(join(root, page), "utf8")) ?? page),
  link: `/${placeOf(page)}`
})

export const sidebar = (root: string) =>
  sections.map(({ pages, text }) => ({
    text,
    items: pages.map((page) =>
      page === "docs/sdk/README.md"
        ? { ...item(root, page), collapsed: true, items: sdkPages(root).map((one) => item(root, one)) }
        : item(root, page)
    )
  }))
