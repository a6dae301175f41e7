/** What stands at the browser's tab: which page it is, and before that what cannot wait until somebody looks at the page. */
import { useEffect } from "react"
import { useWords } from "../i18n/language.tsx"

const shown = { page: "", notice: "" }

const write = (change: Partial<typeof shown>) => {
  Object.assign(shown, change)
  document.title = [shown.notice, shown.page].filter(Boolean).join(" · ")
}

export const useTitle = (title: string) => {
  const { product } = useWords()
  useEffect(() => write({ page: `${title} · ${product}` }), [title, product])
}

export const useTitleNotice = (notice: string | undefined) => {
  useEffect(() => {
    if (notice === undefined) return undefined
    write({ notice })
    return () => write({ notice: "" })
  }, [notice])
}
