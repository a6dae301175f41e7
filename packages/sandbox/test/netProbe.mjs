/** Run as a runner would be: tells what such a process can still do. */
import { readFileSync, writeFileSync } from "node:fs"
import { spawnSync } from "node:child_process"
import { connect } from "node:net"

const attempt = (act) => {
  try {
    act()
    return "done"
  } catch (error) {
    return error.code
  }
}

process.once("message", ({ port }) => {
  const found = {
    read: attempt(() => readFileSync("/etc/hostname")),
    write: attempt(() => writeFileSync("/tmp/counterfoil-probe", "x")),
    spawn: attempt(() => spawnSync("true")),
    user: process.getuid(),
    environment: Object.keys(process.env)
  }
  const socket = connect(port, "127.0.0.1")
  const tell = (network) => process.send({ ...found, network }, () => process.exit(0))
  socket.on("connect", () => tell("reached"))
  socket.on("error", (error) => tell(error.code))
})
process.send("ready")
