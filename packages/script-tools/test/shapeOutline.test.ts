import { describe, expect, it } from "vitest"
import { shapeOf, shapeOutline } from "../src/run/shapeOutline.ts"

describe("an outline for screens that others look at", () => {
  it("tells rows by their shape, and what a script looks for by its words", () => {
    const outline = [
      "https://bank.example/inicio in frameLocator('iframe[title=\"Uno 1\"]')",
      '- heading "Posición global 2" [level=2]',
      "- list",
      "  - listitem",
      '    - link "Movimientos"',
      "  - listitem",
      '    - link "TRF DE ANA, 12 nov"',
      "- table",
      "  - rowgroup",
      '    - row "Fecha Importe"',
      '      - columnheader "Fecha" [selected]',
      '    - row "19/11/2026 TRF DE ANA 150,00" [selected]',
      '      - cell "TRF DE ANA"',
      '- text: "TRF DE ANA 1.150,00"',
      '- text: "Página 1 de 3"',
      '- button "Ver 10 más" [disabled]'
    ]
    expect(shapeOutline(outline.join("\n")).split("\n")).toEqual([
      outline[0],
      '- heading "Posición global 9" [level=2]',
      "- list",
      "  - listitem",
      '    - link "Movimientos"',
      "  - listitem",
      '    - link "XXX XX XXX, 99 xxx"',
      "- table",
      "  - rowgroup",
      '    - row "Fecha Importe"',
      '      - columnheader "Fecha" [selected]',
      '    - row "99/99/9999 XXX XX XXX 999,99" [selected]',
      '      - cell "XXX XX XXX"',
      '- text: "XXX XX XXX 9.999,99"',
      '- text: "Página 9 de 9"',
      '- button "Ver 99 más" [disabled]'
    ])
  })

  it("keeps signs, points and lengths", () => {
    expect(shapeOf("-1.234,56 € Ñandú")).toBe("-9.999,99 € Xxxxx")
  })
})
