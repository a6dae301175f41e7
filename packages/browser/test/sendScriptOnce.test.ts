/** Playwright's own script crosses to each page once. A new version of Playwright that words its messages otherwise fails here. */
import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { ChildProcess } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { Socket } from "node:net"
import { describe, expect as expectNow, it } from "vitest"
import { makeScriptSender } from "../src/pipe/sendScriptOnce.ts"
import { browserLayer, css, open, text } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

/** What Playwright writes to browsers that are started from now on. */
const countWritten = Effect.acquireRelease(
  Effect.sync(() => {
    const started: Array<ChildProcess> = []
    const note = (message: unknown) => {
      if (message instanceof Object && "process" in message && message.process instanceof ChildProcess) {
        started.push(message.process)
      }
    }
    subscribe("child_process", note)
    const bytes = () =>
      started.reduce((sum, { stdio }) => sum + (stdio?.[3] instanceof Socket ? stdio[3].bytesWritten : 0), 0)
    return { bytes, stop: () => unsubscribe("child_process", note) }
  }),
  ({ stop }) => Effect.sync(stop)
)

const site = startSite({
  "/one": `<p>One</p>`,
  "/two": `<p>Two</p>`,
  "/framed": `<p>Outer</p><iframe src="/one"></iframe>`,
  "/named": `<p>Named</p><object id="counterfoil"></object><form name="module"></form><embed name="globalThis">`
})

/** All else that is said of a few documents; the script is 330 KB each time. */
const little = 200_000

const paragraphOf = (frame: string) => [{ method: "frameLocator", arg: frame }, ...css("p")] as const

// One session: no page is made for a next one, to which the script would cross too.
layer(browserLayer({ maxContexts: 1 }), { excludeTestServices: true })("Playwright's script", (it) => {
  it.effect("crosses to a page once, whatever documents, sites and frames of it are looked at", () =>
    Effect.gen(function* () {
      const written = yield* countWritten
      const here = yield* site
      const elsewhere = here.origin.replace("127.0.0.1", "localhost")
      const { goto, on } = yield* open(here, { origins: [elsewhere] })
      yield* goto("/one")
      expect(yield* on("p", "locator.innerText")).toBe("One")
      const first = written.bytes()

      yield* goto("/two")
      expect(yield* on("p", "locator.innerText")).toBe("Two")
      // Another site: the browser goes on with it in another process.
      yield* goto(`${elsewhere}/one`)
      expect(yield* on("p", "locator.innerText")).toBe("One")
      yield* goto("/framed")
      expect(yield* on(paragraphOf("iframe"), "locator.innerText")).toBe("One")
      expect(yield* on("p", "locator.innerText")).toBe("Outer")
      yield* goto("/named")
      expect(yield* on(text("Named"), "locator.count")).toBe(1)

      expect(first).toBeGreaterThan(300_000)
      expect(written.bytes() - first).toBeLessThan(little)
    })
  )

  it.effect("leaves nothing in the page's own world", () =>
    Effect.gen(function* () {
      const { goto, on } = yield* open(
        yield* startSite({
          "/": `<p></p><script>
            onload = () => setTimeout(() => {
              const own = Object.getOwnPropertyNames(globalThis)
              document.querySelector("p").textContent = own.filter((name) => /counterfoil|playwright|^__pw/i.test(name)).join() || "nothing"
            })
          </script>`
        })
      )
      yield* goto("/")

      yield* on(text("nothing"), "locator.waitFor")
    })
  )
})

const world = "__playwright_utility_world_page@1a"
const opening = (sessionId: string) =>
  JSON.stringify({
    id: 1,
    method: "Page.addScriptToEvaluateOnNewDocument",
    params: { source: "", worldName: world },
    sessionId
  })
const expressionOf = (frameSeq: number, isUtilityWorld = true) =>
  `\n    (() => {\n const module = {};/*${"x".repeat(120_000)}*/\n return new (module.exports.InjectedScript())(globalThis, ${JSON.stringify({ frameSeq, isUtilityWorld })});\n   })();\n  `
const evaluating = (id: number, expression: string, sessionId = "AB") =>
  JSON.stringify({ id, method: "Runtime.evaluate", params: { expression, contextId: 7 }, sessionId })
const answering = (id: number, result: object, sessionId = "AB") =>
  Buffer.from(JSON.stringify({ id, result, sessionId }))
