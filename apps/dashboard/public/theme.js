// Before the first paint, so that a chosen theme and language don't flash. A file of its own: the page allows no inline script.
try {
  const theme = localStorage.getItem("counterfoil.theme")
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
  const language = localStorage.getItem("counterfoil.language")
  if (language === "en" || language === "es") document.documentElement.lang = language
} catch {
  // Storage is switched off: the system's theme and language hold.
}
