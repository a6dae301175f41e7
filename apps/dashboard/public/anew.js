// While nodes are upgraded one by one, the page of a new one may ask an old one for its parts, or the other way round: they
// aren't there. It is loaded anew, and what has come once is kept by the browser, so that each try needs fewer of them.
{
  const key = "counterfoil.anew"
  const most = 8
  const forgotten = 60_000
  const longest = 15_000
  let isDue = false

  const isSpanish = () => {
    const { lang } = document.documentElement
    return lang === "es" || (lang !== "en" && navigator.language.startsWith("es"))
  }

  const say = (english, spanish) => {
    const place = document.querySelector("#root")
    if (place === null || place.childElementCount > 0) return
    const words = document.createElement("p")
    words.setAttribute("role", "status")
    words.textContent = isSpanish() ? spanish : english
    place.replaceChildren(words)
  }

  /** How often it was, of late; undefined: that can't be kept, and it would go on for ever. */
  const triesBefore = () => {
    try {
      const { count = 0, at = 0 } = JSON.parse(sessionStorage.getItem(key) ?? "{}")
      return Date.now() - at < forgotten ? count : 0
    } catch {
      return undefined
    }
  }

  /** Without a server the browser would show a page of its own, which doesn't come back by itself. */
  const loadOnceThere = async () => {
    const isThere = await fetch("/health", { cache: "no-store" }).then(
      ({ ok }) => ok,
      () => false
    )
    if (isThere) location.reload()
    else setTimeout(loadOnceThere, 2_000)
  }

  const loadAnew = () => {
    if (isDue) return
    isDue = true
    const tries = triesBefore()
    if (tries === undefined || tries >= most) {
      return say(
        "Parts of this page can't be loaded. Load it anew in a few minutes.",
        "No se pueden cargar partes de esta página. Vuelva a cargarla dentro de unos minutos."
      )
    }
    sessionStorage.setItem(key, JSON.stringify({ count: tries + 1, at: Date.now() }))
    say(
      "A part of this page didn't come. It is loaded anew …",
      "No llegó una parte de esta página. Se vuelve a cargar …"
    )
    setTimeout(loadOnceThere, Math.min(500 * 2 ** tries, longest))
  }

  /** What is drawn already is not taken from whoever reads it. */
  const isDrawn = () => isDue || (document.querySelector("#root")?.childElementCount ?? 0) > 0

  addEventListener(
    "error",
    ({ target }) => {
      const isPart =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel === "stylesheet")
      if (isPart && (!isDrawn() || target instanceof HTMLLinkElement)) loadAnew()
    },
    true
  )
  // The words are asked for by the page itself.
  addEventListener("counterfoil.missing", loadAnew)
}