const made = {
  result: { type: "object", className: "InjectedScript", description: "InjectedScript", objectId: "1.2.3" }
}

const setting = () => {
  const past: Array<string> = []
  const sender = makeScriptSender((message) => past.push(message))
  sender.translate(opening("AB"))
  return { past, ...sender }
}

/** Of the messages that were sent in place of one. */
const sentIn = (translated: string): ReadonlyArray<Record<string, unknown>> =>
  translated.split("\0").map((message) => JSON.parse(message))

describe("What Playwright sends in place of its script", () => {
  it("is the script to keep, in Playwright's own world, and a call; from then on the call, with the frame's number", () => {
    const { judge, past, translate } = setting()

    const first = sentIn(translate(evaluating(5, expressionOf(3))))
    const own = Number(first[0]?.["id"])
    const answers = [judge(answering(own, { identifier: "1" }), true), judge(answering(5, made), true)]
    const second = sentIn(translate(evaluating(6, expressionOf(41))))

    const call = expectNow.stringMatching(/^globalThis\.counterfoil_\w+\?\.\(3\)$/)
    expectNow(first).toEqual([
      {
        id: own,
        method: "Page.addScriptToEvaluateOnNewDocument",
        params: { source: expectNow.stringContaining('"frameSeq":frame,'), worldName: world, runImmediately: true },
        sessionId: "AB"
      },
      { id: 5, method: "Runtime.evaluate", params: { expression: call, contextId: 7 }, sessionId: "AB" }
    ])
    expectNow(second).toEqual([
      {
        id: 6,
        method: "Runtime.evaluate",
        params: { expression: expectNow.stringMatching(/\(41\)$/), contextId: 7 },
        sessionId: "AB"
      }
    ])
    expectNow([answers, past]).toEqual([["dropped", "kept"], []])
  })

  it.each([
    ["isn't there", { result: { type: "undefined" } }],
    ["is something else", { result: { type: "object", subtype: "error", className: "Error", objectId: "1" } }],
    ["throws", { ...made, exceptionDetails: { text: "Uncaught" } }]
  ])("is the whole of it after all, where what is called %s", (_, result) => {
    const { judge, past, translate } = setting()
    const whole = evaluating(5, expressionOf(3))
    translate(whole)

    const [early, once] = [judge(answering(5, result).subarray(0, 30), false), judge(answering(5, result), true)]

    expectNow([early, once, past]).toEqual(["undecided", "dropped", [whole]])
    expectNow(judge(answering(5, made), true)).toBe("kept")
  })

  it("is that Playwright hears of a document that is gone", () => {
    const { judge, past, translate } = setting()
    translate(evaluating(5, expressionOf(3)))

    const refused = Buffer.from(`{"id":5,"error":{"code":-32000,"message":"Cannot find context"},"sessionId":"AB"}`)

    expectNow([judge(refused, true), past]).toEqual(["kept", []])
  })

  it.each([
    ["for the page's own world", evaluating(5, expressionOf(3, false))],
    ["in a session that is unknown", evaluating(5, expressionOf(3), "CD")],
    ["in a form that is unknown", evaluating(5, `void ${expressionOf(3)}`)],
    ["without a frame's number", evaluating(5, expressionOf(3).replaceAll("frameSeq", "frame"))],
    ["to another end", evaluating(5, expressionOf(3)).replace("Runtime.evaluate", "Runtime.compileScript")],
    ["with options of its own", evaluating(5, expressionOf(3)).replace(`"contextId"`, `"silent":true,"contextId"`)]
  ])("is what it is: a long one %s", (_, message) => {
    const { translate } = setting()

    expectNow(translate(message)).toBe(message)
  })

  it("is what it is where it differs from the one that is kept, and in a page that is gone", () => {
    const { judge, translate } = setting()
    translate(evaluating(5, expressionOf(3)))
    const other = evaluating(6, expressionOf(3).replace("xx", "yy"))
    expectNow(translate(other)).toBe(other)

    judge(Buffer.from(`{"method":"Target.detachedFromTarget","params":{"sessionId":"AB","targetId":"T"}}`), true)

    const later = evaluating(7, expressionOf(3))
    expectNow(translate(later)).toBe(later)
    expectNow(judge(answering(5, { result: { type: "undefined" } }), true)).toBe("kept")
  })
})
