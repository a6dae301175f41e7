/**
 * `npm run bench` says what there is; `npm run bench -- http` runs one; `npm run bench -- all` runs all, one after another, and
 * keeps their results (`--quick`: samples, ten minutes at most); `npm run bench -- compare A B` says what got slower between two
 * such files.
 */
import { readFileSync } from "node:fs"
import { runAll } from "./all.ts"
import { benchmarks } from "./benchmarks.ts"
import { compare, isWorse, tell } from "./lib/compare.ts"
import { resultsIn } from "./lib/results.ts"

const tellAll = (): void => {
  for (const [name, { about }] of Object.entries(benchmarks)) console.log(`npm run bench -- ${name}   ${about}`)
  console.log("npm run bench -- all   all of them, into bench/results; --quick: samples, ten minutes at most")
  console.log("npm run bench -- compare A B   what got slower between two results")
}

/** 1: something is worse; 2: it can't be told. */
const compareFiles = (files: ReadonlyArray<string>): number => {
  const [before, after] = files
  if (before === undefined || after === undefined || files.length > 2) {
    console.error("It takes two results: npm run bench -- compare bench/results/A.json bench/results/B.json")
    return 2
  }
  const comparison = compare(resultsIn(readFileSync(before, "utf8")), resultsIn(readFileSync(after, "utf8")))
  for (const line of tell(comparison)) console.log(line)
  return isWorse(comparison) ? 1 : 0
}

const runSome = async (names: ReadonlyArray<string>): Promise<number> => {
  const unknown = names.filter((name) => benchmarks[name] === undefined)
  for (const name of unknown) console.error(`There is no benchmark ${name}`)
  if (names.length === 0 || unknown.length > 0) tellAll()
  else for (const name of names) await (await benchmarks[name]?.load())?.run()
  return unknown.length > 0 ? 1 : 0
}

const names = process.argv.slice(2).filter((name) => !name.startsWith("--"))
const code = async (): Promise<number> => {
  if (names[0] === "compare") return compareFiles(names.slice(1))
  if (names.includes("all")) return (await runAll()) ? 0 : 1
  return runSome(names)
}
process.exitCode = (await code()) || process.exitCode
