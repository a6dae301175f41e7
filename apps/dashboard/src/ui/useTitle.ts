import { useEffect } from "react"
import { useWords } from "../i18n/language.tsx"

export const useTitle = (title: string) => {
  const { product } = useWords()
  useEffect(() => {
    document.title = `${title} · ${product}`
  }, [title, product])
}
