/** All that there is to run. Each prints lines `metric <name> <value> <unit>`. */
interface Benchmark {
  readonly about: string
  /** Seconds that it may take where all are run. */
  readonly limits: { readonly quick: number; readonly full: number }
  readonly load: () => Promise<{ readonly run: () => Promise<void> }>
}

export const benchmarks: Readonly<Record<string, Benchmark>> = {
  http: {
    limits: { quick: 80, full: 900 },
    about: "status, movements and the realtime stream, beside fastify + ws + pg and raw uWebSockets.js",
    load: () => import("./http/run.ts")
  },
  sandbox: {
    limits: { quick: 50, full: 600 },
    about: "a scrape through the sandbox, beside plain Playwright, a fresh browser for each, and one resumed",
    load: () => import("./sandbox/run.ts")
  },
  browser: {
    limits: { quick: 25, full: 600 },
    about: "what the browser layer holds of a session that stays open, and of sessions that have ended",
    load: () => import("./browser/run.ts")
  },
  hostile: {
    limits: { quick: 35, full: 3_600 },
    about: "how long the server's event loop stands still while hostile scripts run; --quick takes a sample",
    load: () => import("./hostile/run.ts")
  },
  banks: {
    limits: { quick: 40, full: 3_600 },
    about:
      "every brand of the demo bank under every switch: right, held or refused; --quick takes three of the switches at four of them",
    load: () => import("./banks/run.ts")
  },
  delivery: {
    limits: { quick: 50, full: 600 },
    about: "webhook deliveries beside pg-boss and graphile-worker, and what a hanging receiver does to others",
    load: () => import("./delivery/run.ts")
  },
  matching: {
    limits: { quick: 10, full: 3_600 },
    about:
      "who pays whom: precision and recall beside equality, token sets, substrings and the amount alone; --gates: every culture, hour by hour, and no more; --worlds, --cultures, --held-out, --kinds, --noise, --hard: a part",
    load: () => import("./matching/run.ts")
  },
  actors: {
    limits: { quick: 95, full: 900 },
    about:
      "commands while sessions run, memory and start of accounts at rest, and how soon another node has those of one that went",
    load: () => import("./actors/run.ts")
  },
  fairness: {
    limits: { quick: 60, full: 900 },
    about: "what one greedy user does to the scrapes of twenty modest ones, and large order lists to the event loop",
    load: () => import("./fairness/run.ts")
  },
  intake: {
    limits: { quick: 35, full: 600 },
    about: "movements recognised again over overlapping, shuffled and cut scrapes, beside hashes",
    load: () => import("./intake/run.ts")
  },
  dashboard: {
    limits: { quick: 45, full: 600 },
    about: "the page's first load, a hundred thousand movements under the wheel, and how soon a filter shows its rows",
    load: () => import("./dashboard/run.ts")
  },
  worklists: {
    limits: { quick: 30, full: 300 },
    about: "each filter and search of the lists of movements and orders, among a hundred thousand",
    load: () => import("./worklists/run.ts")
  },
  scale: {
    limits: { quick: 45, full: 1_200 },
    about:
      "one matching pass among a million movements, beside a plain SQL join, and crowds of one name or reference; --crowds: these alone",
    load: () => import("./scale/run.ts")
  }
}
