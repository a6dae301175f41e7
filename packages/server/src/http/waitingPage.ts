/** What a person sees who opens the page while the server starts or stops: it looks again by itself. */

/** Where people go with a browser. */
export const isPage = (path: string): boolean => path === "/" || path === "/app" || path.startsWith("/app/")

/** Plain, for there is nobody yet who could give out a style or a script. */
export const waitingPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="2">
<title>Counterfoil is starting</title>
</head>
<body>
<h1>Counterfoil is starting</h1>
<p>It takes a few seconds. This page looks again by itself.</p>
<p lang="es">Counterfoil est\u00e1 arrancando. Esta p\u00e1gina vuelve a mirar por s\u00ed sola.</p>
</body>
</html>
`
