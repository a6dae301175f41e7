import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import type { ServerResponse } from "node:http"
import { browserLayer, faultOf, open, role, text } from "./support/drive.ts"
import { startSite } from "./support/Site.ts"

/** It ends when that is there, however busy the machine is. */
const soon = { timeout: 60_000 }

/** A bank whose slow page is answered when the test says so. */
const slowBank = Effect.gen(function* () {
  const waiting: Array<ServerResponse> = []
  const bank = yield* startSite({
    "/": `<a href="/slow">Balance</a><iframe src="/advert"></iframe>`,
    "/same": `<a href="/nothing">Stay</a>`,
    "/nothing": (_, response) => void response.writeHead(204).end(),
    "/app": `<button onclick="fetch('/login', { method: 'POST' }).then((r) => r.text()).then((t) => { document.body.append(t) })">
      Log in</button><button>Help</button><script>const poll = () => fetch("/poll").then(poll); poll()</script>`,
    "/poll": () => undefined,
    "/login": (_, response) => void waiting.push(response),
    "/slow": (_, response) => void waiting.push(response),
    "/opens": `<button onclick="window.open('/closed')">Open</button>`,
    "/closed": (_, response) =>
      void response.writeHead(503, { "content-type": "text/html" }).end(`<h1>We'll be back at seven</h1>`),
    "/advert": () => undefined,
    "/list.csv": (_, response) =>
      void response.setHeader("content-disposition", "attachment; filename=list.csv").end("a;b")
  })
  const answerAll = Effect.sync(() => {
    for (const response of waiting.splice(0)) response.setHeader("content-type", "text/html").end("<h1>Welcome</h1>")
  })
  return { bank, answer: (path: string) => Effect.andThen(bank.reached(path), answerAll) }
})

