import { describe, expect, it } from "vitest"
import { OwedAnswers } from "../src/pipe/owedAnswers.ts"

/** A clock that moves when it is told to. */
const bankAndClock = () => {
  let now = 0
  const owed = new OwedAnswers(() => now)
  return {
    owed,
    pass: (millis: number) => void (now += millis),
    ask: (request: string) => owed.asked({ request, isDocument: false }),
    click: (asks: () => void = () => undefined) => owed.doing(() => Promise.resolve(asks())),
    /** What isn't there is waited for, and then it is no deed. */
    clickInVain: (meanwhile: () => void) =>
      owed
        .doing(() => {
          meanwhile()
          return Promise.reject(new Error("Timeout"))
        })
        .catch(() => undefined)
  }
}

describe("what a page asks for by itself", () => {
  it("is owed where it was asked for by the last click, and nothing came for three seconds", async () => {
    const { ask, click, owed, pass } = bankAndClock()
    await click(() => ask("POST /login"))
    pass(2_999)
    expect(owed.isSilent).toBe(false)
    pass(1)
    expect(owed.isSilent).toBe(true)
    owed.answered("POST /login")
    expect(owed.isSilent).toBe(false)
  })

  it("is owed where it came in several steps, the last of which isn't answered", async () => {
    const { ask, click, clickInVain, owed, pass } = bankAndClock()
    await click(() => ask("GET /csrf"))
    await clickInVain(() => {
      pass(100)
      owed.answered("GET /csrf")
      ask("POST /login")
      pass(10_000)
    })
    expect(owed.isSilent).toBe(true)
  })

  it("is owed where the page gave up waiting, but not where it ended at once", async () => {
    const { ask, click, owed, pass } = bankAndClock()
    await click(() => ask("POST /login"))
    pass(100)
    owed.failed("POST /login")
    pass(10_000)
    expect(owed.isSilent).toBe(false)

    await click(() => ask("POST /login"))
    pass(8_000)
    owed.failed("POST /login")
    pass(10_000)
    expect(owed.isSilent).toBe(true)
  })

  it("is not owed where something that it asked for later was answered", async () => {
    const { ask, click, owed, pass } = bankAndClock()
    await click(() => {
      ask("POST /statistics")
      pass(10)
      ask("POST /login")
    })
    pass(10)
    owed.answered("POST /login")
    pass(60_000)
    expect(owed.isSilent).toBe(false)
  })

  it("is not owed where a click asked for nothing while the page polls, however long each poll takes", async () => {
    for (const [first, held] of [
      [0, 60_000],
      [4_000, 60_000],
      [4_000, 5_000]
    ] as const) {
      const { ask, click, owed, pass } = bankAndClock()
      await click(() => ask("GET /messages"))
      pass(1_000)
      await click()
      // The poll from before the click ends, and the next one begins.
      for (let left = 30_000; first > 0 && left > 0; left -= held) {
        pass(left === 30_000 ? first : held)
        owed.answered("GET /messages")
        ask("GET /messages")
      }
      pass(30_000)
      expect(owed.isSilent).toBe(false)
    }
  })

  it("is not owed by a page that the script has gone to: it may wait for news for as long as it is open", async () => {
    const { ask, click, owed, pass } = bankAndClock()
    await click(() => {
      owed.asked({ request: "GET /", isDocument: true })
      owed.answered("GET /")
      ask("GET /messages")
    })
    pass(60_000)
    expect(owed.isSilent).toBe(false)
  })

  it("is owed where the server had nothing but errors for it, and not beside anything that it gave", async () => {
    const { ask, click, clickInVain, owed } = bankAndClock()
    const fail = (request: string) => {
      ask(request)
      owed.answered(request, true)
    }
    await click(() => fail("POST /code"))
    expect(owed.isSilent).toBe(true)
    await clickInVain(() => undefined)
    expect(owed.isSilent).toBe(true)
    // What counts visits may be out of order for ever: of a page that has changed it tells nothing.
    await clickInVain(() => {
      ask("POST /rows")
      owed.answered("POST /rows")
    })
    expect(owed.isSilent).toBe(false)

    await click(() => fail("POST /statistics"))
    await click()
    expect(owed.isSilent).toBe(false)
    ask("GET /messages")
    await click(() => fail("POST /statistics"))
    owed.answered("GET /messages")
    expect(owed.isSilent).toBe(false)
  })

  it("is no longer owed once the script has done something else", async () => {
    const { ask, click, owed, pass } = bankAndClock()
    await click(() => ask("GET /balance"))
    pass(5_000)
    expect(owed.isSilent).toBe(true)
    await click()
    expect(owed.isSilent).toBe(false)
  })
})

describe("a document", () => {
  it("is owed at once, until it is answered in any way", () => {
    const { owed } = bankAndClock()
    const ask = () => owed.asked({ request: "GET /", isDocument: true })
    ask()
    expect(owed.isSilent).toBe(true)
    owed.answered("GET /")
    expect(owed.isSilent).toBe(false)
    ask()
    owed.failed("GET /")
    expect(owed.isSilent).toBe(false)
    ask()
    owed.answered("GET /", true)
    expect(owed.isSilent).toBe(true)
    ask()
    // The bank redirects it: what it redirects to isn't answered yet.
    ask()
    expect(owed.isSilent).toBe(true)
    owed.answered("GET /")
    expect(owed.isSilent).toBe(false)
  })

  it("that the server could not give is in the way of no page that the script goes on with, as that of another tab", async () => {
    const { click, clickInVain, owed } = bankAndClock()
    const fail = () => {
      owed.asked({ request: "GET /advert", isDocument: true })
      owed.answered("GET /advert", true)
    }
    await click(fail)
    expect(owed.isSilent).toBe(true)
    await clickInVain(() => undefined)
    expect(owed.isSilent).toBe(true)
    await click()
    expect(owed.isSilent).toBe(false)
  })
})
