export const stylesheet = `
:root {
  --ink: #1c2733; --soft: #5d6b7a; --line: #dfe5ea; --paper: #ffffff; --ground: #f2f5f7;
  --brand: #0b5c63; --brand-dark: #084348; --good: #16704a; --bad: #a3302b;
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  color: var(--ink);
}
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); min-height: 100vh; display: flex; flex-direction: column }
a { color: var(--brand) }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .5rem; font-weight: 650; letter-spacing: -.01em }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .75rem }
h3 { font-size: 1.05rem; margin: 0 }
.top { background: var(--brand-dark); color: #fff }
.bar { max-width: 66rem; margin: 0 auto; padding: .85rem 1.25rem; display: flex; align-items: center; gap: 1.75rem; flex-wrap: wrap }
.brand { color: #fff; text-decoration: none; font-weight: 700; font-size: 1.15rem; display: flex; gap: .6rem; align-items: center }
.mark { width: 1.3rem; height: 1.3rem; border-radius: 50% 50% 50% 0; background: #f2b441; display: inline-block }
.tagline { opacity: .75; margin-left: auto }
.top nav { display: flex; gap: 1.25rem }
.top nav a { color: #d9ebec; text-decoration: none }
.top nav a:hover { color: #fff; text-decoration: underline }
.who { margin-left: auto; display: flex; gap: 1rem; align-items: center }
main { flex: 1; width: 100%; margin: 0 auto; padding: 2rem 1.25rem }
main.wide { max-width: 66rem }
main.narrow { max-width: 28rem; padding-top: 3.5rem }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 1.5rem; margin-bottom: 1.25rem; box-shadow: 0 1px 2px rgb(20 40 60 / .05) }
.card h2:first-child { margin-top: 0 }
.stack { display: grid; gap: 1rem; margin-top: 1.25rem }
.field label { display: block; font-size: .875rem; font-weight: 600; margin-bottom: .25rem }
input { font: inherit; color: inherit; padding: .55rem .7rem; border: 1px solid #b8c3cc; border-radius: 6px; width: 100%; background: #fff }
input:focus, button:focus-visible, a:focus-visible { outline: 3px solid #8fc7cb; outline-offset: 1px; border-color: var(--brand) }
input.code { font-size: 1.5rem; letter-spacing: .4em; font-variant-numeric: tabular-nums }
button { font: inherit; font-weight: 600; padding: .6rem 1.1rem; border: 1px solid transparent; border-radius: 6px; background: var(--brand); color: #fff; cursor: pointer }
button:hover { background: var(--brand-dark) }
button:disabled { opacity: .6; cursor: progress }
button.quiet { background: transparent; border-color: #6f9da1; padding: .3rem .8rem; font-weight: 500 }
button.secondary { background: #fff; color: var(--brand); border-color: var(--brand) }
button.secondary:hover { background: #eaf4f4 }
button.link { background: none; color: var(--brand); padding: 0; margin-top: 1.1rem; font-weight: 500; text-decoration: underline }
.hint, .as-of, .tagline, footer, .owner { color: var(--soft); font-size: .875rem }
.tagline { color: inherit }
.alert { border-left: 4px solid var(--bad); background: #fbeeed; color: #7d211d; padding: .7rem .9rem; border-radius: 4px; margin: .9rem 0 }
.notice { border-left: 4px solid var(--good); background: #ebf6f0; color: #0f5236; padding: .7rem .9rem; border-radius: 4px; margin: .9rem 0 }
.card > :last-child { margin-bottom: 0 }
.iban { color: var(--soft); margin: .15rem 0 0; font-variant-numeric: tabular-nums; letter-spacing: .02em }
h1 + .iban { margin-bottom: 1.1rem }
.account { display: grid; grid-template-columns: 1fr auto; gap: .25rem 2rem; align-items: start }
.account dl { margin: 0; display: grid; gap: .35rem; text-align: right }
.account dt { color: var(--soft); font-size: .875rem }
.account dd { margin: 0; font-variant-numeric: tabular-nums }
.account .big { font-size: 1.6rem; font-weight: 650 }
.account .as-of { margin: 0 }
.latest { list-style: none; margin: 0; padding: 0 }
.latest li { display: grid; grid-template-columns: 7rem 1fr auto; padding: .55rem 0; border-bottom: 1px solid var(--line) }
.when { color: var(--soft); font-variant-numeric: tabular-nums }
.filter { display: flex; gap: .9rem; align-items: end; flex-wrap: wrap }
.filter input { width: 9rem }
.downloads { margin-left: auto; display: flex; gap: 1rem; padding-bottom: .5rem; font-size: .925rem }
.counts { display: flex; justify-content: space-between; color: var(--soft); font-size: .925rem; margin: 1.25rem 0 .5rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
th { text-align: left; font-size: .8rem; color: var(--soft); text-transform: none; border-bottom: 2px solid var(--line); padding: .5rem .6rem; white-space: nowrap }
td { padding: .6rem; border-bottom: 1px solid var(--line); white-space: nowrap }
td.text { white-space: normal; width: 99% }
td.reference { color: var(--soft); font-size: .875rem }
tbody tr:hover { background: #f7fafb }
.money { text-align: right; font-variant-numeric: tabular-nums }
.credit { color: var(--good); font-weight: 600 }
.badge { font-size: .78rem; padding: .15rem .55rem; border-radius: 1rem; background: #e8eef1; color: #44525f }
.badge.pending { background: #fdf1d8; color: #7a5300 }
.pages { display: flex; justify-content: space-between; padding-top: 1rem }
.empty { color: var(--soft); text-align: center; padding: 2rem 0 }
footer { text-align: center; padding: 1.5rem 1.25rem 2rem }
@media (max-width: 44rem) { .account { grid-template-columns: 1fr } .account dl { text-align: left } .card { overflow-x: auto } }

.backdrop { background: #d7dee3; justify-content: center }
main.phone { flex: none; width: 23rem; min-height: 40rem; padding: 1.75rem 1.25rem; background: #fff; border: 10px solid #20282f; border-radius: 2.4rem; margin: 2rem auto }
.contacts, .messages { list-style: none; margin: 1rem 0; padding: 0 }
.contacts li { display: flex; justify-content: space-between; padding: .8rem 0; border-bottom: 1px solid var(--line) }
.contacts span { color: var(--soft) }
.messages li { margin-bottom: 1rem }
.messages .from { font-size: .8rem; color: var(--soft) }
.messages p { margin: .2rem 0 0; background: #e9f0f3; padding: .7rem .9rem; border-radius: .2rem 1rem 1rem 1rem }
.messages strong { font-size: 1.15rem; letter-spacing: .08em }
.messages li:first-child p { background: #d6ebe9 }
`

export const script = `
for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", () => {
    const button = form.querySelector("button[type=submit]")
    setTimeout(() => { button.disabled = true }, 0)
  })
}
addEventListener("pageshow", () => {
  for (const button of document.querySelectorAll("form[data-once] button")) button.disabled = false
})

const inbox = document.querySelector("[data-inbox]")
if (inbox) {
  setInterval(async () => {
    const answer = await fetch(inbox.dataset.inbox).catch(() => null)
    if (!answer || !answer.ok) return
    const { messages } = await answer.json()
    if (String(messages.length) !== inbox.dataset.known) location.reload()
  }, 1500)
}
`
