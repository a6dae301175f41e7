/** Whether what was measured of a server that works for long grows without an end. */

export interface Figures {
  /** MiB of the server's own process, as the kernel counts them. */
  readonly rss: number
  /** MiB of JavaScript's heap that were in use after the last full collection. */
  readonly liveHeap: number
  /** Open files and sockets of the server's own process. */
  readonly handles: number
  /** Processes below the server's: database, browser, running scripts. */
  readonly processes: number
  /** MiB of the browser's processes. */
  readonly browser: number
}

export interface Sample extends Figures {
  readonly minute: number
  /** Pages of movements that the bank has shown since the last sample. */
  readonly reads: number
  /** Webhooks that the shop has got since then. */
  readonly webhooks: number
  /** Rows of all tables that were added since then, less those that were taken away. */
  readonly rows: number
  /** KiB that the server has logged since then. */
  readonly logged: number
}

/** Growth of a minute, over the last half of the run, in MiB. The heap of JavaScript is what we answer for. */
const bounds = { liveHeap: 0.5, rss: 1 } as const

/** How many more there may be in the last quarter than in the second one. */
const mostMore = { handles: 16, processes: 8 } as const

/** The same work must not write more and more: times as much a minute in the last quarter as in the second one, and some. */
const mostWritten = { rows: { times: 1.5, more: 200 }, logged: { times: 1.5, more: 64 } } as const

/** The slope of the line that fits best, per minute. */
export const slopeOf = (samples: ReadonlyArray<Sample>, figure: keyof Figures): number => {
  const meanOf = (values: ReadonlyArray<number>) => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanMinute, mean] = [meanOf(samples.map(({ minute }) => minute)), meanOf(samples.map((each) => each[figure]))]
  const spread = samples.reduce((sum, { minute }) => sum + (minute - meanMinute) ** 2, 0)
  const together = samples.reduce((sum, each) => sum + (each.minute - meanMinute) * (each[figure] - mean), 0)
  return spread === 0 ? 0 : together / spread
}

const medianOf = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const quarter = (samples: ReadonlyArray<Sample>, nth: number): ReadonlyArray<Sample> =>
  samples.slice(Math.floor((samples.length * nth) / 4), Math.floor((samples.length * (nth + 1)) / 4))

/** Payments arrive all the time: a shop that hears of none for so many minutes shows that no read is complete. */
const longestSilence = 5

const silencesOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<string> => {
  let since: Sample | undefined
  let last: Sample | undefined
  const silences: Array<string> = []
  const end = () => {
    if (since !== undefined && last !== undefined && last.minute - since.minute + 1 >= longestSilence) {
      silences.push(`the shop was told nothing from minute ${since.minute} to ${last.minute}`)
    }
    since = undefined
  }
  for (const sample of samples) {
    if (sample.webhooks > 0) {
      end()
      continue
    }
    since ??= sample
    last = sample
  }
  end()
  return silences
}

/** One sentence for each. */
export const violationsOf = (samples: ReadonlyArray<Sample>): ReadonlyArray<string> => {
  const lastHalf = samples.slice(Math.floor(samples.length / 2))
  const growth = (["liveHeap", "rss"] as const).flatMap((figure) => {
    const slope = slopeOf(lastHalf, figure)
    return slope <= bounds[figure]
      ? []
      : [`${figure} grew by ${slope.toFixed(2)} MiB a minute in the last half; ${bounds[figure]} is allowed`]
  })
  const counts = (["handles", "processes"] as const).flatMap((figure) => {
    const [before, after] = [1, 3].map((nth) => medianOf(quarter(samples, nth).map((each) => each[figure])))
    return (after ?? 0) - (before ?? 0) <= mostMore[figure] ? [] : [`${figure} grew from ${before} to ${after}`]
  })
  const written = (["rows", "logged"] as const).flatMap((figure) => {
    const { more, times } = mostWritten[figure]
    const [before = 0, after = 0] = [1, 3].map((nth) => medianOf(quarter(samples, nth).map((each) => each[figure])))
    return after <= before * times + more ? [] : [`${figure} a minute rose from ${before} to ${after}`]
  })
  const idle = lastHalf.filter(({ reads }) => reads === 0).map(({ minute }) => minute)
  return [
    ...growth,
    ...counts,
    ...written,
    ...(idle.length === 0 ? [] : [`nothing was read in the minutes ${idle.join(", ")}`]),
    ...silencesOf(samples)
  ]
}
