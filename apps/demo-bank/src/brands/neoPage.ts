/** Neo: the page shows half of what it is told; the rest is in the answers of its own requests. */
export const neoScript = `
const root = document.getElementById("root")
const show = (title, markup) => {
  document.title = title + " · Neo"
  root.innerHTML = "<h1>" + title + "</h1>" + markup
}
const ask = async (path, body) => {
  const answer = await fetch("/neo/api/" + path, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body)
  })
  return { status: answer.status, ...(await answer.json().catch(() => ({}))) }
}
const go = (to) => { history.pushState({}, "", to); route() }
const said = (sentence) => (sentence ? '<p role="alert">' + sentence + "</p>" : "")

const logIn = (problem) => {
  show("Welcome", '<form><input aria-label="Your name"><input aria-label="Your secret" type="password"><button>Go</button></form>' + said(problem))
  const form = root.querySelector("form")
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    const [user, secret] = form.querySelectorAll("input")
    const answer = await ask("login", { user: user.value, password: secret.value })
    if (answer.to === "home") go("/neo/account")
    else if (answer.to === "code") approve(answer.choose)
    else logIn(answer.sentence ?? "Not available at the moment")
  })
}
const approve = (choose) => {
  show("Confirm it is you", '<p role="status">Open the Neo app and choose <strong>' + choose + "</strong></p>")
  const poll = async () => {
    const answer = await ask("approval")
    if (answer.to === "waiting") setTimeout(poll, 150)
    else if (answer.to === "home") go("/neo/account")
    else logIn(answer.sentence)
  }
  poll()
}
const account = async () => {
  show("Activity", '<ul aria-label="Activity"></ul><button type="button" class="more">Older</button><button type="button" class="out">Leave</button>')
  const [list, more] = [root.querySelector("ul"), root.querySelector(".more")]
  let cursor = 0
  const load = async () => {
    more.disabled = true
    const page = await ask("operations?cursor=" + cursor + "&size=9")
    if (page.status === 401) return logIn("Your session has ended")
    if (page.status !== 200) return show("Out of order", said("Not available at the moment"))
    for (const { bookingDate, remittance, amount } of page.items) {
      const item = document.createElement("li")
      item.textContent = bookingDate.slice(5) + " " + remittance.text.slice(0, 9) + "… " + Math.round(Number(amount.minor) / 100)
      list.append(item)
    }
    // An empty list is of no height, and nobody sees it: a new account says so in words.
    if (page.total === 0) list.insertAdjacentHTML("afterend", "<p>Nothing has happened here yet</p>")
    cursor = page.next
    more.disabled = false
    if (cursor === null) more.remove()
  }
  more.addEventListener("click", load)
  root.querySelector(".out").addEventListener("click", async () => { await ask("logout", {}); go("/neo") })
  await load()
}
const route = () => (location.pathname === "/neo/account" ? account() : logIn())
addEventListener("popstate", route)
route()
`
