import { html } from "hono/html"

const nothing = ""

/** A sentence that the page says aloud; at most one per page. */
export const alert = (text: string | undefined) =>
  text === undefined ? nothing : html`<div class="alert" role="alert">${text}</div>`

export const notice = (text: string | undefined) =>
  text === undefined ? nothing : html`<div class="notice" role="status">${text}</div>`

const header = (customerName: string | undefined, movements: string) => html`
  <header class="top">
    <div class="bar">
      <a class="brand" href="/"><span class="mark" aria-hidden="true"></span>Banco Demo</a>
      ${
        customerName === undefined
          ? html`<span class="tagline">Online banking</span>`
          : html`
              <nav aria-label="Main">
                <a href="/home">Overview</a>
                <a href="/movements">${movements}</a>
              </nav>
              <div class="who">
                <span class="person">${customerName}</span>
                <form method="post" action="/logout"><button class="quiet" type="submit">Log out</button></form>
              </div>
            `
      }
    </div>
  </header>
`

/** A whole page of the bank. `customerName` is given while logged in. */
export const page = (
  title: string,
  body: unknown,
  options: { readonly customerName?: string; readonly movements?: string; readonly narrow?: boolean } = {}
) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Banco Demo</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/assets/bank.css" />
        <script src="/assets/bank.js" defer></script>
      </head>
      <body>
        ${header(options.customerName, options.movements ?? "Movements")}
        <main class="${options.narrow === true ? "narrow" : "wide"}">${body}</main>
        <footer>
          Banco Demo is not a bank: this website exists for demonstrations and tests. We never ask for your code by
          phone.
        </footer>
      </body>
    </html>`
