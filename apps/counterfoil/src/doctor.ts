/** `counterfoil doctor`: one line for each thing that the server needs, with what to do where it is amiss. */
import { examine, type Finding } from "@counterfoil/runtime"
import { Console, Effect } from "effect"

const marks: Readonly<Record<Finding["verdict"], string>> = { ok: "ok   ", note: "note ", fault: "FAULT" }

/** Exit code 1 if there is a fault. */
export const doctor = Effect.gen(function* () {
  const findings = yield* examine
  yield* Effect.forEach(findings, ({ sentence, subject, verdict }) =>
    Console.log(`${marks[verdict]} ${subject.padEnd(13)} ${sentence}`)
  )
  if (findings.some(({ verdict }) => verdict === "fault")) {
    yield* Effect.sync(() => {
      process.exitCode = 1
    })
  }
})
