import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { makeWarmPage } from "../src/chromium/warmPage.ts"

/** Pages that are only counted. */
const setting = Effect.fnUntraced(function* (most = 8) {
  const pages: Array<{ readonly number: number; isOpen: boolean; isBroken: boolean }> = []
  const make = Effect.acquireRelease(
    Effect.sync(() => {
      const page = { number: pages.length + 1, isOpen: true, isBroken: false }
      pages.push(page)
      return page
    }),
    (page) =>
      Effect.sync(() => {
        page.isOpen = false
      })
  )
  const layerScope = yield* Scope.fork(yield* Effect.scope)
  const take = yield* Scope.provide(makeWarmPage({ make, isUsable: ({ isBroken }) => !isBroken, most }), layerScope)
  const session = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { number } = yield* Scope.provide(take, scope)
    return { number, end: Effect.andThen(Scope.close(scope, Exit.void), TestClock.adjust("1 millis")) }
  })
  const open = () => pages.filter(({ isOpen }) => isOpen).map(({ number }) => number)
  return { pages, session, open, stop: Scope.close(layerScope, Exit.void) }
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
      const make = Effect.acquireRelease(
        Effect.sync(() => void (open += 1)),
        () => Effect.sync(() => void (open -= 1))
      ).pipe(Effect.andThen(Deferred.succeed(begun, undefined)), Effect.andThen(Effect.never))
      const take = yield* makeWarmPage({ make, isUsable: () => true, most: 1 })
      const session = yield* Effect.forkChild(Effect.scoped(take))
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(session)

      expect(open).toBe(0)
    }).pipe(Effect.scoped)
  )
})
