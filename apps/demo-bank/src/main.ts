import { parseArgs } from "node:util"

import { startDemoBank } from "./index.ts"

const usage = `usage: npm run demo-bank -- [options]

  --port N        where it listens (4010; 0: any free port)
  --host ADDRESS  on which address (127.0.0.1)
  --journal FILE  also writes what happens as JSON lines
  --mail ADDRESS  host:port of the mail server (SMTP) for customers whose codes come by e-mail
  --help          this text

Customers, their passwords and phones, and how to make it fail: apps/demo-bank/README.md`

const fail = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "4010" },
        host: { type: "string" },
        journal: { type: "string" },
        mail: { type: "string" },
        help: { type: "boolean", short: "h" }
      }
    })
    return values
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

const explain = (error: unknown, port: number): string =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE"
    ? `Port ${port} is taken by another program; choose another one with --port.`
    : `The demo bank could not start: ${error instanceof Error ? error.message : String(error)}`

const options = readOptions()
if (options.help === true) {
  console.log(usage)
  process.exit(0)
}
const port = Number(options.port)
// 0.0.0.0 is for containers, which publish a port at addresses of their host.
if (options.host?.match(/^(127\.|0\.0\.0\.0$)/) === null) {
  fail(`--host must be a loopback address such as 127.0.0.2, or 0.0.0.0 in a container\n${usage}`)
}
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port must be a number from 0 to 65535\n${usage}`)

const mail = options.mail === undefined ? undefined : /^(127\.[\d.]+|localhost):(\d{1,5})$/.exec(options.mail)
if (mail === null) fail(`--mail must be a loopback address and a port such as 127.0.0.1:2525\n${usage}`)

const bank = await startDemoBank({
  port,
  host: options.host,
  journalFile: options.journal,
  mail: mail ? { host: mail[1] ?? "", port: Number(mail[2]) } : undefined
}).catch((error: unknown) => fail(explain(error, port)))
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void bank.close().then(() => process.exit(0)))
}

console.log(`demo bank listening on ${bank.url}`)
