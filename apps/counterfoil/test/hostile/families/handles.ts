/** Names of secrets, pages, files and waits that are another session's, or nobody's; foreign frames to type into. */
import type { Attack, Family } from "../Attack.ts"

const start = `await ask("page.goto", { url: BANK + "/" });`
const refusedWith = (title: string, call: string, ...codes: ReadonlyArray<string>): Attack => ({
  title,
  body: `${start} const got = await ${call}; return ${JSON.stringify(codes)}.includes(got) ? [] : [got]`
})

const names = [
  "victim",
  "otp-1",
  "otp-2",
  "PASSWORD",
  "__proto__",
  "constructor",
  "toString",
  "password ",
  "",
  "pass/../word",
  "username\\u0000",
  "a".repeat(41)
]
const frames = ["#partner", "#blank", "#data"]
const inFrame = (frame: string) =>
  `{ steps: [{ method: "frameLocator", arg: "${frame}" }, { method: "locator", arg: "input" }] }`

export const handles: Family = {
  name: "handles",
  attacks: [
    ...names.map((name) =>
      refusedWith(
        `types the secret ${JSON.stringify(name).slice(0, 24)}`,
        `type("#user", ${JSON.stringify(name)})`,
        "InvalidCall"
      )
    ),
    refusedWith("types a character before the first", `type("#one", "password", { positions: [0] })`, "InvalidCall"),
    refusedWith("types a character behind the last", `type("#one", "password", { positions: [200] })`, "InvalidCall"),
    refusedWith(
      "types a million characters",
      `type("#password", "password", { positions: Array(40_000).fill(1) })`,
      "InvalidCall",
      "TooLarge"
    ),
    refusedWith("uses another session's page", `ask("page.url", { page: 1 })`, "InvalidCall"),
    refusedWith("uses page 99", `ask("page.url", { page: 99 })`, "InvalidCall"),
    refusedWith("uses page -1", `ask("page.url", { page: -1 })`, "InvalidCall"),
    refusedWith("uses page __proto__", `ask("page.url", { page: "__proto__" })`, "InvalidCall"),
    refusedWith("reads another session's download", `ask("download.text", { download: "download-1" })`, "InvalidCall"),
    refusedWith("reads a file by its path", `ask("download.text", { download: "../../etc/passwd" })`, "InvalidCall"),
    refusedWith("waits for what it did not announce", `ask("page.expected", { token: "expected-1" })`, "InvalidCall"),
    ...frames.map((frame) =>
      refusedWith(
        `types the password into the frame ${frame}`,
        `ask("locator.fill", { ...${inFrame(frame)}, value: { secret: "password" } })`,
        "SecretOrigin",
        "Timeout"
      )
    ),
    ...frames.map((frame) =>
      refusedWith(
        `types single keys of it into the frame ${frame}`,
        `ask("locator.pressSequentially", { ...${inFrame(frame)}, value: { secret: "password" } })`,
        "SecretOrigin",
        "Timeout"
      )
    ),
    refusedWith(
      "clicks it on a keypad in a foreign frame",
      `ask("keypad.type", { ...${inFrame("#partner")}, secret: { secret: "password" }, read: "text" })`,
      "SecretOrigin"
    ),
    {
      title: "types it into the partner's own page",
      body: `await ask("page.goto", { url: PARTNER + "/" }); return [await type("#phish", "password")].filter((got) => got !== "SecretOrigin")`
    },
    {
      title: "accepts a code that nobody gave",
      body: `return [await ask("otp.accepted")].filter((got) => got !== null)`
    }
  ]
}
