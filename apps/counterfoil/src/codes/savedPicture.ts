/** A picture that can't be shown here, as a file that only whoever runs the command can read, for as long as it is asked about. */
import { Effect } from "effect"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Its path. The folder is its owner's alone, and both are gone when the scope ends. */
export const savedPicture = (png: Buffer) =>
  Effect.acquireRelease(
    Effect.promise(() => mkdtemp(join(tmpdir(), "counterfoil-picture-"))),
    (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
  ).pipe(
    Effect.map((folder) => join(folder, "picture.png")),
    Effect.tap((path) => Effect.promise(() => writeFile(path, png, { mode: 0o600 })))
  )
