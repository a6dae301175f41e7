import { html } from "hono/html"

import type { Labels } from "./labels.ts"
import { alert, notice, page } from "./shell.ts"

export const loginPage = (
  labels: Labels,
  say: { readonly alert?: string | undefined; readonly notice?: string | undefined; readonly username?: string }
) =>
  page(
    labels.logIn,
    html`
      <section class="card">
        <h1>Welcome to online banking</h1>
        ${alert(say.alert)} ${notice(say.notice)}
        <form method="post" action="/login" class="stack" autocomplete="off" data-once>
          <div class="field">
            <label for="${labels.fields.userName}">${labels.userName}</label>
            <input
              id="${labels.fields.userName}"
              name="${labels.fields.userName}"
              type="text"
              autocapitalize="none"
              spellcheck="false"
              required
              value="${say.username ?? ""}"
            />
          </div>
          <div class="field">
            <label for="${labels.fields.password}">${labels.password}</label>
            <input
              id="${labels.fields.password}"
              name="${labels.fields.password}"
              type="password"
              autocomplete="current-password"
              required
            />
          </div>
          <button type="submit">${labels.logIn}</button>
        </form>
        <p class="hint">Three wrong tries lock your access.</p>
      </section>
    `,
    { narrow: true }
  )

export const codePage = (say: {
  readonly phone: string
  readonly email: string
  readonly alert?: string | undefined
  readonly notice?: string | undefined
}) =>
  page(
    "Security code",
    html`
      <section class="card">
        <h1>Confirm that it is you</h1>
        ${
          say.email === ""
            ? html`<p>
                We have sent a code of 6 digits by SMS to the phone that ends in <b>${say.phone.slice(-3)}</b>.
              </p>`
            : html`<p>We have sent a code of 6 digits by e-mail to <b>${say.email}</b>.</p>`
        }
        ${alert(say.alert)} ${notice(say.notice)}
        <form method="post" action="/code" class="stack" autocomplete="off" data-once>
          <div class="field">
            <label for="code">Code from the SMS${say.email === "" ? "" : " or the e-mail"}</label>
            <input id="code" class="code" name="code" type="text" inputmode="numeric" maxlength="6" required />
          </div>
          <button type="submit">Continue</button>
        </form>
        <form method="post" action="/code/resend">
          <button class="link" type="submit">Send a new code</button>
        </form>
      </section>
    `,
    { narrow: true }
  )

export const changePasswordPage = (problem: string | undefined) =>
  page(
    "New password",
    html`
      <section class="card">
        <h1>You must change your password</h1>
        ${alert(problem ?? "Your password is more than a year old. Choose a new one to go on.")}
        <form method="post" action="/change-password" class="stack" autocomplete="off" data-once>
          <div class="field">
            <label for="new-password">New password</label>
            <input id="new-password" name="new" type="password" autocomplete="new-password" minlength="8" required />
          </div>
          <div class="field">
            <label for="repeat-password">Repeat the new one</label>
            <input
              id="repeat-password"
              name="repeat"
              type="password"
              autocomplete="new-password"
              minlength="8"
              required
            />
          </div>
          <button type="submit">Save</button>
        </form>
      </section>
    `,
    { narrow: true }
  )

export const elsewherePage = () =>
  page(
    "Already logged in",
    html`
      <section class="card">
        <h1>You are already logged in elsewhere</h1>
        ${alert("Another session of yours is open. Log out there, or wait until it ends, and try again.")}
        <p><a href="/login">Back to the start</a></p>
      </section>
    `,
    { narrow: true }
  )

export const robotPage = () =>
  page(
    "Security check",
    html`
      <section class="card">
        <h1>Are you a person?</h1>
        ${alert("We have noticed unusual activity and have stopped this login. Please call us.")}
      </section>
    `,
    { narrow: true }
  )

export const maintenancePage = () =>
  page(
    "Maintenance",
    html`
      <section class="card">
        <h1>We are carrying out maintenance</h1>
        ${alert("Online banking is closed for maintenance. Please try again later.")}
      </section>
    `,
    { narrow: true }
  )

export const unavailablePage = () =>
  html`<html>
    <head>
      <title>503 Service Temporarily Unavailable</title>
    </head>
    <body>
      <center><h1>503 Service Temporarily Unavailable</h1></center>
      <hr />
    </body>
  </html>`

export const notFoundPage = () =>
  page(
    "Not found",
    html`<section class="card">
      <h1>This page does not exist</h1>
      <p><a href="/">To the start</a></p>
    </section>`,
    {
      narrow: true
    }
  )
