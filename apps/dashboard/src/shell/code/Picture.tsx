/** What the bank shows to be scanned or read: a QR code, a photoTAN, a code that flickers (an animated PNG). */
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Failed } from "../../ui/parts.tsx"
import type { Asked } from "./asked.ts"

/** In pixels: a device that reads by its sensors wants a size of its own, a camera the largest. */
const sizes = { least: 96, first: 208, most: 336 }

export const Picture = ({ asked }: { readonly asked: Asked<"picture"> }) => {
  const { account, attempts, id } = asked
  const { code } = useWords()
  const slider = useId()
  const [size, setSize] = useState(sizes.first)
  // Of a rejected answer there is another. Nothing of it stays behind.
  const { data, error, refetch } = useQuery({
    ...queries.picture(account.id, id, attempts),
    staleTime: Infinity,
    gcTime: 0
  })
  if (data === undefined && error !== null) return <Failed cause={error} onRetry={() => void refetch()} />
  return (
    <figure className="grid gap-2">
      {/* White, as scanners want it, in the dark too. */}
      <div className="grid min-h-32 place-items-center overflow-hidden rounded-xl border border-line bg-white p-3">
        {data === undefined ? null : (
          <img
            src={`data:${data.media_type};base64,${data.data}`}
            alt={code.pictureOf(account.bank_name)}
            width={size}
            className="h-auto max-w-full [image-rendering:pixelated]"
          />
        )}
      </div>
      <figcaption className="flex items-center gap-3 text-sm text-muted">
        <label htmlFor={slider}>{code.size}</label>
        <input
          id={slider}
          type="range"
          min={sizes.least}
          max={sizes.most}
          value={size}
          onChange={({ target }) => setSize(target.valueAsNumber)}
          className="min-w-0 flex-1 accent-accent"
        />
      </figcaption>
    </figure>
  )
}
