import { finish } from "@counterfoil/domain"
import { Redacted } from "effect"
import { expect, it } from "vitest"
import { makeSecretKeeper } from "../../src/secrets/SecretKeeper.ts"

it("a thousand different pieces of a password, typed one after the other, are no more to look for than the password", () => {
  const keeper = makeSecretKeeper()
  keeper.put("password", Redacted.make("qWeRtYuIoPaSdFgH"))

  const pieces = Array.from({ length: 1_000 }, (_, nth) => {
    const positions = [1 + (nth % 16), 1 + ((nth >> 4) % 16), 1 + ((nth * 7) % 16), 1 + ((nth * 5) % 16)]
    return keeper.reveal({ secret: "password", positions })
  })

  expect(new Set(pieces).size).toBeGreaterThan(200)
  expect(keeper.visible()).toEqual(["qWeRtYuIoPaSdFgH"])
  expect(keeper.scrub(`${pieces[0]} and qWeRtYuIoPaSdFgH`)).toBe(`${pieces[0]} and [secret]`)
})

it("a number that a page is told is taken out where it is a secret, and others stay", () => {
  const keeper = makeSecretKeeper()
  keeper.put("password", Redacted.make("918273645546"))

  expect(keeper.scrubAnswer({ pin: 918_273_645_546, amount: 918_273.65, rows: [2026, 918_273] })).toEqual({
    pin: "[secret]",
    amount: 918_273.65,
    rows: [2026, 918_273]
  })
})

it("a file is taken the spellings out of that nobody types, before it can be read in another encoding", () => {
  const keeper = makeSecretKeeper()
  keeper.put("username", Redacted.make("vic user-83"))
  const spelt = ["38-resu civ", "ivp hfre-83", "v.i.c. .u.s.e.r.-.8.3"]

  const clean = finish(keeper.scrubbingBytes(Buffer.from(`a;${spelt.join(";")};b`)))

  expect(clean.toString()).toBe("a;[secret];[secret];[secret];b")
})
