import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import {
  DeclaredRequest,
  isAsWritten,
  mayBeRead,
  mayLeave,
  maySockets,
  sentenceOf
} from "../src/scripts/DeclaredRequest.ts"

const post = (path: string, ...phases: ReadonlyArray<"login" | "extract" | "logout">): DeclaredRequest =>
  Schema.decodeUnknownSync(DeclaredRequest)({ method: "POST", path, ...(phases.length === 0 ? {} : { phases }) })

describe("a path that says one thing and lets another leave", () => {
  const misleading = [
    "//movements/transfers",
    "/movements/%2e%2e/transfers",
    "/movements/search/../../transfers",
    "//list@movements/transfers/confirm",
    "/movements/./transfers",
    "/movements/%2e./%FA"
  ]

  it("is not as it is written, and lets nothing leave where an earlier version was published with it", () => {
    for (const path of misleading) {
      assert.isFalse(isAsWritten(path), path)
      assert.isFalse(mayLeave("extract", [post(path)], "POST", URL.parse(path, "http://bank.invalid")?.pathname ?? ""))
    }
  })

  it("is no path of a bank", () => {
    for (const path of [
      "/movements/search",
      "/accounts/*/rows",
      "/búsqueda/ver",
      "/b%C3%BAsqueda",
      "/a;v=1/b",
      "/a//b",
      "/b%FAsqueda",
      "/100%",
      "/"
    ]) {
      assert.isTrue(isAsWritten(path), path)
    }
  })
})

describe("what a script declares", () => {
  it("lets a request leave by method and whole path, a star standing for one segment", () => {
    const search = [post("/movements/search"), post("/accounts/*/rows"), post("/búsqueda/ver")]
    const leaves = (method: string, path: string) => mayLeave("extract", search, method, path)

    const allowed = [
      ["GET", "/transfer"],
      ["HEAD", "/"],
      ["POST", "/movements/search"],
      ["post", "/movements/search"],
      ["POST", "/movements;jsessionid=A1/search"],
      ["POST", "/accounts/ES12/rows"],
      ["POST", "/b%C3%BAsqueda/ver"]
    ] as const
    const refused = [
      ["PUT", "/movements/search"],
      ["PROPFIND", "/movements/search"],
      ["POST", "/movements/search/"],
      ["POST", "/movements/search/pay"],
      ["POST", "/movements/searching"],
      ["POST", "/Movements/search"],
      ["POST", "/x/movements/search"],
      ["POST", "//movements/search"],
      ["POST", "/accounts//rows"],
      ["POST", "/accounts/a/b/rows"],
      ["POST", "/accounts/..%2Fpay%2F/rows"],
      ["POST", "/accounts/a%5Cpay/rows"],
      ["POST", "/accounts/ES12"]
    ] as const
    assert.deepStrictEqual(
      [...allowed, ...refused].filter(([method, path]) => leaves(method, path)),
      [...allowed]
    )
  })

  it("holds in all phases but the login, or in those that it names", () => {
    const leaves = (phase: "login" | "extract" | "logout", ...declared: ReadonlyArray<DeclaredRequest>) =>
      mayLeave(phase, declared, "POST", "/logout")

    assert.isTrue(leaves("extract", post("/logout")))
    assert.isFalse(leaves("extract", post("/logout", "logout")))
    assert.isTrue(leaves("logout", post("/logout", "logout")))
    assert.isFalse(leaves("extract"))
    assert.isTrue(leaves("login"))
    assert.isTrue(leaves("login", post("/other")))
    assert.isFalse(leaves("login", post("/login", "login")))
    assert.isFalse(maySockets("extract", [post("/logout")]))
    assert.isTrue(maySockets("extract", [{ method: "WEBSOCKET", path: "/live" }]))
  })

  it("lets the script read an answer in extract only, at the paths that it names with readable", () => {
    const declared = [
      Schema.decodeUnknownSync(DeclaredRequest)({ method: "GET", path: "/api/rows", readable: true }),
      Schema.decodeUnknownSync(DeclaredRequest)({ method: "POST", path: "/api/*/search", readable: true }),
      post("/api/login")
    ]
    const readIn = (phase: "login" | "extract" | "logout" | "resume" | "keepAlive", method: string, path: string) =>
      mayBeRead(phase, declared, method, path)

    assert.isTrue(readIn("extract", "GET", "/api/rows"))
    assert.isTrue(readIn("extract", "POST", "/api/7/search"))
    assert.isFalse(readIn("extract", "POST", "/api/rows"))
    assert.isFalse(readIn("extract", "GET", "/api/7/search"))
    assert.isFalse(readIn("extract", "POST", "/api/login"))
    assert.isFalse(readIn("extract", "GET", "/api/rows/7"))
    for (const phase of ["resume", "login", "keepAlive", "logout"] as const) {
      assert.isFalse(readIn(phase, "GET", "/api/rows"), phase)
    }
  })

  it("is a path from the root, without query, of a method that writes", () => {
    const decode = Schema.decodeUnknownOption(DeclaredRequest)
    const wrong = [
      { method: "POST", path: "search" },
      { method: "POST", path: "/search?op=list" },
      { method: "POST", path: "https://bank.example/search" },
      { method: "GET", path: "/search" },
      { method: "POST", path: "/search", phases: [] },
      { method: "POST", path: "/search", phases: ["always"] }
    ]
    assert.deepStrictEqual(
      wrong.filter((each) => decode(each)._tag === "Some"),
      []
    )
  })

  it("is named by the refusal of what it lacks, as it would have to be written", () => {
    assert.strictEqual(
      sentenceOf({ phase: "extract", method: "POST", origin: "https://bank.example", path: "/search" }),
      'POST https://bank.example/search was refused in extract: after its login a page only reads; if the bank needs it, add { method: "POST", path: "/search", phases: ["extract"] } to the manifest\'s requests'
    )
  })
})
