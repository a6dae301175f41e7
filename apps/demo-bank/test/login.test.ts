import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { alertOf, openBank, type OpenBank, passwords } from "./visitor.ts"

let bank: OpenBank
beforeAll(async () => {
  bank = await openBank()
})
beforeEach(() => bank.control("POST", "/reset"))
afterAll(() => bank.close())

const wrongCode = (code: string | undefined) => (code === "000000" ? "000001" : "000000")

describe("a login", () => {
  it("leads to the account with user name and password alone where no code is asked for", async () => {
    const home = await bank.visitor().login("luis", passwords.luis)

    expect(home.path).toBe("/home")
    expect(home.text).toContain("Hello, Luis Herrera Campos")
    expect(home.text).toMatch(/data-testid="account-number">ES\d\d 9876 /)
  })

  it("asks for the code of the SMS and takes it", async () => {
    const visitor = bank.visitor()

    const asked = await visitor.login("ana", passwords.ana)
    const home = await visitor.open("/code", { code: (await bank.lastCode("ana")) ?? "" })

    expect(asked.path).toBe("/code")
    expect(asked.text).toContain("Code from the SMS")
    expect(home.path).toBe("/home")
  })

  it("says the same of a wrong password and of an unknown user", async () => {
    const wrong = await bank.visitor().login("luis", "not-it")
    const unknown = await bank.visitor().login("nobody", "not-it")

    expect(alertOf(wrong)).toBe("Wrong user name or password")
    expect(alertOf(unknown)).toBe("Wrong user name or password")
  })

  it("is locked by the third wrong password, then refuses the right one until it is unlocked", async () => {
    await bank.visitor().login("luis", "not-it")
    await bank.visitor().login("luis", "not-it")
    const third = await bank.visitor().login("luis", "not-it")
    const right = await bank.visitor().login("luis", passwords.luis)
    const { json: locked } = await bank.control("GET", "/customers/luis")
    await bank.control("PATCH", "/customers/luis", { locked: false })
    const unlocked = await bank.visitor().login("luis", passwords.luis)

    expect(alertOf(third)).toMatch(/^Your access is locked/)
    expect(alertOf(right)).toMatch(/^Your access is locked/)
    expect(locked).toMatchObject({ locked: true, wrongPasswords: 3, openSessions: 0 })
    expect(unlocked.path).toBe("/home")
  })

  it("forgets wrong passwords after a right one", async () => {
    await bank.visitor().login("ana", "not-it")
    await bank.visitor().login("ana", "not-it")
    await bank.visitor().login("ana", passwords.ana)
    const again = await bank.visitor().login("ana", "not-it")

    expect(alertOf(again)).toBe("Wrong user name or password")
  })

  it("follows a password that the bank was told has changed", async () => {
    await bank.control("PATCH", "/customers/luis", { password: "the-new-one" })

    expect(alertOf(await bank.visitor().login("luis", passwords.luis))).toBe("Wrong user name or password")
    expect((await bank.visitor().login("luis", "the-new-one")).path).toBe("/home")
  })
})

describe("a code", () => {
  it("may be wrong once; the second wrong one ends the login", async () => {
    const visitor = bank.visitor()
    await visitor.login("ana", passwords.ana)
    const code = await bank.lastCode("ana")

    const first = await visitor.open("/code", { code: wrongCode(code) })
    const second = await visitor.open("/code", { code: wrongCode(code) })
    const late = await visitor.open("/code", { code: code ?? "" })

    expect(first.path).toBe("/code?wrong=1")
    expect(alertOf(first)).toMatch(/^Wrong code/)
    expect(second.path).toBe("/login?codes=1")
    expect(late.path).toBe("/login")
  })

  it("is refused though right while the switch says so; another one is sent, and taken", async () => {
    const visitor = bank.visitor()
    await bank.control("PATCH", "/customers/ana/switches", { rejectNextCodes: 1 })
    await visitor.login("ana", passwords.ana)
    const code = (await bank.lastCode("ana")) ?? ""

    expect((await visitor.open("/code", { code })).path).toBe("/code?wrong=1")
    const next = (await bank.lastCode("ana")) ?? ""
    expect(next).not.toBe(code)
    expect((await visitor.open("/code", { code: next })).path).toBe("/home")
  })

  it("refused though right is good once the switch is over", async () => {
    const visitor = bank.visitor()
    await bank.control("PATCH", "/customers/ana/switches", { rejectNextCodes: 1 })
    await visitor.login("ana", passwords.ana)
    const code = (await bank.lastCode("ana")) ?? ""

    expect((await visitor.open("/code", { code })).path).toBe("/code?wrong=1")
    expect((await visitor.open("/code", { code })).path).toBe("/home")
  })

  it("expires", async () => {
    const visitor = bank.visitor()
    await visitor.login("ana", passwords.ana)
    await bank.control("POST", "/clock", { advanceSeconds: 181 })

    const late = await visitor.open("/code", { code: (await bank.lastCode("ana")) ?? "" })

    expect(late.path).toBe("/login?late=1")
    expect(alertOf(late)).toBe("This code has expired")
  })

  it("arrives late, or never, when the switch says so", async () => {
    await bank.control("PATCH", "/switches", { codeDelaySeconds: 60 })
    await bank.control("PATCH", "/customers/marta/switches", { codeNeverSent: true })
    await bank.visitor().login("ana", passwords.ana)
    await bank.visitor().login("marta", passwords.marta)

    const atOnce = await bank.lastCode("ana")
    await bank.control("POST", "/clock", { advanceSeconds: 61 })

    expect(atOnce).toBeUndefined()
    expect(await bank.lastCode("ana")).toMatch(/^\d{6}$/)
    expect(await bank.lastCode("marta")).toBeUndefined()
  })

  it("is replaced by a new one on request", async () => {
    const visitor = bank.visitor()
    await visitor.login("ana", passwords.ana)
    const sent = await visitor.open("/code/resend", {})

    const { messages } = JSON.parse((await visitor.open("/sms/ana.json")).text)

    expect(sent.path).toBe("/code?sent=1")
    expect(messages).toHaveLength(2)
    expect((await visitor.open("/code", { code: messages[0].code })).path).toBe("/home")
  })

  it("is shown on the phone's page, newest first", async () => {
    await bank.visitor().login("ana", passwords.ana)

    const inbox = await bank.visitor().open("/sms/ana")

    expect(inbox.text).toContain(`data-testid="sms-code">${await bank.lastCode("ana")}<`)
  })

  it("is asked for once on a device that the bank trusts", async () => {
    const visitor = await bank.loggedIn("marta")
    await visitor.open("/logout", {})

    expect((await visitor.login("marta", passwords.marta)).path).toBe("/home")
    expect((await bank.visitor().login("marta", passwords.marta)).path).toBe("/elsewhere")
  })
})

