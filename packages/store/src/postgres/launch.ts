import { execFileSync } from "node:child_process"
import * as Fs from "node:fs"
import { dirname } from "node:path"
import type { PostgresBinaries } from "./binaries.ts"

/**
 * How a Postgres program is started: Postgres refuses to run as root, so a root process starts it as a system user.
 * `prefix` goes before the program; `uid` and `gid` are for the spawn.
 */
export interface Launch {
  readonly prefix: ReadonlyArray<string>
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
  /** Who owns the data, when it is not us. */
  readonly owner: { readonly uid: number; readonly gid: number } | undefined
}

const ours: Launch = { prefix: [], ids: undefined, owner: undefined }

/** No secrets of ours in the environment of a child, and messages in one language. */
export const bareEnvironment = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" }

const output = (program: string, args: ReadonlyArray<string>): string | undefined => {
  try {
    return execFileSync(program, args, { encoding: "utf8", env: bareEnvironment, stdio: ["ignore", "pipe", "ignore"] })
  } catch {
    return undefined
  }
}

const idsOf = (user: string): { readonly uid: number; readonly gid: number } | undefined => {
  const uid = output("id", ["-u", user])
  const gid = output("id", ["-g", user])
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/**
 * The owner of existing data first: data that one user made can't be opened by another. Then the one of the home: root looks
 * after a service that runs as that user.
 */
const systemUser = (folder: string, dataFolder: string): { readonly uid: number; readonly gid: number } | undefined => {
  const { gid, uid } = Fs.statSync(Fs.existsSync(dataFolder) ? dataFolder : dirname(folder))
  if (uid !== 0) return { uid, gid }
  const known = idsOf("postgres") ?? idsOf("counterfoil")
  if (known !== undefined) return known
  output("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", "counterfoil"])
  return idsOf("counterfoil")
}

const canEnter = (
  prefix: ReadonlyArray<string>,
  ids: { readonly uid: number; readonly gid: number } | undefined,
  folder: string,
  binaries: PostgresBinaries
): boolean => {
  const [program, ...args] = [
    ...prefix,
    "/bin/sh",
    "-c",
    'cd "$1" && exec "$2" --version',
    "sh",
    folder,
    binaries.initdb
  ]
  if (program === undefined) return false
  try {
    execFileSync(program, args, { cwd: "/", env: bareEnvironment, stdio: "ignore", ...ids })
    return true
  } catch {
    return false
  }
}

/**
 * Below a folder that only root may enter (/root, for one) the system user reaches neither its data nor the programs.
 * One capability, to pass folder permissions, is kept for it then; securebits make access(2) honour it too.
 */
const keepingEntry = ({ uid, gid }: { readonly uid: number; readonly gid: number }): ReadonlyArray<string> => [
  "setpriv",
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--clear-groups",
  "--inh-caps=-all,+dac_override",
  "--ambient-caps=-all,+dac_override",
  "--securebits=+no_setuid_fixup"
]

/** Decides how to run Postgres over `folder` (which exists), or says in one sentence why it can't be run. */
export const planLaunch = (folder: string, dataFolder: string, binaries: PostgresBinaries): Launch | string => {
  if (process.getuid?.() !== 0) return ours
  const ids = systemUser(folder, dataFolder)
  if (ids === undefined) {
    return (
      "Postgres doesn't run as root and no system user could be made for it: run as a normal user, " +
      "add a user named postgres, or set DATABASE_URL"
    )
  }
  // Not what it leads to where it is a link: a service may write in its home, and have root give it any folder.
  Fs.lchownSync(folder, ids.uid, ids.gid)
  if (canEnter([], ids, folder, binaries)) return { prefix: [], ids, owner: ids }
  const prefix = keepingEntry(ids)
  if (canEnter(prefix, undefined, folder, binaries)) return { prefix, ids: undefined, owner: ids }
  return (
    `Postgres doesn't run as root, and its system user (uid ${ids.uid}) may not enter ${dirname(folder)}: ` +
    "move the checkout and COUNTERFOIL_HOME where others may enter, run as a normal user, or set DATABASE_URL"
  )
}
