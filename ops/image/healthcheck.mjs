// Healthy is who is ready: `GET /ready` at the address that the server was told to listen on.
const { HOST = "", PORT = "" } = process.env
const everywhere = ["", "0.0.0.0", "::"].includes(HOST)
const host = everywhere ? "127.0.0.1" : HOST.includes(":") ? `[${HOST}]` : HOST
const port = PORT.trim() === "" ? "8080" : PORT.trim()

const answer = await fetch(`http://${host}:${port}/ready`, { signal: AbortSignal.timeout(4_000) }).catch(
  (cause) => new Response(String(cause?.cause?.message ?? cause), { status: 503 })
)
if (!answer.ok) console.error((await answer.text()).slice(0, 1_000))
process.exit(answer.ok ? 0 : 1)
