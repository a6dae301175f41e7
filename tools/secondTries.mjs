/**
 * Lists the tests that passed only when they were tried again, with what they said the first time. A second try keeps
 * a busy machine from hiding what the other tests say; it is no excuse: whatever is listed here is a fault to mend.
 */
export default class SecondTries {
  onTestRunEnd(modules) {
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue
        console.log(`passed only at its second try: ${module.relativeModuleId} > ${test.fullName}`)
        for (const { message } of test.result().errors ?? []) console.log(message.replaceAll(/^/gm, "    "))
      }
    }
  }
}
