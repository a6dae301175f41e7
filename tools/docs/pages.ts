/** What the guide holds, in the order in which it is read. A test sees that no text of the project is left out. */

export interface Section {
  readonly text: string
  readonly pages: ReadonlyArray<string>
}

export const sections: ReadonlyArray<Section> = [
  { text: "Begin", pages: ["README.md", "docs/questions.md", "docs/api.md", "docs/glossary.md"] },
  {
    text: "Operate",
    pages: [
      "docs/operating.md",
      "docs/configuration.md",
      "docs/nodes.md",
      "SECURITY.md",
      "docs/security.md",
      "docs/read-only-pages.md"
    ]
  },
  {
    text: "Connect your system",
    pages: [
      "docs/orders.md",
      "docs/webhooks.md",
      "docs/codes.md",
      "docs/matching.md",
      "docs/state-machines.md",
      "docs/embedding.md",
      "examples/README.md",
      "packages/client/README.md",
      "packages/api/README.md",
      "packages/runtime/README.md",
      "docs/conformance.md"
    ]
  },
  {
    text: "Write bank scripts",
    pages: [
      "docs/write-a-bank-script.md",
      "docs/paging.md",
      "docs/sdk/README.md",
      "packages/script-sdk/README.md",
      "packages/create-counterfoil-script/README.md",
      "bank-scripts/demo-bank/README.md",
      "apps/demo-bank/README.md",
      "apps/demo-shop/README.md",
      "apps/counterfoil/README.md"
    ]
  },
  {
    text: "Work on it",
    pages: [
      "ARCHITECTURE.md",
      "CONTRIBUTING.md",
      "docs/recognising.md",
      "docs/chaos.md",
      "docs/fuzzing.md",
      "docs/benchmarks.md",
      "packages/uws/README.md",
      "CHANGELOG.md"
    ]
  }
]

/** Not for readers: the template is copied into projects, the other is the tool's own. */
export const leftOut = ["packages/create-counterfoil-script/template/README.md", ".changeset/README.md"]

/** Where a text stands in the guide, without an ending: `operating`, `sdk/Row`, `packages/client/`. */
export const placeOf = (file: string): string => {
  if (file === "README.md") return "overview"
  // docs/security.md has that name.
  if (file === "SECURITY.md") return "security-policy"
  // A dot would be taken for the ending of a file.
  const short = file
    .replace(/^docs\//, "")
    .replace(/\.md$/, "")
    .replaceAll(".", "-")
  if (short.endsWith("/README")) return short.slice(0, -"README".length)
  return file.includes("/") ? short : short.toLowerCase()
}
