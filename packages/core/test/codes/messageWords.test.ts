import { assert, describe, it } from "@effect/vitest"
import { wordsOfHtml } from "../../src/mailbox/messageWords.ts"

describe("the words of an HTML message", () => {
  it("are what a person reads of it", () => {
    const html = `<html><head><title>123456</title><style>p { color: #654321 }</style></head><body>
      <!-- 111111 --><p>Your code:<b>48</b><i>2913</i></p>\f\n\n<table><tr><td>1</td><td>2 &amp; 3</td></tr></table></body></html>`
    assert.strictEqual(wordsOfHtml(html), "Your code:482913\n1\n2 & 3")
  })

  it("are there all the same where what it begins is never ended", () => {
    assert.strictEqual(wordsOfHtml("<!-- Your code: 482913"), "<!-- Your code: 482913")
    assert.strictEqual(wordsOfHtml("<style>a</style>x<style> y"), "x\ny")
  })

  it("are read in one go, however often it begins something that it never ends", () => {
    for (const beginning of ["<", "<!--", "<style", "<script>", "<b ", "\f", "\n\f", "<a <", "</style"]) {
      assert.isString(wordsOfHtml(beginning.repeat(300_000)))
      assert.include(wordsOfHtml(`${beginning.repeat(300_000)}\n<p>code 482913</p>`), "482913")
    }
  })
})
