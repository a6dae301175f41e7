import { expect, it } from "vitest"
import { sandboxAdvice } from "../src/chromium/sandboxAdvice.ts"

const ofKernel = (values: Readonly<Record<string, string>>) => sandboxAdvice((path) => values[path])

it("names what keeps user namespaces from Chromium, and the command that allows them", () => {
  const open = { "kernel/unprivileged_userns_clone": "1", "user/max_user_namespaces": "96364" }
  expect(ofKernel({ ...open, "kernel/apparmor_restrict_unprivileged_userns": "1" })).toMatch(
    /Ubuntu.*AppArmor profile.*to all programs: sudo sysctl -w kernel\.apparmor_restrict_unprivileged_userns=0$/
  )
  expect(ofKernel({ ...open, "kernel/unprivileged_userns_clone": "0" })).toMatch(/kernel\.unprivileged_userns_clone=1$/)
  expect(ofKernel({ "user/max_user_namespaces": "0" })).toMatch(/user\.max_user_namespaces=10000$/)
  expect(ofKernel({ ...open, "kernel/apparmor_restrict_unprivileged_userns": "0" })).toMatch(/seccomp/)
})
