import { assert, describe, it } from "@effect/vitest"
import { refuseClipboard } from "../src/typing/refusedKeys.ts"

const isRefused = (key: string): boolean => {
  try {
    refuseClipboard(key)
    return false
  } catch {
    return true
  }
}

describe("keys of the clipboard, which all sessions of a browser have together", () => {
  it.each([
    "Control+C",
    "ControlLeft+c",
    "ControlRight+KeyC",
    "MetaLeft+x",
    "MetaRight+V",
    "ControlOrMeta+Insert",
    "Control+Shift+KeyV",
    "ShiftLeft+ControlLeft+v",
    "ShiftLeft+Insert",
    "ShiftRight+Delete",
    "Shift+Numpad0",
    "Control+NumpadDecimal",
    " control + c ",
    "Copy",
    "Cut",
    "Paste"
  ])("are refused, however they are named: %s", (key) => {
    assert.isTrue(isRefused(key))
  })

  it.each(["c", "Shift+C", "Control+a", "ControlLeft+End", "Shift+Tab", "Delete", "Numpad0", "Enter", "Alt+c"])(
    "are none of %s",
    (key) => {
      assert.isFalse(isRefused(key))
    }
  )
})
