/** What the verbs are tried on: a form, and tables of both kinds. */
export const form = `
  <h1>Log in</h1>
  <form action="/home">
    <label>User name <input name="user" placeholder="User"></label>
    <label>Remember me <input type="checkbox" id="remember"></label>
    <select aria-label="Language"><option value="en">English</option><option value="ca">Català</option></select>
    <button type="button" onclick="document.title='Clicked'" title="Go on">Continue</button>
    <button type="button" disabled>Continue</button>
    <span onmouseover="this.textContent='hovered'">hover me</span>
  </form>
  <p data-testid="hint">Two   words</p><p style="display:none">Hidden</p>
  <img alt="Logo" src="data:,"><iframe title="inner" srcdoc="<p>Inside</p><button>Inner</button>"></iframe>`

export const table = `
  <table>
    <caption>Movements</caption>
    <thead><tr><th>Date</th><th>Description</th><th colspan="2">Amount</th></tr></thead>
    <tbody>
      <tr><td rowspan="2">01/02/2026</td><td><a href="/movement/1">  Transfer
        from Ana </a></td><td>12,00</td><td>EUR</td></tr>
      <tr><td>Card</td><td>-3,50</td><td>EUR</td></tr>
      <tr style="display:none"><td>hidden</td></tr>
    </tbody>
    <tfoot><tr><td colspan="4">Total</td></tr></tfoot>
  </table>
  <div role="grid"><div role="row"><span role="columnheader">A</span></div><div role="row"><span role="gridcell">1</span></div></div>`
