import { expect, it } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { makeWorkFolder } from "../src/chromium/WorkFolder.ts"

const folder = (prefix: string) =>
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), prefix))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
  )

/** The name of a folder that another process made, which had our pid. */
const namedByAnother = (name: string) => name.replace(/-[0-9a-f]+-([^-]+)$/, "-killed-$1")

it.effect("a profile that a killed browser's last process still writes to is removed once that has ended", () =>
  Effect.gen(function* () {
    const root = yield* folder("counterfoil-test-")
    const profile = yield* folder("playwright_chromiumdev_profile-")
    const leftOver = yield* Effect.scoped(Effect.map(makeWorkFolder(root), (path) => namedByAnother(basename(path))))
    mkdirSync(join(root, leftOver))
    writeFileSync(join(root, leftOver, "profiles"), `${profile}\n`)
    writeFileSync(join(root, leftOver, "chromium"), "unpacked")
    let isWrittenTo = true
    const removed = Deferred.makeUnsafe<void>()
    const remove = async (path: string) => {
      if (path === profile && isWrittenTo) return false
      rmSync(path, { recursive: true })
      if (basename(path) === leftOver) Deferred.doneUnsafe(removed, Effect.void)
      return true
    }

    const own = basename(yield* makeWorkFolder(root, remove))
    expect(readdirSync(root).toSorted()).toEqual([own, leftOver].toSorted())
    expect(readdirSync(join(root, leftOver))).toEqual(["profiles"])
    expect(existsSync(profile)).toBe(true)
    isWrittenTo = false
    yield* TestClock.adjust("2 seconds")
    yield* Deferred.await(removed)

    expect(readdirSync(root)).toEqual([own])
    expect(existsSync(profile)).toBe(false)
  }).pipe(Effect.scoped)
)

it.effect("a left-over folder that can't be looked into, or is gone meanwhile, is in no start's way", () =>
  Effect.gen(function* () {
    const root = yield* folder("counterfoil-test-")
    const profile = yield* folder("playwright_chromiumdev_profile-")
    const leftOver = yield* Effect.scoped(Effect.map(makeWorkFolder(root), (path) => namedByAnother(basename(path))))
    mkdirSync(join(root, leftOver))
    writeFileSync(join(root, leftOver, "profiles"), `${profile}\n`)
    // As of another user's; the other start is faster with the folder.
    const remove = async (path: string) => {
      if (path === profile) rmSync(join(root, leftOver), { recursive: true })
      return false
    }

    const own = yield* makeWorkFolder(root, remove)
    expect(readdirSync(root)).toEqual([basename(own)])
  }).pipe(Effect.scoped)
)
