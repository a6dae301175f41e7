import { assert, describe, it } from "@effect/vitest"
import { type ScrubOptions, scrubTraffic } from "../src/scrub/scrubTraffic.ts"
import { exchangeOf } from "./exchanges.ts"

const scrub = (html: string, more: Partial<ScrubOptions> = {}, type = "text/html") => {
  const answer = exchangeOf("GET", "https://bank.example/home", { answer: html, headers: [] })
  const typed = { ...answer, responseHeaders: [["content-type", type] as const] }
  const options = { secrets: [], names: [], mask: [], keep: [], bundle: 'getByText("Movements")', ...more }
  const scrubbed = scrubTraffic([typed], options)
  const body = scrubbed.exchanges.map(({ responseBody }) => responseBody.toString()).join("\n")
  return { body, scrubbed, open: scrubbed.review().doubtful }
}

describe("whose account it is", () => {
  it.each([
    ["en", "<h1>Hello, Ana Torres Vidal</h1>"],
    ["en", "<h2>Good afternoon, <b>Ana Torres Vidal</b></h2>"],
    ["en", "<p>Logged in as ANA TORRES VIDAL</p>"],
    ["en", "<title>Welcome back, Ms. Ana Torres Vidal · Bank</title>"],
    ["es", "<h1>Hola,\n                      <b>Ana\n   Torres Vidal</b></h1>"],
    ["es", "<h1>Hola, Ana Torres Vidal</h1>"],
    ["es", "<h1>¡HOLA ANA TORRES VIDAL!</h1>"],
    ["es", "<legend>Buenos días, Sra. Ana Torres Vidal</legend>"],
    ["es", "<dl><dt>Titular de la cuenta</dt><dd>Ana Torres Vidal</dd></dl>"],
    ["es", "<h1>Hola, <span>Ana</span> <span>Torres Vidal</span></h1>"],
    ["de", "<h1>Guten Morgen, Ana Torres Vidal</h1>"],
    ["fr", "<h1>Bonjour Ana Torres Vidal</h1>"],
    ["ca", "<h1>Bon dia, Ana Torres Vidal</h1>"],
    ["pt", "<h1>Olá, Ana Torres Vidal</h1>"],
    ["it", "<h1>Benvenuta, Ana Torres Vidal</h1>"],
    ["en", '<span class="who person">Ana Torres Vidal</span>']
  ])("is taken out where the page says it (%s): %s", (_, html) => {
    const rest = "<td>TRF A TORRES VIDAL PABLO</td><h2>Ana Torres Vidal</h2><td>Cine 3, VIDAL</td>"

    const { body, open } = scrub(`${html}${rest}<p>Movements</p>`)

    assert.notMatch(body, /ana|torres|vidal|pablo/i)
    assert.match(body, /<td>TRF A [A-Z]{6} [A-Z]{5} [A-Z]{5}</)
    assert.deepStrictEqual(open, [])
  })

  it("is the same text wherever it stands, with and without marks, in any capitals", () => {
    const { body, scrubbed } = scrub(
      "<h1>Hola, José Pérez Gómez</h1><td>JOSE PEREZ GOMEZ</td><td>TRF A PEREZ LOLA</td>"
    )

    const [, given = "", family = ""] = /Hola, (\w+) (\w+) \w+</.exec(body) ?? []

    assert.include(body, `<td>${given.toUpperCase()} ${family.toUpperCase()} `)
    assert.include(body, `TRF A ${family.toUpperCase()} `)
    assert.notInclude(body, "LOLA")
    assert.strictEqual(scrubbed.scrub("Pérez, José"), `${family}, ${given}`)
  })

  it.each([
    ["<h1>Hello, Gwendolyn</h1>", /gwendolyn/i],
    ["<h1>Hola Gwendolyn,</h1>", /gwendolyn/i],
    ["<h1>Guten Tag Frau Ashworth</h1>", /ashworth/i],
    ["<h1>سلام، علی رضایی</h1>", /علی|رضایی/],
    ["<h1>שלום, דוד כהן</h1>", /דוד|כהן/]
  ])("is greeted by one name, or in a script without capitals: %s", (html, name) => {
    assert.notMatch(scrub(`${html}<p>Ashworth Gwendolyn</p>`).body, name)
  })

  it("is found as a page's code writes its letters", () => {
    const html = "<h1>Hola, In&eacute;s O&#39;Hara P&#233;rez</h1><td>INES O&#x27;HARA P&Eacute;REZ</td>"

    const { body, open } = scrub(html)

    assert.notMatch(body, /In&eacute;s|INES|Hara|rez/i)
    assert.deepStrictEqual(open, [])
  })

  it("is found where only the page that the script saw said it", () => {
    const { body, scrubbed } = scrub('{"n":["Gwendolyn","Ashworth Pike"],"t":"TRF A ASHWORTH PIKE JO"}', {
      seen: ['heading "Hello, Gwendolyn Ashworth Pike"']
    })

    assert.notMatch(body, /gwendolyn|ashworth|pike/i)
    assert.notMatch(scrubbed.scrub('heading "Hello, Gwendolyn Ashworth Pike"'), /gwendolyn|ashworth|pike/i)
  })

  it("is open where nothing says that it is somebody, until the author keeps or masks it", () => {
    for (const html of ["<h1>Gwendolyn Ashworth Pike</h1>", "<i>Gwendolyn Ashworth Pike</i>"]) {
      assert.lengthOf(scrub(html).open, 1)
      assert.deepStrictEqual(scrub(html, { keep: ["Gwendolyn Ashworth Pike"] }).open, [])
      const masked = scrub(html, { mask: ["Gwendolyn Ashworth Pike"] })
      assert.deepStrictEqual([masked.open, /gwendolyn|ashworth|pike/i.test(masked.body)], [[], false])
    }
    assert.lengthOf(scrub('{"name":"Gwendolyn Ashworth Pike"}', {}, "application/json").open, 1)
    assert.lengthOf(scrub("<td>Transfer to Gwendolyn</td>").open, 1)
  })

  it("is taken out whole where two of its words are somebody's, and open where one is", () => {
    const { body, open } = scrub("<td>TRF A ASHWORTH PIKE PABLO</td><p>Gwendolyn Ashworth Pike</p><i>Jo Pike Luna</i>")

    assert.notMatch(body, /gwendolyn|ashworth|pike/i)
    assert.lengthOf(open, 1)
    assert.match(open.join("\n"), /Luna\]/)
  })
})

