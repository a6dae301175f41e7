/** What opens user namespaces, which Chromium's sandbox is made of, where a machine keeps them from its users. */
import { readFileSync } from "node:fs"

interface Switch {
  /** Below /proc/sys. */
  readonly path: string
  /** As the kernel shows it where it keeps them. */
  readonly closed: string
  readonly advice: string
}

const switches: ReadonlyArray<Switch> = [
  {
    path: "kernel/apparmor_restrict_unprivileged_userns",
    closed: "1",
    advice:
      "Ubuntu keeps user namespaces from programs without an AppArmor profile: write one for this browser, or allow them to all programs: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"
  },
  {
    path: "kernel/unprivileged_userns_clone",
    closed: "0",
    advice: "allow unprivileged user namespaces: sudo sysctl -w kernel.unprivileged_userns_clone=1"
  },
  {
    path: "user/max_user_namespaces",
    closed: "0",
    advice: "allow unprivileged user namespaces: sudo sysctl -w user.max_user_namespaces=10000"
  }
]

const inKernel = (path: string): string | undefined => {
  try {
    return readFileSync(`/proc/sys/${path}`, "utf8").trim()
  } catch {
    return undefined
  }
}

/** `valueOf` a switch of the kernel; undefined where it has none. */
export const sandboxAdvice = (valueOf: (path: string) => string | undefined = inKernel): string =>
  switches.find(({ closed, path }) => valueOf(path) === closed)?.advice ??
  "allow unprivileged user namespaces for this service (in a container, by its seccomp profile)"
