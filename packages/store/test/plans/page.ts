/** docs/paging.md, with the plans as Postgres told them. */
import { busyAccount, owner } from "./fill.ts"

export interface Chapter {
  readonly name: string
  readonly first: string
  readonly next: string
  /** Rows that Postgres reads for a page: the first, one behind a cursor, one behind a deep offset. */
  readonly rows: { readonly first: number; readonly next: number; readonly deep?: number | undefined }
  readonly limit: number
  readonly deep?: number | undefined
}

const withoutIds = (plan: string): string =>
  plan
    .replaceAll(busyAccount, "<account>")
    .replaceAll(owner, "<user>")
    .replaceAll(/'[0-9a-f]{8}-[0-9a-f-]{27}'/g, "'<before>'")

const count = (value: number) => value.toLocaleString("en-US")

const cost = ({ deep, limit, name, rows }: Chapter) =>
  `| \`${name}\` | ${limit} | ${count(rows.first)} | ${count(rows.next)} | ${
    rows.deep === undefined || deep === undefined ? "–" : `${count(rows.deep)} (offset ${count(deep)})`
  } |`

const plans = ({ first, name, next }: Chapter) => `### \`${name}\`

\`\`\`
${withoutIds(first)}
\`\`\`

With \`before\`:

\`\`\`
${withoutIds(next)}
\`\`\`
`

export const pagingPage = (
  chapters: ReadonlyArray<Chapter>,
  { entries, movements, requests }: { readonly movements: number; readonly requests: number; readonly entries: number }
): string => `# Paging

<!-- Written by \`npm run update-goldens\` from packages/store/test/plans.golden.test.ts. -->

Lists are newest first, in a stable order: by time, then by id. \`limit\` says how many rows (the default and the most are in the [reference](openapi.json)); a value out of range is a 400.

- **\`before=<id>\`** gives what comes after that row in the order of the list. Take the id of the last row that you have. It costs the same wherever you are, and rows that arrive in the meantime neither repeat nor hide any. Use it to read a whole list.
- **\`offset=<n>\`** passes over n rows. Postgres reads them first, so a deep offset costs what it passes over, and a row that arrives between two pages shifts all that follow. Use it for the first few pages.

A page that is shorter than \`limit\` is the last.

## What a page costs

Rows of the table that Postgres reads, in a database of ${count(movements)} movements, ${count(requests)} conciliation requests and ${count(entries)} entries of activity. \`npm run verify\` holds it to the same at a million.

| list | limit | first page | with \`before\` | with a deep \`offset\` |
|---|---|---|---|---|
${chapters.map(cost).join("\n")}

Movements that the bank has taken back are read and passed over: hence a few more rows than were asked for. The short lists (API keys, accounts, banks, scripts) are read whole, each by its index.

\`GET /movements\` and \`GET /conciliation/requests\` merge the heads of several runs of an index (one for each account, status, direction), or sort what the words and the amount lead to: a test (\`packages/store/test/worklistPlans.test.ts\`) holds each filter to about a page for each run, or to the rows that were found.

## The plans

The statements are the ones that the repositories send, and the plans those that Postgres ran. A test holds that each page comes out of its index in order: nothing is sorted, and no table is read through.

${chapters.map(plans).join("\n")}`
