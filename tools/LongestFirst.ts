import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The files that take longest on their own, the longest first: begun last, one of them would keep one core busy at the
 * end while the other has nothing to do. On a clean checkout Vitest knows the files' sizes only, which say little.
 */
const longest = [
  "apps/dashboard/test/page.test.ts",
  "apps/dashboard/test/codes.test.ts",
  "apps/dashboard/test/worklist.test.ts",
  "apps/dashboard/test/dashboard.test.ts",
  "apps/dashboard/test/byFile.test.ts",
  "apps/dashboard/test/said.test.ts",
  "apps/counterfoil/test/failureSwitches.test.ts",
  "apps/counterfoil/test/script/demoBank.test.ts",
  "apps/counterfoil/test/shadow.test.ts",
  "packages/browser/test/longSession.test.ts",
  "apps/counterfoil/test/attacks/transfers.test.ts",
  "apps/counterfoil/test/demo.test.ts",
  "apps/counterfoil/test/hostile/pages.test.ts",
  "apps/counterfoil/test/script/recordings.test.ts",
  "apps/counterfoil/test/nodes.test.ts",
  "tools/test/chaos.test.ts",
  "apps/counterfoil/test/hostile/engine.test.ts",
  "apps/counterfoil/test/attacks/secrets.test.ts",
  "packages/runtime/test/contract/contract.test.ts",
  "packages/browser/test/lifecycle.test.ts",
  "apps/counterfoil/test/script/brands.test.ts",
  "packages/runtime/test/model/accountActor.test.ts",
  "packages/runtime/test/races/commands.test.ts",
  "apps/counterfoil/test/lifecycle.test.ts",
  "packages/runtime/test/races/orders.test.ts",
  "packages/runtime/test/races/deaf.test.ts",
  "examples/test/examples.test.ts",
  "packages/store/test/growth.test.ts",
  "packages/store/test/delivery/DeliveryWorker.test.ts",
  "packages/store/test/EmbeddedPostgres.test.ts",
  "packages/store/test/plans.golden.test.ts"
]

const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // A process that files share goes on to the next one only if that may share it too: those that may are together.
    const order = (file: TestSpecification) => (file.project.config.isolate ? 0 : 1)
    return (await super.sort(files)).sort((one, other) => order(one) - order(other) || placeOf(one) - placeOf(other))
  }
}
