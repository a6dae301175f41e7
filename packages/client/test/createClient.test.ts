import { expect, it } from "vitest"
import { createClient } from "../src/index.ts"

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
