import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

const talker = fileURLToPath(new URL("./fixtures/talker.ts", import.meta.url))

it("keeps no more than some megabytes for a reader of the log that has stopped, and tells how much it left out", async () => {
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", talker], {
    stdio: ["ignore", "pipe", "pipe"]
  })
  try {
    // Nothing reads the log until all of it was said.
    await once(child.stdout, "data")
    let bytes = 0
    let last = ""
    for await (const chunk of child.stderr.setEncoding("utf8")) {
      bytes += chunk.length
      last = (last + chunk).slice(-10_000)
      if (last.includes("further")) break
    }

    expect(bytes).toBeLessThan(6 * 1024 * 1024)
    const [, lost] = /^told: (\d+) lines of the log were left out: nobody read them$/m.exec(last) ?? []
    expect(Number(lost)).toBeGreaterThan(4_000)
  } finally {
    child.kill("SIGKILL")
  }
})
