/** What a browser finds at `/` of a server without a dashboard: one that another program embeds. */
import { HttpServerResponse } from "effect/http"

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Counterfoil</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 4rem auto; padding: 0 1rem; color: #1c2321 }
a { color: #0b6b53 } code { background: #eef3f1; padding: .1em .3em; border-radius: 3px }
</style>
</head>
<body>
<h1>Counterfoil</h1>
<p>Reads your bank accounts, matches payments with your pending orders, tells your system by webhook.</p>
<ul>
<li><a href="/docs">The API's reference</a> · <a href="/openapi.json">as an OpenAPI document</a></li>
<li><a href="/health">Is it alive?</a> · <a href="/ready">Is it ready?</a></li>
</ul>
<p>To begin: <code>POST /auth/register</code>, then <code>POST /auth/login</code>.</p>
</body>
</html>
`

export const frontPage = HttpServerResponse.text(html, {
  contentType: "text/html; charset=utf-8",
  headers: {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "cache-control": "no-cache"
  }
})