describe("a login that the bank turns away", () => {
  it("meets the maintenance page, a bare 503, or the suspicion of a robot", async () => {
    await bank.control("PATCH", "/switches", { maintenance: true })
    const closed = await bank.visitor().open("/login")
    await bank.control("PATCH", "/switches", { maintenance: null, unavailable: true })
    const broken = await bank.visitor().open("/login")
    await bank.control("DELETE", "/switches")
    await bank.control("PATCH", "/customers/luis/switches", { suspectsRobots: true })
    const suspected = await bank.visitor().login("luis", passwords.luis)

    expect(alertOf(closed)).toMatch(/closed for maintenance/)
    expect(broken.status).toBe(503)
    expect(broken.text).not.toContain("Banco Demo")
    expect(suspected.path).toBe("/robot-check")
  })

  it("must change its password first, then logs in with the new one", async () => {
    await bank.control("PATCH", "/customers/luis/switches", { actionRequired: true })
    const visitor = bank.visitor()

    const asked = await visitor.login("luis", passwords.luis)
    const beyond = await visitor.open("/home")
    await visitor.open("/change-password", { new: "brand-new-one", repeat: "brand-new-one" })

    expect(asked.text).toContain("You must change your password")
    expect(beyond.path).toBe("/login")
    expect((await visitor.login("luis", "brand-new-one")).path).toBe("/home")
  })

  it("ends while another session of the customer is open, and leaves that one alone", async () => {
    const owner = await bank.loggedIn("luis")

    const second = await bank.visitor().login("luis", passwords.luis)

    expect(second.path).toBe("/elsewhere")
    expect(second.text).toContain("You are already logged in elsewhere")
    expect((await owner.open("/home")).path).toBe("/home")
    expect((await bank.control("GET", "/customers/luis")).json).toMatchObject({ openSessions: 1, refusedElsewhere: 1 })
  })

  it("can be made to take over, or to stand beside the other", async () => {
    const first = await bank.loggedIn("luis")
    await bank.control("PATCH", "/switches", { secondLogin: "takeover" })
    await bank.loggedIn("luis")
    const thrownOut = await first.open("/home")
    await bank.control("PATCH", "/switches", { secondLogin: "allow" })
    await bank.loggedIn("luis")

    expect(thrownOut.path).toBe("/login?expired=1")
    expect((await bank.control("GET", "/customers/luis")).json).toMatchObject({ openSessions: 2, maxOpenSessions: 2 })
  })

  it("sees other labels and fields in the renamed layout, which work as well", async () => {
    await bank.control("PATCH", "/switches", { layout: "renamed" })
    const visitor = bank.visitor()

    const page = await visitor.open("/login")
    const home = await visitor.open("/login", { "customer-id": "luis", "access-key": passwords.luis })

    expect(page.text).toContain(">Access key</label>")
    expect(page.text).not.toContain("Password")
    expect(home.path).toBe("/home")
  })
})

describe("a session", () => {
  it("resumes with its cookie while it is open", async () => {
    const visitor = await bank.loggedIn("luis")

    expect((await visitor.open("/")).path).toBe("/home")
  })

  it("ends when it is idle too long, on command, or in the middle, and says so", async () => {
    const idle = await bank.loggedIn("luis")
    await bank.control("POST", "/clock", { advanceSeconds: 601 })
    const afterIdle = await idle.open("/movements")

    const commanded = await bank.loggedIn("luis")
    await bank.control("POST", "/sessions/expire", { customer: "luis" })
    const afterCommand = await commanded.open("/home")

    const cut = await bank.loggedIn("luis")
    await bank.control("PATCH", "/customers/luis/switches", { expireAfterPages: 1 })
    const firstPage = await cut.open("/movements")
    const secondPage = await cut.open("/movements")

    expect(alertOf(afterIdle)).toBe("Your session has ended")
    expect(afterCommand.path).toBe("/login?expired=1")
    expect(firstPage.path).toBe("/movements")
    expect(secondPage.path).toBe("/login?expired=1")
  })

  it("ends at logout", async () => {
    const visitor = await bank.loggedIn("luis")

    const goodbye = await visitor.open("/logout", {})

    expect(goodbye.text).toContain("You have logged out.")
    expect((await visitor.open("/home")).path).toBe("/login")
    expect((await bank.control("GET", "/customers/luis")).json.openSessions).toBe(0)
  })
})
