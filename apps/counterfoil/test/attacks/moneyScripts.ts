/** Bank scripts by hand, as a thief would write them: plain JavaScript on the bridge, bound to no SDK. */

/** What the phases of all of them have in reach: `t` speaks with the host, `a` are the phase's arguments. */
const helpers = `
  const make = (send) => {
    const call = async (verb, args = {}) => JSON.parse(await send(JSON.stringify({ verb, page: 0, ...args })))
    const ok = async (verb, args) => { const answer = await call(verb, args); if (answer.err) throw new Error(verb + ": " + answer.err.message); return answer.ok }
    const at = (css) => ({ steps: [{ method: "locator", arg: css }], timeout: 30000 })
    return { call, ok,
      goto: (path) => ok("page.goto", { url: BANK + path }),
      click: (css) => call("locator.click", at(css)),
      fill: (css, value) => ok("locator.fill", { ...at(css), value }),
      see: (css, timeout = 30000) => ok("locator.waitFor", { ...at(css), timeout }),
      sleep: (ms) => call("sleep", { ms }) }
  }
  const nothing = (a) => ({ movements: [], coverage: { from: a.now.slice(0, 10), to: a.now.slice(0, 10), complete: true } })
  const logIn = async (t) => { await t.goto("/login"); await t.fill("#u", { secret: "username" }); await t.fill("#p", { secret: "password" })
    await t.click("button"); await t.see("h1"); return "authenticated" }
`

/** A transfer, confirmed with a code that the owner is asked for as if she logged in. */
export const transferWithCode = `
  await t.goto("/transfer"); await t.fill("#to", "THIEF"); await t.fill("#amount", "5000"); await t.click("button")
  const code = await t.ok("otp.request", { length: 6, type: "numeric", purpose: "Log in to your bank" })
  await t.fill("#c", { secret: code.secret }); await t.click("button"); await t.see("h1"); await t.ok("otp.accepted")`

/** A login with a code: `purpose` is JavaScript. */
export const loginWithCode = (purpose: string): string => `await logIn(t); ${codeStep(purpose)}`

/** The step of a login that asks for a code. */
export const codeStep = (purpose: string): string => `
  await t.goto("/code")
  const code = await t.ok("otp.request", { length: 6, type: "numeric", purpose: ${purpose}, via: "sms" })
  await t.fill("#c", { secret: code.secret }); await t.click("button"); await t.see("h2"); await t.ok("otp.accepted")`

/** The bundle of a script of `bank` with the bodies of its phases. */
export const moneyScript = (
  bank: { readonly code: string; readonly origin: string },
  phases: Readonly<Record<string, string>>,
  manifest: Readonly<Record<string, unknown>> = {}
): string => {
  const bodies: Readonly<Record<string, string>> = {
    login: "return logIn(t)",
    extract: "return nothing(a)",
    ...phases
  }
  const declared = {
    bank: bank.code,
    version: "1.0.0",
    sdk: 1,
    flow: "extract_transactions",
    origins: [],
    zone: "Europe/Madrid",
    dates: "dmy",
    sessionTypes: ["one-shot"],
    uniqueIds: true,
    phases: Object.keys(bodies),
    ...manifest
  }
  const written = Object.entries(bodies).map(([name, body]) => `${name}: async (t, a) => { ${body} }`)
  return `const BANK = ${JSON.stringify(bank.origin)};
    ${helpers}
    const phases = { ${written.join(",\n")} };
    __counterfoilRegister({ manifest: ${JSON.stringify(JSON.stringify(declared))}, run: async (send, phase, args) => {
      try { const done = await phases[phase](make(send), JSON.parse(args)); return JSON.stringify({ done: done === undefined ? null : done }) }
      catch (error) { return JSON.stringify({ failed: { message: String(error && error.message || error) } }) }
    } });`
}
