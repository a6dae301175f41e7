import {
  apiKeyMachine,
  assistanceMachine,
  outboxMachine,
  requestMachine,
  scrapingMachine,
  scriptMachine,
  sessionMachine,
  toMermaid
} from "@counterfoil/domain"
import { expect, it } from "vitest"

const drawings: ReadonlyArray<readonly [title: string, drawing: string]> = [
  ["Bank session (the account's actor)", toMermaid(sessionMachine)],
  ["Scraping of an account", toMermaid(scrapingMachine)],
  ["Assistance request", toMermaid(assistanceMachine)],
  ["Conciliation request", toMermaid(requestMachine)],
  ["Outbox message", toMermaid(outboxMachine)],
  ["Script", toMermaid(scriptMachine)],
  ["API key", toMermaid(apiKeyMachine)]
]

it("draws every state machine from its table (npm run update-goldens writes it)", async () => {
  const header =
    "# State machines\n\nDrawn from the tables in `packages/domain/src/machines` by `npm run update-goldens`.\n"
  const pages = drawings.map(([title, drawing]) => `\n## ${title}\n\n\`\`\`mermaid\n${drawing}\n\`\`\`\n`)

  await expect(header + pages.join("")).toMatchFileSnapshot("../../../docs/state-machines.md")
})
