/** What the bank shows to be scanned or read: a QR code, a photoTAN, a code that flickers (an animated PNG). */
import { useQuery } from "@tanstack/react-query"
import { useId, useState } from "react"
import { queries } from "../../api/queries.ts"
import { useWords } from "../../i18n/language.tsx"
import { Failed } from "../../ui/parts.tsx"
import type { Asked } from "./asked.ts"

/** In pixels: a device that reads by its sensors wants a size of its own, a camera the largest. */
const sizes = { least: 96, first: 208, most: 336 }
/** Bars' changes in a second. */
const paces = { least: 2, first: 20, most: 40 }

/** An animated PNG says so before its first picture (acTL). */
const isMoving = (base64: string): boolean => atob(base64.slice(0, 96)).includes("acTL")

interface SliderProps {
  readonly label: string
  readonly range: { readonly least: number; readonly most: number }
  readonly value: number
  readonly onChange: (value: number) => void
}

const Slider = ({ label, onChange, range, value }: SliderProps) => {
  const id = useId()
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="w-16">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={range.least}
        max={range.most}
        value={value}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        className="min-w-0 flex-1 accent-accent"
      />
    </div>
  )
}

export const Picture = ({ asked }: { readonly asked: Asked<"picture"> }) => {
  const { account, attempts, id } = asked
  const { code } = useWords()
  const [size, setSize] = useState(sizes.first)
  const [pace, setPace] = useState(paces.first)
  // Twenty flashes a second can do harm: whoever wants nothing to move sees them when they say so.
  const [moves, setMoves] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches)
  // Of a rejected answer there is another. Nothing of it stays behind.
  const { data, error, refetch } = useQuery({
    ...queries.picture(account.id, id, attempts, pace),
    staleTime: Infinity,
    gcTime: 0,
    placeholderData: (before) => before
  })
  if (data === undefined && error !== null) return <Failed cause={error} onRetry={() => void refetch()} />
  const isBars = data !== undefined && isMoving(data.data)
  return (
    <figure className="grid gap-2">
      {/* White, as scanners want it, in the dark too. */}
      <div className="grid min-h-32 place-items-center overflow-hidden rounded-xl border border-line bg-white p-3">
        {data === undefined || (isBars && !moves) ? null : (
          <img
            src={`data:${data.media_type};base64,${data.data}`}
            alt={code.pictureOf(account.bank_name)}
            width={size}
            className="h-auto max-w-full [image-rendering:pixelated]"
          />
        )}
      </div>
      <figcaption className="grid gap-2 text-sm text-muted">
        <Slider label={code.size} range={sizes} value={size} onChange={setSize} />
        {isBars ? (
          <>
            <Slider label={code.pace} range={paces} value={pace} onChange={setPace} />
            <p>{code.hold}</p>
            <button
              type="button"
              className="justify-self-start underline underline-offset-3"
              onClick={() => setMoves(!moves)}
            >
              {moves ? code.still : code.flicker}
            </button>
          </>
        ) : null}
      </figcaption>
    </figure>
  )
}
