import { ordersRules, sessionRules } from "./agenda.ts"

/** The rules as one Mermaid flow chart. */
export const agendaDiagram = (): string => {
  const chain = (id: string, title: string, rules: ReadonlyArray<{ readonly when: string; readonly does: string }>) => [
    `  ${id}([${title}]) --> ${id}1`,
    ...rules.flatMap(({ does, when }, index) => {
      const [here, next] = [`${id}${index + 1}`, `${id}${index + 2}`]
      return [
        `  ${here}{"${when}?"} -->|yes| ${here}t["${does}"]`,
        ...(index + 1 < rules.length ? [`  ${here} -->|no| ${next}`] : [])
      ]
    })
  ]
  return ["flowchart TD", ...chain("s", "session lane", sessionRules), ...chain("o", "orders lane", ordersRules)].join(
    "\n"
  )
}
