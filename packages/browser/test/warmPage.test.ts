import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makeWarmPage } from "../src/chromium/warmPage.ts"

/** Pages that are only counted. */
const setting = Effect.fnUntraced(function* (most = 8) {
  const pages: Array<{ readonly number: number; readonly place: string; isOpen: boolean; isBroken: boolean }> = []
  const make = (place: string) =>
    Effect.acquireRelease(
      Effect.sync(() => {
        const page = { number: pages.length + 1, place, isOpen: true, isBroken: false }
        pages.push(page)
        return page
      }),
      (page) =>
        Effect.sync(() => {
          page.isOpen = false
        })
    )
  const layerScope = yield* Scope.fork(yield* Effect.scope)
  const take = yield* Scope.provide(
    makeWarmPage({
      make,
      isUsable: (page, place: string) => !page.isBroken && page.place === place,
      most
    }),
    layerScope
  )
  const sessionIn = Effect.fnUntraced(function* (place: string) {
    const scope = yield* Scope.make()
    const { number } = yield* Scope.provide(take(place), scope)
    return { number, end: Effect.andThen(Scope.close(scope, Exit.void), TestClock.adjust("1 millis")) }
  })
  const open = () => pages.filter(({ isOpen }) => isOpen).map(({ number }) => number)
  return { pages, session: sessionIn("here"), sessionIn, open, stop: Scope.close(layerScope, Exit.void) }
})

describe("The page that is kept ready", () => {
  it.effect("is made once the session before is past its beginning, and is that of the next one alone", () =>
    Effect.gen(function* () {
      const { open, session } = yield* setting()
      const first = yield* session
      yield* TestClock.adjust("1 second")
      const early = open()
      yield* TestClock.adjust("1 second")
      const ready = open()
      const second = yield* session

      expect([early, ready]).toEqual([[1], [1, 2]])
      expect([first.number, second.number]).toEqual([1, 2])
      yield* second.end
      expect(open()).toEqual([1, 3])
      yield* first.end
      expect(open()).toEqual([3])
    }).pipe(Effect.scoped)
  )

  it.effect("never makes one page more than there may be", () =>
    Effect.gen(function* () {
      const { open, session } = yield* setting(2)
      const [first, second] = [yield* session, yield* session]
      yield* TestClock.adjust("1 minute")
      const full = open()
      yield* first.end
      const one = open()
      yield* second.end

      expect([full, one]).toEqual([
        [1, 2],
        [2, 3]
      ])
      expect(open()).toEqual([3])
    }).pipe(Effect.scoped)
  )

  it.effect("isn't handed out when it has broken meanwhile", () =>
    Effect.gen(function* () {
      const { open, pages, session } = yield* setting()
      yield* (yield* session).end
      for (const page of pages) page.isBroken = true
      const next = yield* session

      expect(next.number).toBe(3)
      expect(open()).toEqual([3])
    }).pipe(Effect.scoped)
  )

  it.effect("is handed out only as it is wished, and made as the last one was", () =>
    Effect.gen(function* () {
      const { open, pages, sessionIn } = yield* setting()
      yield* (yield* sessionIn("Madrid")).end
      const elsewhere = yield* sessionIn("Tokyo")
      yield* elsewhere.end

      expect(elsewhere.number).toBe(3)
      expect(open()).toEqual([4])
      expect(pages.map(({ place }) => place)).toEqual(["Madrid", "Madrid", "Tokyo", "Tokyo"])
      expect((yield* sessionIn("Tokyo")).number).toBe(4)
    }).pipe(Effect.scoped)
  )

  it.effect("closes when nobody comes for it, and with everything else", () =>
    Effect.gen(function* () {
      const { open, session, stop } = yield* setting()
      yield* (yield* session).end
      const before = open()
      yield* TestClock.adjust("15 minutes")
      const after = open()
      yield* (yield* session).end
      const again = open()
      yield* stop

      expect([before, after, again]).toEqual([[2], [], [4]])
      expect(open()).toEqual([])
    }).pipe(Effect.scoped)
  )

  it.effect("isn't waited for by a session that is broken off, and counts no more then", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      let open = 0
      const making = Effect.acquireRelease(
        Effect.sync(() => void (open += 1)),
        () => Effect.sync(() => void (open -= 1))
      ).pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Effect.never))
      const take = yield* makeWarmPage({ make: () => making, isUsable: () => true, most: 1 })
      const session = yield* Effect.forkChild(Effect.scoped(take("here")))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(session)

      expect(open).toBe(0)
    }).pipe(Effect.scoped)
  )
})
