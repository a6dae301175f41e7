import { Link } from "@tanstack/react-router"
import { useWords } from "../i18n/language.tsx"
import { buttonLook } from "../ui/Button.tsx"
import { Empty } from "../ui/parts.tsx"

export const Missing = () => {
  const { states } = useWords()
  return (
    <Empty
      icon="search"
      title={<h1>{states.notFound}</h1>}
      action={
        <Link to="/" className={buttonLook("quiet")}>
          {states.home}
        </Link>
      }
    >
      {states.notFoundLong}
    </Empty>
  )
}
