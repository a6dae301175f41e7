/** A real mail server, where this machine has one (Debian: dovecot-imapd): with a folder, a password and a port of its own. */
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { createServer as createHttp } from "node:http"
import { tmpdir, userInfo } from "node:os"
import { join } from "node:path"
import { freePort } from "./freePort.ts"

const program = "/usr/sbin/dovecot"
export const hasDovecot = existsSync(program)

/** It refuses to keep mail as root. */
const keeper = userInfo().uid === 0 ? { name: "nobody", group: "nogroup", uid: 65_534, gid: 65_534 } : undefined

export interface DovecotOptions {
  readonly tls: { readonly key: string; readonly cert: string }
  /** Whose mailbox it is. */
  readonly user: string
  /** Which tokens open it. (Default: none) */
  readonly takesToken?: (token: string) => boolean
}

interface Ports {
  /** TLS from the first byte. */
  readonly port: number
  /** Greets in the clear, and takes no password so. */
  readonly plainPort: number
}

const configOf = (folder: string, { plainPort, port }: Ports, provider: string, { tls }: DovecotOptions): string => {
  const { gid, uid, username } = userInfo()
  const who = keeper ?? { name: username, group: String(gid), uid, gid }
  writeFileSync(
    join(folder, "oauth2.conf"),
    `tokeninfo_url = ${provider}/tokeninfo?access_token=\nintrospection_mode = auth\nusername_attribute = email\n`
  )
  writeFileSync(join(folder, "cert.pem"), tls.cert)
  writeFileSync(join(folder, "key.pem"), tls.key, { mode: 0o600 })
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
auth_failure_delay = 0
auth_mechanisms = plain xoauth2 oauthbearer
default_login_user = ${who.name}
default_internal_user = ${who.name}
default_internal_group = ${who.group}
first_valid_uid = 1
mail_location = maildir:${folder}/mail
passdb {
  driver = static
  mechanisms = plain
  args = password=mail-secret
}
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${folder}/oauth2.conf
}
userdb {
  driver = static
  args = uid=${who.uid} gid=${who.gid} home=${folder}
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${plainPort}
  }
  inet_listener imaps {
    port = ${port}
    ssl = yes
  }
}
service anvil {
  chroot =
  # Whoever was refused once is otherwise kept waiting for seconds.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
`
}

const openFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), "counterfoil-dovecot-"))
  chmodSync(folder, 0o755)
  for (const part of ["mail", "mail/new", "mail/cur", "mail/tmp"]) {
    mkdirSync(join(folder, part))
    if (keeper !== undefined) chownSync(join(folder, part), keeper.uid, keeper.gid)
  }
  return folder
}

/** Says whose a token is, to Dovecot. */
const openProvider = async ({ takesToken = () => false, user }: DovecotOptions) => {
  const server = createHttp((request, response) => {
    const token = new URL(request.url ?? "/", "http://provider").searchParams.get("access_token")
    const isRight = token !== null && takesToken(token)
    response.writeHead(isRight ? 200 : 401, { "content-type": "application/json" })
    response.end(JSON.stringify(isRight ? { email: user, active: true } : { error: "invalid_token" }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}` }
}

/** Of one user, who has the password "mail-secret". It takes a moment to start: a first try may find nobody there. */
export const dovecot = Effect.fnUntraced(function* (options: DovecotOptions) {
  const provider = yield* Effect.promise(() => openProvider(options))
  const folder = openFolder()
  const ports = { port: yield* Effect.promise(freePort), plainPort: yield* Effect.promise(freePort) }
  const config = join(folder, "dovecot.conf")
  writeFileSync(config, configOf(folder, ports, provider.url, options))
  const child = spawn(program, ["-F", "-c", config], { stdio: "ignore" })
  yield* Effect.addFinalizer(() =>
    Effect.promise(async () => {
      provider.server.close()
      if (child.exitCode === null && child.kill("SIGTERM")) await once(child, "exit")
      rmSync(folder, { recursive: true, force: true })
    })
  )
  let count = 0
  const put = (raw: string) => {
    const name = `${Date.now()}.${++count}.test`
    const written = join(folder, "mail", "tmp", name)
    writeFileSync(written, raw)
    if (keeper !== undefined) chownSync(written, keeper.uid, keeper.gid)
    // Whole at once, as a maildir wants it.
    renameSync(written, join(folder, "mail", "new", name))
  }
  return {
    ...ports,
    put,
    deliver: (from: string, subject: string, text: string, sentAt = new Date()) => {
      const head = `From: Bank <${from}>\r\nTo: ${options.user}\r\nSubject: ${subject}\r\nDate: ${sentAt.toUTCString()}`
      put(`${head}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n`)
    }
  }
})
