/** Banco Uno: one page that draws itself from JSON, lists without a table, and an approval in its app instead of a code. */
import { html } from "hono/html"

export const unoPage = () =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>Banco Uno</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
        <script src="/uno/uno.js" type="module"></script>
      </head>
      <body>
        <div id="root"><p aria-busy="true">Loading…</p></div>
      </body>
    </html>`

export const unoScript = `
const root = document.getElementById("root")
const element = (tag, attributes = {}, ...children) => {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value)
    else made.setAttribute(name, value)
  }
  made.append(...children)
  return made
}
const show = (title, ...children) => {
  document.title = title + " · Banco Uno"
  root.replaceChildren(element("h1", {}, title), ...children)
}
const ask = async (path, body) => {
  const answer = await fetch("/uno/api/" + path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body)
  })
  return { status: answer.status, ...(await answer.json().catch(() => ({}))) }
}
const go = (to) => { history.pushState({}, "", to); route() }

const logIn = (problem) => {
  const user = element("input", { placeholder: "User" })
  const secret = element("input", { placeholder: "Password", type: "password" })
  const form = element("form", { onsubmit: async (event) => {
    event.preventDefault()
    const answer = await ask("login", { user: user.value, password: secret.value })
    if (answer.to === "home") go("/uno/account")
    else if (answer.to === "code") approve()
    else logIn(answer.sentence ?? "Not available at the moment")
  } }, user, secret, element("button", {}, "Sign in"))
  show("Sign in", form, ...(problem ? [element("p", { role: "alert" }, problem)] : []))
}

const approve = () => {
  show("Approve this login", element("p", { role: "status" }, "Open the Banco Uno app on your phone"))
  const poll = async () => {
    const answer = await ask("approval")
    if (answer.to === "waiting") setTimeout(poll, 150)
    else if (answer.to === "home") go("/uno/account")
    else logIn(answer.sentence)
  }
  poll()
}

const account = async () => {
  const list = element("ol", { class: "operations", "aria-label": "Operations" })
  const more = element("button", { type: "button", onclick: () => load() }, "Show more")
  const total = element("p", { class: "total" })
  let shown = 0
  const load = async () => {
    more.disabled = true
    const page = await ask("operations?from=" + shown)
    if (page.status === 401) return logIn("Your session has ended")
    shown += page.operations.length
    total.textContent = page.total + " operations"
    list.append(...page.operations.map((each) => element("li", { "data-ref": each.ref },
      element("time", { datetime: each.day }, each.shown), element("span", { class: "who" }, each.text),
      element("output", {}, each.amount), ...(each.pending ? [element("em", {}, "on its way")] : []))))
    more.disabled = false
    if (shown >= page.total) more.remove()
  }
  const balance = await ask("balance")
  if (balance.status === 401) return logIn()
  show("Your account", element("p", { "data-testid": "balance" }, balance.balance),
    element("button", { type: "button", onclick: async () => { await ask("logout", {}); go("/uno") } }, "Sign out"),
    total, list, more)
  await load()
}

const route = () => (location.pathname === "/uno/account" ? account() : logIn())
addEventListener("popstate", route)
route()
`
