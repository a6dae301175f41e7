/**
 * The tarballs of a folder as npm's registry would have them, on loopback: `npm create counterfoil-script`, `npx @counterfoil/cli`
 * and `npm install` work word for word before anything is published. Every other package npm is sent on to the real registry
 * for. A registry of one's own (verdaccio) would be four hundred packages for these lines.
 *
 *   npm run pack -- FOLDER --serve [--port 4873]
 */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

interface Manifest {
  readonly name: string
  readonly version: string
}

const manifestIn = (file: string): Manifest =>
  JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }))

/** What a registry tells of a package that has one version. */
const aboutPackage = (manifest: Manifest, file: string, tarball: string) => {
  const bytes = readFileSync(file)
  const dist = {
    tarball,
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
    shasum: createHash("sha1").update(bytes).digest("hex")
  }
  const { name, version } = manifest
  return { name, "dist-tags": { latest: version }, versions: { [version]: { ...manifest, dist } } }
}

export interface Registry {
  readonly url: string
  readonly close: () => void
}

export const serveTarballs = async (folder: string, port: number, others: string): Promise<Registry> => {
  const files = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".tgz"))
      .map((name) => {
        const manifest = manifestIn(join(folder, name))
        return [manifest.name, { manifest, name }] as const
      })
  )
  const server = createServer((request, response) => {
    // npm asks for @counterfoil%2fcli.
    const path = (request.url ?? "/").slice(1).replace(/%2f/i, "/")
    if ([...files.values()].some(({ name }) => path === `-/${name}`)) {
      return void response.end(readFileSync(join(folder, path.slice(2))))
    }
    const found = files.get(path)
    if (found === undefined)
      return void response.writeHead(302, { location: new URL(request.url ?? "/", others).href }).end()
    const tarball = `http://${request.headers.host}/-/${found.name}`
    response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(aboutPackage(found.manifest, join(folder, found.name), tarball)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", resolve)
  })
  const address = server.address()
  const at = typeof address === "object" && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${at}/`,
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
