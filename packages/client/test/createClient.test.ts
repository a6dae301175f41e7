import { expect, it } from "vitest"
import { CounterfoilError, createClient } from "../src/index.ts"

const recording = (baseUrl: string) => {
  const asked: Array<string> = []
  const client = createClient({
    baseUrl,
    fetch: async (url) => {
      asked.push(url)
      return new Response("[]")
    }
  })
  return { asked, client }
}

it("takes an address with a slash at its end, as browsers show it", async () => {
  const { asked, client } = recording("http://127.0.0.1:1/")
  await client.get("/accounts")

  expect(asked).toEqual(["http://127.0.0.1:1/accounts"])
  expect(client.baseUrl).toBe("http://127.0.0.1:1")
})

it.each([undefined, ""])("asks for nothing where a part of the path is %j, and names it", async (accountId) => {
  const { asked, client } = recording("http://127.0.0.1:1")
  // @ts-expect-error Programs without types do this.
  const answer = client.get("/accounts/{accountId}", { path: { accountId } })

  await expect(answer).rejects.toThrow("accountId is missing for /accounts/{accountId}: give it as path: { accountId }")
  expect(asked).toEqual([])
})

it.each([".", ".."])("asks for nothing where a part of the path is %j, which would lead elsewhere", async (id) => {
  const { asked, client } = recording("http://127.0.0.1:1")

  const answer = client.delete("/me/api-keys/{id}", { path: { id } })

  await expect(answer).rejects.toThrow(`id must not be "${id}" in /me/api-keys/{id}`)
  expect(asked).toEqual([])
})

it.each(["127.0.0.1:8080", "counterfoil.example", "ftp://counterfoil.example"])(
  "names an address that is none: %s",
  (baseUrl) => {
    expect(() => createClient({ baseUrl })).toThrow("baseUrl must begin with http:// or https://")
  }
)

it("says that it needs an address where no page has one", async () => {
  const answer = createClient({ token: "a token" }).get("/me")

  await expect(answer).rejects.toThrow("baseUrl is missing: outside of a page nothing else says where Counterfoil is")
})

it("takes an address as a URL", () => {
  expect(createClient({ baseUrl: new URL("http://127.0.0.1:1") }).baseUrl).toBe("http://127.0.0.1:1")
})

it.each(["tökén", "a\nb"])("names a token that no header can carry, and doesn't quote it: %j", async (token) => {
  const answer = createClient({ baseUrl: "http://127.0.0.1:1", token }).get("/me")

  const error: unknown = await answer.catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(TypeError)
  expect(error).toMatchObject({ message: "token must be a text that a header can carry" })
  expect(error).not.toHaveProperty("cause")
})

const answering = (response: () => Response) =>
  createClient({ baseUrl: "http://127.0.0.1:1", fetch: async () => response() })
    .get("/me")
    .catch((error: unknown) => error)

it("rejects alike where an answer breaks off, and where something else answers", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) })

  expect(await answering(() => new Response(broken))).toMatchObject({ status: 0, code: "unreachable" })
  const page = await answering(() => new Response("<h1>Welcome</h1>"))
  expect(page).toBeInstanceOf(CounterfoilError)
  expect(page).toMatchObject({
    status: 200,
    code: "unreadable",
    message: "The answer is no JSON: most likely baseUrl leads to something else"
  })
})

it("says what is wrong with a body that can't be written as JSON", async () => {
  const body: { name: string; bankId: string; itself?: unknown } = { name: "Main", bankId: "an id" }
  body.itself = body

  await expect(createClient({ baseUrl: "http://127.0.0.1:1" }).post("/accounts", { body })).rejects.toThrow(TypeError)
})

it("rejects alike where a fetch of one's own throws at once, and where it fails later", async () => {
  const blocked = new Error("blocked by a policy")
  const asked = createClient({
    baseUrl: "http://127.0.0.1:1",
    fetch: () => {
      throw blocked
    }
  }).get("/me")

  await expect(asked).rejects.toMatchObject({ status: 0, code: "unreachable", cause: blocked })
})

it("rejects with what its signal was aborted with, whatever a fetch of one's own makes of that", async () => {
  const gone = new Error("the page is gone")
  const asked = createClient({
    baseUrl: "http://127.0.0.1:1",
    fetch: () => Promise.reject(new Error("cancelled"))
  }).get("/me", { signal: AbortSignal.abort(gone) })

  await expect(asked).rejects.toBe(gone)
})