describe("the page's own words", () => {
  it.each([
    "<p>We have sent a code of 6 digits by SMS to the phone that ends in <b>101</b>.</p>",
    "<p>Le hemos enviado por transferencia de datos 6 cifras al teléfono que termina en <b>101</b></p>",
    "<p>Transferencia a otra cuenta: 24 horas sin comisiones</p>",
    "<h1>Posición Global</h1><h2>Your Latest Movements</h2><p>Online Banking</p><p>Cuenta Corriente</p>",
    "<p>Welcome to online banking</p><h1>Hola de nuevo</h1><p>Dear Customer</p><p>Customer Service Center</p>",
    "<h1>Benvenuto nella tua banca</h1><p>Guten Tag</p><p>Willkommen, Kunde</p><p>Guthaben</p>"
  ])("stay as they are, and are not open: %s", (html) => {
    const { body, open } = scrub(html)

    assert.strictEqual(body, html)
    assert.deepStrictEqual(open, [])
  })

  it("stay where a payee has one of them too, but not the payee's name where it is a heading itself", () => {
    const rows = "<h3>TRF A PIKE MARK</h3><p>TRF A PIKE MARK</p><label>Mark all</label>"

    const { body } = scrub(rows, { names: ["PIKE MARK"] })

    assert.include(body, "<label>Mark all</label>")
    assert.notInclude(body, "PIKE MARK")
    assert.notInclude(body, "PIKE")
  })

  it("stay in small letters where the page before the login has them, though somebody is called so", () => {
    const before = exchangeOf("GET", "https://bank.example/", { answer: "<p>Please mark the box below</p>" })
    const login = exchangeOf("POST", "https://bank.example/login", { body: "user=1" })
    const answer = "<h1>Hello, Mark Pike</h1><p>mark as read</p><p>Mark all of pike</p><i>mark pike</i>"
    const home = exchangeOf("GET", "https://bank.example/home", { answer })

    const { exchanges } = scrubTraffic([before, login, home], {
      secrets: [],
      names: [],
      mask: [],
      keep: [],
      bundle: ""
    })

    const [first = "", , last = ""] = exchanges.map(({ responseBody }) => String(responseBody))
    assert.include(first, "Please mark the box")
    assert.match(last, /<p>mark as read<\/p><p>[A-Z][a-z]{3} all of [a-z]{4}<\/p><i>[a-z]{4} [a-z]{4}<\/i>/)
    assert.notMatch(last, /Mark|mark p|pike/)
  })

  it("lose what was given as a reason for paying behind a name", () => {
    const { body } = scrub("<td>TRF A PIKE JONATHAN concepto: regalo de boda</td>")

    assert.notMatch(body, /pike|jonathan|regalo|boda/i)
  })
})
