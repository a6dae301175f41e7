import { transformerStyleToClass } from "@shikijs/transformers"
import { createHash } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { slugOf } from "../links.ts"
import { sidebar } from "../navigation.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))
const base = "/guide/"

/** Colours of code as classes: the page's policy forbids styles that are written into it. */
const colours = transformerStyleToClass({ classPrefix: "c-" })
const colourSheet = "code.css"

const outDir = join(root, "tools/docs/dist/site")
const scripts = new Map()

/** The generator writes a few lines of script into each page; they become files, as the page's policy wants it. */
const inlineScript = /<script(?![^>]*\bsrc=)([^>]*)>([^]*?)<\/script>/g
const ownFile = (_, attributes, code) => {
  const name = `inline.${createHash("sha256").update(code).digest("hex").slice(0, 8)}.js`
  scripts.set(name, code)
  return `<script${attributes} src="${base}${name}"></script>`
}

/** Those few that the theme writes: their values are set again when the page's script runs, or by theme/own.css. */
const styleAttribute = /(<[a-z][^>]*?) style="[^"]*"/g

/** Long records have every word in them, and would stand before the text that answers. */
const isRecord = (path) => ["changelog.md", "benchmarks.md"].includes(path)

export default {
  title: "Counterfoil",
  description: "Self-hosted bank reconciliation",
  lang: "en",
  base,
  srcDir: ".pages",
  outDir: "dist/site",
  cleanUrls: true,
  metaChunk: true,
  head: [["link", { rel: "stylesheet", href: `${base}${colourSheet}` }]],
  markdown: { html: false, anchor: { slugify: slugOf }, codeTransformers: [colours] },
  // Switching between light and dark would write a style element into the page.
  appearance: { disableTransition: false },
  transformHtml: (html) => html.replaceAll(inlineScript, ownFile).replaceAll(styleAttribute, "$1"),
  buildEnd: () => {
    mkdirSync(outDir, { recursive: true })
    for (const [name, code] of scripts) writeFileSync(join(outDir, name), code)
    writeFileSync(join(outDir, colourSheet), colours.getCSS())
  },
  themeConfig: {
    search: {
      provider: "local",
      options: { _render: (source, page, md) => (isRecord(page.relativePath) ? "" : md.render(source, page)) }
    },
    sidebar: sidebar(root),
    outline: [2, 3],
    nav: [
      { text: "Operate", link: "/operating" },
      { text: "API", link: "/api" },
      { text: "Bank scripts", link: "/write-a-bank-script" },
      { text: "Changelog", link: "/changelog" }
    ]
  }
}
