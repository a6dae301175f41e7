import { assert, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { ScriptManifest } from "../src/scripts/ScriptManifest.ts"

const whole = {
  bank: "my-bank",
  version: "1.0.0",
  sdk: 1,
  flow: "extract_transactions",
  origins: [],
  zone: "Europe/Madrid",
  dates: "dmy",
  sessionTypes: ["one-shot"],
  uniqueIds: false,
  phases: ["login", "extract"]
}

it("a manifest that is wrong is told what would be right, and where", () => {
  const said = [
    { version: "1.0" },
    { origins: ["www.bank.example"] },
    { secretOrigins: ["https://www.bank.example/login"] },
    { requests: [{ method: "POST", path: "search" }] }
  ].map((part) =>
    Result.match(Schema.decodeUnknownResult(ScriptManifest)({ ...whole, ...part }), {
      onFailure: ({ message }) => message.replaceAll(/\s*\n\s*/g, " "),
      onSuccess: () => "taken"
    })
  )

  assert.deepStrictEqual(said, [
    'Expected a version such as 1.0.0 at ["version"]',
    'Expected an origin such as https://www.bank.example, without a path at ["origins"][0]',
    'Expected an origin such as https://www.bank.example, without a path at ["secretOrigins"][0]',
    'Expected a path such as /movements/search, without query at ["requests"][0]["path"]'
  ])
})
