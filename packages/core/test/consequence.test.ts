import { attemptResults, type Decision, requestStatuses } from "@counterfoil/domain"
import { assert, describe, it } from "@effect/vitest"
import { DateTime } from "effect"
import fc from "fast-check"
import type { OpenRequest } from "../src/conciliation/ConciliationRepository.ts"
import type { PassCause } from "../src/conciliation/Conciliator.ts"
import { afterError, consequenceOf, wouldAttempt } from "../src/conciliation/pass/consequence.ts"

const then = DateTime.makeUnsafe("2026-11-20T10:00:00Z")

const request = (more: Partial<OpenRequest> = {}): OpenRequest => ({
  id: "request",
  externalId: "A-1",
  status: "pending",
  amountMinor: 1000n,
  currency: "EUR",
  name: "Jonas Weber",
  reference: null,
  taxId: null,
  payerAccount: null,
  orderedAt: null,
  firstSeenAt: then,
  absentAt: null,
  attemptsMade: 0,
  misses: 0,
  toldCandidates: null,
  lastCode: null,
  isBeingSettled: false,
  ...more
})

const decision = (result: Decision["result"], contenders: ReadonlyArray<string> = []): Decision => ({
  orderId: "request",
  result,
  code: result === "skipped" ? "skipped_incomplete" : "not_found_amount",
  reason: "a reason",
  ...(result === "matched" ? { movementId: "movement" } : {}),
  candidates: contenders.map((movementId) => ({ movementId, score: 9, role: "contender" as const, evidence: [] }))
})

const scrape: PassCause = { _tag: "Scrape", scrapeId: "scrape", complete: true, counts: true, ofFile: false }
const appeared = (...requestIds: ReadonlyArray<string>): PassCause => ({
  _tag: "Appeared",
  requestIds,
  correctedIds: []
})
const run: PassCause = { _tag: "Run", requestId: "request" }

