import { useWords } from "../../i18n/language.tsx"
import { Dialog } from "../../ui/Dialog.tsx"

export const KeysHelp = ({ onClose }: { readonly onClose: () => void }) => {
  const { keys } = useWords().orders
  return (
    <Dialog title={keys.title} onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-3">
        {keys.rows.map(([key = "", what]) => (
          <div key={key} className="contents">
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
