/** Whether everything goes on by itself once all faults are over. */
import { setTimeout as delay } from "node:timers/promises"
import { scrapesOf, shopJournal } from "./evidence.ts"
import type { ChaosPostgres } from "./postgres.ts"
import type { Outside, World } from "./world.ts"

interface Place {
  readonly home: string
  readonly outside: Outside
  readonly postgres: ChaosPostgres
  readonly world: World
}

/** Three times the longest interval, and what a login, a read and a poll may take on a busy machine. */
const livelyMs = 3 * 5_000 + 60_000

/** Nobody asks for anything: all accounts are read by themselves, with the version of now, and their orders are asked for. */
export const idleOnes = async ({ home, outside, postgres, world }: Place) => {
  const willing = world.members.filter(({ refused }) => !refused)
  const before = new Set((await scrapesOf(postgres)).map(({ id }) => id))
  const pollsOf = (name: string) =>
    shopJournal(home).filter((entry) => entry.kind === "poll" && entry.name === name).length
  const polls = new Map(willing.map(({ name }) => [name, pollsOf(name)]))
  const complaints = async () => {
    const fresh = (await scrapesOf(postgres)).filter(({ id }) => !before.has(id))
    return willing.flatMap(({ accountId, mode, name }) => {
      const mine = fresh.filter((scrape) => scrape.accountId === accountId)
      const unpolled = mode === "reconcile" && pollsOf(name) === polls.get(name)
      return [
        ...(mine.length === 0 ? [`${name} was not read for ${livelyMs / 1000} s`] : []),
        ...(unpolled ? [`the orders of ${name} were not asked for for ${livelyMs / 1000} s`] : []),
        ...mine.flatMap(({ version }) =>
          version === outside.version ? [] : [`${name} was read with version ${version}, not with ${outside.version}`]
        )
      ]
    })
  }
  for (const until = Date.now() + livelyMs; Date.now() < until; await delay(500)) {
    if ((await complaints()).length === 0) return []
  }
  return complaints()
}