describe("what a decision means for a request", () => {
  it("tells a match once, from every status that waits", () => {
    for (const status of ["pending", "ambiguous", "not_found", "expired"] as const) {
      const consequence = consequenceOf(request({ status }), decision("matched"), scrape, 3)
      assert.strictEqual(consequence?.change.status, "matched", status)
      assert.strictEqual(consequence?.tell, "matched", status)
    }
  })

  it("tells the same candidates once, and another set again", () => {
    const first = consequenceOf(request(), decision("ambiguous", ["b", "a"]), scrape, 3)
    const told = request({ status: "ambiguous", toldCandidates: first?.change.toldCandidates ?? null })

    assert.strictEqual(first?.tell, "ambiguous")
    assert.isNull(consequenceOf(told, decision("ambiguous", ["a", "b"]), scrape, 3))
    assert.strictEqual(consequenceOf(told, decision("ambiguous", ["a", "b", "c"]), scrape, 3)?.tell, "ambiguous")
  })

  it("rests after 1 + retry_limit attempts without a candidate", () => {
    const statuses = [0, 1, 2, 3].map(
      (misses) => consequenceOf(request({ misses }), decision("not_found"), scrape, 3)?.change.status
    )
    assert.deepStrictEqual(statuses, ["pending", "pending", "pending", "not_found"])
  })

  it("makes no attempt for a request that rests, unless something is found for it", () => {
    const resting = request({ status: "not_found" })
    assert.isNull(consequenceOf(resting, decision("not_found"), scrape, 3))
    assert.strictEqual(consequenceOf(resting, decision("ambiguous", ["a", "b"]), scrape, 3)?.tell, "ambiguous")
  })

  it("notes once what comes close to a request that rests, which rests on", () => {
    const close: Decision = { ...decision("not_found", ["a"]), code: "not_found_weak" }
    const resting = request({ status: "not_found", misses: 4, lastCode: "not_found_amount" })
    const noted = consequenceOf(resting, close, scrape, 3)

    assert.deepStrictEqual(noted, { change: { status: "not_found", misses: 4, toldCandidates: null }, tell: null })
    assert.isNull(consequenceOf({ ...resting, lastCode: "not_found_weak" }, close, scrape, 3))
    assert.isNull(consequenceOf(resting, { ...close, candidates: [] }, scrape, 3))
  })

  it("writes skipped once per reason and counts it as nothing", () => {
    const consequence = consequenceOf(request({ misses: 2 }), decision("skipped"), scrape, 3)
    assert.deepStrictEqual(consequence?.change, { status: "pending", misses: 2, toldCandidates: null })
    assert.isNull(consequenceOf(request({ lastCode: "skipped_incomplete" }), decision("skipped"), scrape, 3))
  })

  it("makes no attempt for orders that find nothing in what is taken in again", () => {
    const again: PassCause = { _tag: "Scrape", scrapeId: "scrape", complete: false, counts: false, ofFile: false }
    for (const result of ["not_found", "skipped"] as const) {
      assert.isNull(consequenceOf(request(), decision(result), again, 3), result)
    }
    assert.strictEqual(consequenceOf(request(), decision("matched"), again, 3)?.tell, "matched")
    assert.strictEqual(consequenceOf(request(), decision("ambiguous", ["a", "b"]), again, 3)?.tell, "ambiguous")
    assert.isFalse(wouldAttempt(request(), again))
  })

  it("leaves an order whose match a person has just undone to them, but where they ask for a look", () => {
    const undone = request({ isBeingSettled: true })
    for (const cause of [scrape, appeared("request")]) {
      for (const result of ["matched", "ambiguous", "not_found", "skipped"] as const) {
        assert.isNull(consequenceOf(undone, decision(result), cause, 3), result)
      }
    }
    assert.strictEqual(consequenceOf(undone, decision("matched"), run, 3)?.tell, "matched")
  })

  it("attempts only the new orders on a first sight, and only the requested order on a run", () => {
    assert.isNull(consequenceOf(request(), decision("not_found"), appeared("another"), 3))
    assert.isNotNull(consequenceOf(request(), decision("not_found"), appeared("request"), 3))
    // Which the orders of the same amount are decided on with: what is found for them is not left for later.
    assert.strictEqual(consequenceOf(request(), decision("matched"), appeared("another"), 3)?.tell, "matched")
    assert.isNull(consequenceOf(request({ id: "another" }), decision("matched"), run, 3))
    assert.isNotNull(consequenceOf(request({ status: "failed" }), decision("not_found"), run, 3))
  })

  it("fails an open order after retry_limit errors in a row, after one error at least", () => {
    const after = (status: OpenRequest["status"], errors: number, retryLimit: number) =>
      afterError({ status, errors }, retryLimit).status
    assert.deepStrictEqual(
      [0, 1, 2].map((errors) => after("pending", errors, 3)),
      ["pending", "pending", "failed"]
    )
    assert.deepStrictEqual(
      [after("pending", 0, 0), after("ambiguous", 2, 3), after("failed", 5, 3)],
      ["failed", "failed", "failed"]
    )
    // Tried again: one that rests would not be.
    assert.deepStrictEqual(
      [after("not_found", 0, 3), after("ambiguous", 0, 3), after("expired", 9, 3)],
      ["pending", "ambiguous", "expired"]
    )
  })

  it("opens a failed request with a run, whatever that finds", () => {
    const failed = request({ status: "failed" })
    for (const result of ["not_found", "skipped"] as const) {
      assert.strictEqual(consequenceOf(failed, decision(result), run, 3)?.change.status, "pending", result)
    }
  })

  it("knows which orders it would attempt without a decision", () => {
    assert.isTrue(wouldAttempt(request(), scrape))
    assert.isTrue(wouldAttempt(request({ status: "failed" }), run))
    assert.isTrue(wouldAttempt(request(), appeared("request")))
    assert.isFalse(wouldAttempt(request(), appeared("another")))
    assert.isFalse(wouldAttempt(request({ status: "failed" }), scrape))
  })

  it("lets an expired request only match", () => {
    const expired = request({ status: "expired" })
    for (const result of ["ambiguous", "not_found", "skipped"] as const) {
      assert.isNull(consequenceOf(expired, decision(result, ["a", "b"]), scrape, 3), result)
      assert.strictEqual(consequenceOf(expired, decision(result, ["a", "b"]), run, 3)?.change.status, "expired", result)
    }
  })

  it("tells exactly what was decided, and never leaves a request processing", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...requestStatuses.filter((status) => status !== "processing")),
        fc.constantFrom(...attemptResults),
        fc.constantFrom<PassCause>(scrape, run, appeared("request"), appeared("another")),
        fc.uniqueArray(fc.constantFrom("a", "b", "c"), { maxLength: 3 }),
        fc.nat(5),
        (status, result, cause, contenders, misses) => {
          const consequence = consequenceOf(request({ status, misses }), decision(result, contenders), cause, 3)
          if (consequence === null) return
          assert.notStrictEqual(consequence.change.status, "processing")
          if (consequence.tell !== null) assert.strictEqual(consequence.tell, result)
          if (consequence.change.status === "matched") assert.strictEqual(result, "matched")
        }
      )
    )
  })
})
