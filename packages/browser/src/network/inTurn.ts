/** Work of many askers, of each of which a few run at a time: who asks without end waits for nobody's turn but its own. */

export interface Turns {
  /** Later, if others of the same asker are under way; never, if too many of them wait already. */
  readonly run: (asker: string, work: () => Promise<void>) => void
}

interface Queue {
  running: number
  readonly waiting: Array<() => Promise<void>>
}

export const makeTurns = (limits: { readonly running: number; readonly waiting: number }): Turns => {
  const queues = new Map<string, Queue>()

  const start = async (asker: string, queue: Queue, work: () => Promise<void>): Promise<void> => {
    queue.running += 1
    // Whoever needs to know of a failure has seen to it.
    await work().catch(() => undefined)
    queue.running -= 1
    const next = queue.waiting.shift()
    if (next !== undefined) void start(asker, queue, next)
    else if (queue.running === 0) queues.delete(asker)
  }

  return {
    run: (asker, work) => {
      const queue = queues.get(asker) ?? { running: 0, waiting: [] }
      queues.set(asker, queue)
      if (queue.running < limits.running) void start(asker, queue, work)
      else if (queue.waiting.length < limits.waiting) queue.waiting.push(work)
    }
  }
}
