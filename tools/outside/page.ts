/** The client in a page of Chromium, as it is in the package: no bundler, no other file. */
import { readFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { join, normalize } from "node:path"
import { chromium } from "playwright-core"
import { must } from "./checks.ts"

const html = `<!doctype html>
<title>client</title>
<output></output>
<script type="module">
  import { createClient } from "/client/index.js"
  const anonymous = createClient({ baseUrl: "/api" })
  const { token } = await anonymous.post("/auth/login", { body: { email: "you@example.com", password: "a long enough password" } })
  const accounts = await createClient({ baseUrl: "/api", token }).get("/accounts")
  document.querySelector("output").textContent = accounts.map(({ name }) => name).join(", ")
</script>
`

/** Before the page and the service alike, as in life: one origin. */
const pass = async (request: IncomingMessage, response: ServerResponse, to: string) => {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of request) chunks.push(chunk)
  const answer = await fetch(to, {
    method: request.method ?? "GET",
    headers: {
      "content-type": "application/json",
      ...(request.headers.authorization === undefined ? {} : { authorization: request.headers.authorization })
    },
    ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) })
  })
  response.writeHead(answer.status, { "content-type": "application/json" }).end(Buffer.from(await answer.arrayBuffer()))
}

export const inPage = async (options: {
  readonly clientFolder: string
  readonly service: string
  readonly browser: string
}): Promise<void> => {
  const { browser: executablePath, clientFolder, service } = options
  const server = createServer((request, response) => {
    const path = normalize(request.url ?? "/")
    if (path.startsWith("/api/")) return void pass(request, response, `${service}${path.slice(4)}`)
    if (!path.startsWith("/client/")) return void response.setHeader("content-type", "text/html").end(html)
    response.setHeader("content-type", "text/javascript").end(readFileSync(join(clientFolder, path.slice(8))))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ["--no-sandbox"] : [] })
  try {
    const page = await browser.newPage()
    const trouble: Array<string> = []
    page.on("pageerror", (error) => void trouble.push(error.message))
    await page.goto(`http://127.0.0.1:${port}/`)
    await page
      .waitForFunction("document.querySelector('output').textContent !== ''", undefined, { timeout: 90_000 })
      .catch(() => {})
    const said = await page.textContent("output")
    must(
      said === "Main account",
      `the page should list the account, and says ${JSON.stringify(said)} ${trouble.join("; ")}`
    )
  } finally {
    await browser.close()
    server.close()
  }
}
