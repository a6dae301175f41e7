import { parseArgs } from "node:util"

import { startDemoShop } from "./index.ts"

const usage = "usage: npm run demo-shop -- [--port N] [--host ADDRESS] [--journal FILE] [--orders FILE]"

const fail = (sentence: string): never => {
  console.error(sentence)
  process.exit(1)
}

const readOptions = () => {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: "4020" },
        host: { type: "string" },
        journal: { type: "string" },
        orders: { type: "string" }
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
    : `The demo shop could not start: ${error instanceof Error ? error.message : String(error)}`

const options = readOptions()
const port = Number(options.port)
// 0.0.0.0 is for containers, which publish a port at addresses of their host.
if (options.host?.match(/^(127\.|0\.0\.0\.0$)/) === null) {
  fail(`--host must be a loopback address such as 127.0.0.2, or 0.0.0.0 in a container\n${usage}`)
}
if (!Number.isInteger(port) || port < 0 || port > 65_535) fail(`--port must be a number from 0 to 65535\n${usage}`)

const { host, journal: journalFile, orders: ordersFile } = options
const shop = await startDemoShop({ port, host, journalFile, ordersFile }).catch((error: unknown) =>
  fail(explain(error, port))
)
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void shop.close().then(() => process.exit(0)))
}

console.log(`demo shop listening on ${shop.url}`)
