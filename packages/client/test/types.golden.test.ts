import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { typesOf } from "./support/typesOf.ts"

it("has the types of the OpenAPI document (npm run update-goldens writes them)", async () => {
  const document: unknown = JSON.parse(readFileSync(new URL("../../../docs/openapi.json", import.meta.url), "utf8"))

  await expect(typesOf(document)).toMatchFileSnapshot("../src/generated.ts")
})
