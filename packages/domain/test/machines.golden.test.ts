import { agendaDiagram, outboxMachine, requestMachine, toMermaid } from "@counterfoil/domain"
import { expect, it } from "vitest"

const drawings: ReadonlyArray<readonly [title: string, words: string, drawing: string]> = [
  [
    "An account's actor",
    "An actor looks at its account's rows, and the first rule of each lane that applies says what it does next " +
      "(`packages/domain/src/actor/agenda.ts`). The lanes go on beside each other, one action of each at a time. Where both wait " +
      "and no session is open, the account rests: it is a row with the time that comes first, and its actor ends. What becomes " +
      "of an account after a session is decided by `afterSession` in the same folder.",
    agendaDiagram()
  ],
  ["Conciliation request", "`packages/domain/src/machines/requestMachine.ts`.", toMermaid(requestMachine)],
  ["Outbox message", "`packages/domain/src/machines/outboxMachine.ts`.", toMermaid(outboxMachine)]
]

it("draws the actor's rules and every state machine from what the code goes by (npm run update-goldens writes it)", async () => {
  const header = "# State machines\n\nDrawn from the tables that the code goes by, by `npm run update-goldens`.\n"
  const pages = drawings.map(
    ([title, words, drawing]) => `\n## ${title}\n\n${words}\n\n\`\`\`mermaid\n${drawing}\n\`\`\`\n`
  )

  await expect(header + pages.join("")).toMatchFileSnapshot("../../../docs/state-machines.md")
})
