import { expect, test } from "vitest"
import { fileNameOf } from "../src/movements/fileName.ts"

test.for([
  ["june.csv", "june.csv"],
  ["C:\\Users\\Ana\\Extracto junio.xlsx", "Extracto junio.xlsx"],
  ["movimientos_20261128.csv", "movimientos_20261128.csv"],
  ["ES9121000418450200051332 nov.csv", "…1332 nov.csv"],
  ["0418450200051332.ofx", "…1332.ofx"],
  ["a\u0000b\n.csv", "a b .csv"],
  ["/", null],
  ["x".repeat(300), "x".repeat(100)]
] as const)("a file's name is kept without folders and account numbers: %s", ([name, kept]) => {
  expect(fileNameOf(name)).toBe(kept)
})