// Each has a session of its own, and waits for most of its time.
layer(browserLayer(), { excludeTestServices: true, concurrent: true })("what a bank does not answer", (it) => {
  it.effect("is awaited from the moment in which it is asked for until it comes", () =>
    Effect.gen(function* () {
      const { answer, bank } = yield* slowBank
      const { call, on, page } = yield* open(bank)
      const goesTo = (path: string) => call({ verb: "page.goto", page: 0, url: `${bank.origin}${path}`, timeout: 300 })

      expect(yield* page.awaitsAnswer).toBe(false)
      expect((yield* faultOf(goesTo("/slow"))).code).toBe("Timeout")
      yield* bank.reached("/slow")
      expect(yield* page.awaitsAnswer).toBe(true)
      yield* answer("/slow")
      yield* on(text("Welcome"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(false)

      // Of the document itself: a frame within it may never be answered.
      yield* faultOf(goesTo("/"))
      yield* on(role("link"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect("was too late where it comes once its time is over, until the script does something else", () =>
    Effect.gen(function* () {
      const { answer, bank } = yield* slowBank
      const { call, on, page } = yield* open(bank)
      const slow = call({ verb: "page.goto", page: 0, url: `${bank.origin}/slow`, timeout: 300 })
      expect((yield* faultOf(slow)).code).toBe("Timeout")
      yield* answer("/slow")
      const outline = page.evidence.pipe(
        Effect.map((evidence) => evidence.outline),
        // The document changes in this very moment.
        Effect.orElseSucceed(() => "")
      )
      while (!(yield* outline).includes("Welcome"));
      expect(yield* page.awaitsAnswer).toBe(true)
      yield* on(text("Welcome"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect("is awaited where a click asked for it", () =>
    Effect.gen(function* () {
      const { answer, bank } = yield* slowBank
      const { call, on, page } = yield* open(bank)
      yield* faultOf(call({ verb: "page.goto", page: 0, url: `${bank.origin}/`, timeout: 300 }))
      yield* on(role("link"), "locator.waitFor", soon)

      // Long enough that a busy machine has clicked by then.
      const late = yield* faultOf(on(role("link"), "locator.click", { timeout: 15_000 }))
      expect(late.message).toContain(
        "page.getByRole('link').click() was done, but the page that it led to did not come"
      )
      expect(yield* page.awaitsAnswer).toBe(true)
      yield* answer("/slow")
      yield* on(text("Welcome"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect("is awaited no longer where nothing came in its place", () =>
    Effect.gen(function* () {
      const { bank } = yield* slowBank
      const { goto, on, page } = yield* open(bank)
      yield* goto("/same")
      yield* on(role("link"), "locator.click")
      yield* bank.reached("/nothing")
      // The page is asked something once more: what came before has been heard of.
      yield* Effect.forEach([1, 2, 3], () => on(role("link"), "locator.waitFor", soon))
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect("is awaited where the page itself sends the login, and not where it only polls", () =>
    Effect.gen(function* () {
      const { answer, bank } = yield* slowBank
      const { goto, on, page } = yield* open(bank)
      yield* goto("/app")
      yield* bank.reached("/poll")

      yield* on(role("button", "Help"), "locator.click")
      yield* faultOf(on(text("Welcome"), "locator.waitFor", { timeout: 4000 }))
      expect(yield* page.awaitsAnswer).toBe(false)

      yield* on(role("button", "Log in"), "locator.click")
      yield* bank.reached("/login")
      yield* faultOf(on(text("Welcome"), "locator.waitFor", { timeout: 4000 }))
      expect(yield* page.awaitsAnswer).toBe(true)

      yield* answer("/login")
      yield* on(text("Welcome"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect("is still awaited where its server says that it can't", () =>
    Effect.gen(function* () {
      const { bank } = yield* slowBank
      const { call, goto, on, page } = yield* open(bank)
      yield* call({ verb: "page.goto", page: 0, url: `${bank.origin}/closed` })
      yield* on(text("We'll be back"), "locator.waitFor", soon)
      expect(yield* page.awaitsAnswer).toBe(true)
      yield* goto("/same")
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )

  it.effect(
    "is still awaited where it is that of a window which the script goes on in, until it goes on elsewhere",
    () =>
      Effect.gen(function* () {
        const { bank } = yield* slowBank
        const { call, goto, on, page } = yield* open(bank)
        yield* goto("/opens")
        const token = yield* call({ verb: "page.expect", page: 0, what: "popup" })
        yield* on(role("button"), "locator.click")
        yield* call({ verb: "page.expected", page: 0, token, ...soon })
        yield* call({ verb: "locator.waitFor", page: 1, steps: text("We'll be back"), ...soon })
        while (!(yield* page.awaitsAnswer));
        yield* goto("/same")
        expect(yield* page.awaitsAnswer).toBe(false)
      })
  )

  it.effect("shows in what is kept of a failure on the page that the script is at, whatever opened beside it", () =>
    Effect.gen(function* () {
      const { bank } = yield* slowBank
      const { call, goto, on, page } = yield* open(bank)
      const isAt = Effect.map(page.evidence, ({ url }) => new URL(url).pathname)
      yield* goto("/opens")
      const token = yield* call({ verb: "page.expect", page: 0, what: "popup" })
      yield* on(role("button"), "locator.click")
      yield* call({ verb: "page.expected", page: 0, token, ...soon })
      yield* call({ verb: "locator.waitFor", page: 1, steps: text("We'll be back"), ...soon })
      expect(yield* isAt).toBe("/closed")
      yield* on(role("button"), "locator.hover")
      expect(yield* isAt).toBe("/opens")
    })
  )

  it.effect("is awaited no longer where a file came in its place", () =>
    Effect.gen(function* () {
      const { bank } = yield* slowBank
      const { call, page } = yield* open(bank)
      const token = yield* call({ verb: "page.expect", page: 0, what: "download" })
      yield* faultOf(call({ verb: "page.goto", page: 0, url: `${bank.origin}/list.csv` }))
      yield* call({ verb: "page.expected", page: 0, token, ...soon })
      expect(yield* page.awaitsAnswer).toBe(false)
    })
  )
})
