import { describe, expect, it } from "vitest"
import { isPlainHttpUrl, plainUrlProblem } from "@counterfoil/domain"

describe("what is wrong with a web address", () => {
  const port = "must have a port from 1 to 65535, or none"
  const whole = "must be an absolute http or https URL without credentials"

  it("is its port where that alone can't be", () => {
    for (const text of [
      "http://10.0.0.5:99999/",
      "https://shop.test:80a",
      "http://[::1]:65536/a?b=c#d",
      "HTTP://shop.test:-1",
      "http://shop.test:99999?a=http://x:1/"
    ]) {
      expect([text, isPlainHttpUrl(text), plainUrlProblem(text)]).toEqual([text, false, port])
    }
  })

  it("is all else where there is more to it than the port", () => {
    for (const text of [
      "/hook:99999",
      "shop.test:99999",
      "ftp://shop.test:99999",
      "http://ana:secret@shop.test",
      "http://ana:secret@shop.test:99999",
      "http://:99999/"
    ]) {
      expect([text, isPlainHttpUrl(text), plainUrlProblem(text)]).toEqual([text, false, whole])
    }
  })
})
