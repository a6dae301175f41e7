import { expect, test } from "vitest"
import { fileNameOf } from "../src/movements/fileName.ts"

test.for([
  ["june.csv", "june.csv"],
  ["C:\\Users\\Ana\\Extracto junio.xlsx", "Extracto junio.xlsx"],
  ["movimientos_20261128.csv", "movimientos_20261128.csv"],
  ["ES9121000418450200051332 nov.csv", "…1332 nov.csv"],
  ["0418450200051332.ofx", "…1332.ofx"],
  ["ES91 2100 0418 4502 0005 1332.csv", "…1332.csv"],
  ["2100-0418-4502-0005-1332 nov.csv", "…1332 nov.csv"],
  ["gb29nwbk60161331926819.csv", "…6819.csv"],
  ["movimientos 2026-11-01 2026-11-30.csv", "movimientos 2026-11-01 2026-11-30.csv"],
  ["BBVA20 noviembre 2026.csv", "BBVA20 noviembre 2026.csv"],
  ["a\u0000b\n.csv", "a b .csv"],
  ["/", null],
  ["x".repeat(300), "x".repeat(100)]
] as const)("a file's name is kept without folders and account numbers: %s", ([name, kept]) => {
  expect(fileNameOf(name)).toBe(kept)
})
