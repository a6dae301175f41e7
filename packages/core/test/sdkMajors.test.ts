import { sdkProblem, takenSdkMajors } from "@counterfoil/core"
import { describe, expect, it } from "vitest"

describe("a script's SDK", () => {
  it("is of the server's major or the one before", () => {
    expect([takenSdkMajors(1), takenSdkMajors(4)]).toEqual([[1], [4, 3]])
    expect([sdkProblem(1), sdkProblem(4, 4), sdkProblem(3, 4)]).toEqual([undefined, undefined, undefined])
  })

  it("is refused otherwise, with a hint what would help", () => {
    expect(sdkProblem(2, 4)).toBe(
      "the script was made with SDK 2, and this server takes SDK 4 and 3: build it with a newer SDK"
    )
    expect(sdkProblem(5, 4)).toBe(
      "the script was made with SDK 5, and this server takes SDK 4 and 3: it needs a newer server"
    )
  })
})
