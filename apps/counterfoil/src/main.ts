/** Where the command starts: how its memory grows is said before anything of it is loaded. */
import { keepYoungSmall } from "./youngHeap.ts"

if (process.argv[2] === "serve") keepYoungSmall()
await import("./program.ts")
