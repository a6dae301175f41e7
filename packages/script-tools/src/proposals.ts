/** What a script should declare, from what its bank's page sent after the login: so that authors don't write it by hand. */
import type { SeenWrite } from "@counterfoil/browser"
import { type DeclaredRequest, declarationOf, type ScriptManifest, scriptPhases } from "@counterfoil/core"
import { printDeclared } from "@counterfoil/domain"

type Proposal = Pick<DeclaredRequest, "method" | "path"> & { readonly phases: ReadonlyArray<SeenWrite["phase"]> }

const methods = ["POST", "PUT", "PATCH", "DELETE", "WEBSOCKET"] as const

/** A segment that names one account, movement or session, and is another one for the next customer. */
const isOneOfMany = (segment: string): boolean =>
  /^\d{3,}$/.test(segment) || /^[0-9a-f]{16,}$/i.test(segment) || /^[0-9a-f-]{36}$/i.test(segment)

const pathOf = (path: string): string =>
  path
    .split("/")
    .map((segment) => (isOneOfMany(segment) ? "*" : segment))
    .join("/")

/** In the order in which they were sent. What nobody waits for (beacons, reports) is left out: reading doesn't need it. */
export const proposalsOf = (writes: ReadonlyArray<SeenWrite>): ReadonlyArray<DeclaredRequest> => {
  const proposals = new Map<string, Proposal>()
  for (const { isDeclared, isPing, method, path, phase } of writes) {
    const known = methods.find((each) => each === method)
    if (isDeclared || isPing || phase === "login" || known === undefined) continue
    const place = pathOf(path)
    const before = proposals.get(`${known} ${place}`)?.phases ?? []
    const phases = scriptPhases.filter((each) => each === phase || before.includes(each))
    proposals.set(`${known} ${place}`, { method: known, path: place, phases })
  }
  return [...proposals.values()].map(({ method, path, phases: [first, ...others] }) => ({
    method,
    path,
    ...(first === undefined ? {} : { phases: [first, ...others] as const })
  }))
}

/** Lines for the author; none where nothing is missing. */
export const printProposals = (proposals: ReadonlyArray<DeclaredRequest>): ReadonlyArray<string> =>
  proposals.length === 0
    ? []
    : [
        "after its login the page sent what bank.ts doesn't declare; add what reading needs, and nothing that pays:",
        "  requests: [",
        ...proposals.map((proposal, index) => {
          const comma = index === proposals.length - 1 ? "" : ","
          return `    ${declarationOf(proposal)}${comma}`
        }),
        "  ],"
      ]

/** What a version's page may send once it has logged in, for whoever publishes or promotes it. */
export const printDeclaredOf = ({ passwordFields, requests = [] }: ScriptManifest): string => {
  const sends =
    requests.length === 0
      ? "after its login the page only reads"
      : `after its login the page reads and may send ${requests.map(printDeclared).join(", ")}`
  return passwordFields === undefined
    ? sends
    : `${sends}; the password is typed into a field that shows it (passwordFields: "text")`
}
