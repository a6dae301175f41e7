/** `npm run bench` says what there is; `npm run bench -- http` runs one; `npm run bench -- all` runs all, one after another. */
interface Benchmark {
  readonly about: string
  readonly load: () => Promise<{ readonly run: () => Promise<void> }>
}

/** Each prints lines `metric <name> <value> <unit>`. */
const benchmarks: Readonly<Record<string, Benchmark>> = {
  http: {
    about: "status, movements and the realtime stream, beside fastify + ws + pg and raw uWebSockets.js",
    load: () => import("./http/run.ts")
  },
  sandbox: {
    about: "a scrape through the sandbox, beside plain Playwright, a fresh browser for each, and one resumed",
    load: () => import("./sandbox/run.ts")
  },
  browser: {
    about: "what the browser layer holds of a session that stays open, and of sessions that have ended",
    load: () => import("./browser/run.ts")
  },
  hostile: {
    about: "how long the server's event loop stands still while hostile scripts run; --quick takes a sample",
    load: () => import("./hostile/run.ts")
  },
  banks: {
    about:
      "every brand of the demo bank under every switch: right, held or refused; --quick takes four of the switches",
    load: () => import("./banks/run.ts")
  },
  delivery: {
    about: "webhook deliveries beside pg-boss and graphile-worker, and what a hanging receiver does to others",
    load: () => import("./delivery/run.ts")
  },
  matching: {
    about:
      "who pays whom: precision and recall beside equality, token sets, substrings and the amount alone; --gates: every culture, hour by hour, and no more; --worlds, --cultures, --held-out, --kinds, --noise, --hard: a part",
    load: () => import("./matching/run.ts")
  },
  actors: {
    about:
      "commands while sessions run, memory and start of accounts at rest, and how soon another node has those of one that went",
    load: () => import("./actors/run.ts")
  },
  fairness: {
    about: "what one greedy user does to the scrapes of twenty modest ones, and large order lists to the event loop",
    load: () => import("./fairness/run.ts")
  },
  intake: {
    about: "movements recognised again over overlapping, shuffled and cut scrapes, beside hashes",
    load: () => import("./intake/run.ts")
  },
  dashboard: {
    about: "the page's first load, a hundred thousand movements under the wheel, and how soon a filter shows its rows",
    load: () => import("./dashboard/run.ts")
  },
  scale: {
    about:
      "one matching pass among a million movements, beside a plain SQL join, and crowds of one name or reference; --crowds: these alone",
    load: () => import("./scale/run.ts")
  }
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"))
const wanted = names.includes("all") ? Object.keys(benchmarks) : names
const unknown = wanted.filter((name) => benchmarks[name] === undefined)

if (wanted.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no benchmark ${name}`)
  for (const [name, { about }] of Object.entries(benchmarks)) console.log(`npm run bench -- ${name}   ${about}`)
  process.exitCode = unknown.length > 0 ? 1 : 0
}
if (unknown.length === 0) {
  for (const name of wanted) await (await benchmarks[name]?.load())?.run()
}
