import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The files that take longest on their own, the longest first: begun last, one of them would keep one core busy at the
 * end while the other has nothing to do. On a clean checkout Vitest knows the files' sizes only, which say little.
 */
const longest = [
  "packages/runtime/test/contract/contract.test.ts",
  "apps/dashboard/test/people.test.ts",
  "apps/counterfoil/test/script/recordings.test.ts",
  "apps/dashboard/test/page.test.ts",
  "apps/dashboard/test/pages.test.ts",
  "apps/counterfoil/test/failureSwitches.test.ts",
  "apps/dashboard/test/desk.test.ts",
  "apps/counterfoil/test/script/recordedKeypad.test.ts",
  "apps/dashboard/test/said.test.ts",
  "apps/dashboard/test/worklist.test.ts",
  "apps/dashboard/test/dashboard.test.ts",
  "apps/dashboard/test/codes.test.ts",
  "packages/sandbox/test/statementReader.test.ts",
  "apps/dashboard/test/byFile.test.ts",
  "packages/runtime/test/races/workKept.test.ts",
  "apps/counterfoil/test/attacks/transfers.test.ts",
  "examples/test/examples.test.ts",
  "packages/browser/test/lifecycle.test.ts",
  "apps/counterfoil/test/demo.test.ts",
  "apps/counterfoil/test/nodes.test.ts",
  "packages/store/test/database/EmbeddedPostgres.test.ts",
  "apps/dashboard/test/glance.test.ts",
  "packages/runtime/test/races/sharedSession.test.ts",
  "apps/dashboard/test/unread.test.ts",
  "apps/counterfoil/test/script/check.test.ts",
  "apps/counterfoil/test/shadow.test.ts",
  "packages/browser/test/secrets.test.ts",
  "apps/counterfoil/test/script/rowDetails.test.ts",
  "packages/browser/test/longSession.test.ts",
  "apps/counterfoil/test/script/demoBank.test.ts",
  "packages/runtime/test/races/commands.test.ts",
  "packages/runtime/test/races/orders.test.ts",
  "packages/store/test/accounts/BankPermits.test.ts",
  "apps/counterfoil/test/attacks/secrets.test.ts",
  "apps/dashboard/test/firstRun.test.ts",
  "tools/test/fuzz.test.ts",
  "packages/store/test/plans.golden.test.ts",
  "apps/counterfoil/test/lifecycle.test.ts",
  "packages/domain/test/attacks/alikeRows.test.ts",
  "packages/runtime/test/races/outageLog.test.ts",
  "packages/runtime/test/model/accountActor.test.ts",
  "packages/browser/test/hang.test.ts",
  "apps/counterfoil/test/hostile/engine.test.ts",
  "packages/runtime/test/attacks/unstorable.test.ts",
  "packages/uws/test/smallPieces.test.ts",
  "apps/counterfoil/test/codes/mail.test.ts",
  "packages/browser/test/attacks/namesTell.test.ts",
  "apps/counterfoil/test/codes/asks.test.ts",
  "packages/runtime/test/races/readyReasons.test.ts",
  "apps/counterfoil/test/script/olderPages.test.ts",
  "packages/runtime/test/codes/mailbox.test.ts",
  "apps/counterfoil/test/hostile/pages.test.ts",
  "packages/browser/test/awaitedAnswers.test.ts",
  "packages/store/test/attacks/databaseRole.test.ts",
  "packages/runtime/test/codes/totp.test.ts",
  "bench/test/all.test.ts",
  "packages/store/test/delivery/HostileReceiver.test.ts",
  "packages/runtime/test/races/sharedLogin.test.ts",
  "packages/runtime/test/races/ready.test.ts",
  "packages/runtime/test/races/deletedMeanwhile.test.ts",
  "apps/counterfoil/test/script/strangeBrands.test.ts",
  "packages/runtime/test/attacks/orderLists.test.ts",
  "packages/runtime/test/model/lostLogins.test.ts",
  "packages/runtime/test/doctor.test.ts",
  "packages/runtime/test/codes/people.test.ts",
  "examples/test/embedding.test.ts",
  "apps/counterfoil/test/codes/code.test.ts",
  "packages/runtime/test/backup.test.ts",
  "packages/domain/test/matching/shapes.test.ts",
  "packages/browser/test/attacks/ownUser.test.ts",
  "packages/core/test/codes/floods.test.ts",
  "packages/runtime/test/attacks/quotas.test.ts",
  "packages/runtime/test/races/deaf.test.ts",
  "bench/test/matching.test.ts",
  "packages/browser/test/codes/picture.test.ts",
  "packages/store/test/worklistPlans.test.ts",
  "packages/runtime/test/attacks/revokedMeanwhile.test.ts",
  "packages/runtime/test/attacks/greedy.test.ts",
  "packages/core/test/actor/endedByBank.test.ts",
  "packages/runtime/test/races/noticesEnd.test.ts"
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
