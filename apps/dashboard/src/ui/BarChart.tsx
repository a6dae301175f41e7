/** Bars by day, or by something else, drawn as a small picture, with the same figures as a table for whoever reads them better. */
import { useId, useLayoutEffect, useRef, useState } from "react"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"

export interface Series {
  readonly name: string
  /** Classes of colour, as a fill and as a background. */
  readonly fill: string
  readonly dot: string
  /** By what stands below the bars: mostly a day, `2026-11-20`. */
  readonly values: ReadonlyMap<string, number>
}

interface Props {
  readonly title: string
  readonly days: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number) => string
  /** At the lines behind the bars, where a figure is round and has little room. */
  readonly axis?: (value: number) => string
  readonly empty: string
  /** What stands below, where it isn't days: what one is called. */
  readonly of?: string
}

const height = 170
const floor = height - 22
const widest = 36

/** A round number above all of them, so that the picture breathes; its half is a whole number, for things that are counted. */
const ceilingOf = (highest: number): number => {
  if (highest <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(highest))
  return ([2, 4, 6, 10].find((step) => step * size >= highest) ?? 10) * size
}

export const BarChart = ({ axis, days, empty, format, of, series, title }: Props) => {
  const { chart } = useWords()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const totals = days.map((day) => series.reduce((sum, { values }) => sum + (values.get(day) ?? 0), 0))
  const isEmpty = totals.every((total) => total === 0)
  return (
    <section className="panel p-5" aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-x-3 gap-y-1 max-sm:flex-wrap">
        <h2 id={id}>{title}</h2>
        {isEmpty ? null : (
          <Button
            small
            look="bare"
            className="shrink-0 whitespace-nowrap"
            aria-pressed={asTable}
            onClick={() => setAsTable(!asTable)}
          >
            {asTable ? chart.picture : chart.table}
          </Button>
        )}
      </div>
      {isEmpty ? <p className="py-10 text-center text-muted">{empty}</p> : null}
      {!isEmpty && asTable ? <Table {...{ days, series, format, title, of }} /> : null}
      {!isEmpty && !asTable ? <Picture {...{ days, series, format, title, totals, of, axis: axis ?? format }} /> : null}
    </section>
  )
}

type Inner = Omit<Props, "axis" | "empty" | "of"> & { readonly of: string | undefined }

/** A day is said as people say it. */
const useNames = (of: string | undefined) => {
  const { shortDay } = useFormats()
  return of === undefined ? shortDay : (name: string) => name
}

/** What a name takes below its bar. */
const widestName = 46

const ticksOf = (count: number, room: number) =>
  count * widestName <= room
    ? Array.from({ length: count }, (_, index) => ({ index, anchor: "middle" as const, within: 0.5 }))
    : [
        { index: 0, anchor: "start" as const, within: 0 },
        { index: Math.floor(count / 2), anchor: "middle" as const, within: 0.5 },
        { index: count - 1, anchor: "end" as const, within: 1 }
      ]

interface Drawn extends Inner {
  readonly totals: ReadonlyArray<number>
  readonly axis: (value: number) => string
}

/** So wide is a sign of the figures on the left at most. */
const sign = 7.8

/** As wide as it is drawn: letters are as large on a phone as elsewhere. */
const useDrawnWidth = () => {
  const drawn = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(440)
  useLayoutEffect(() => {
    const { current } = drawn
    if (current === null) return undefined
    const measure = () => setWidth(Math.max(200, Math.round(current.getBoundingClientRect().width)))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return { drawn, width }
}

const Picture = ({ axis, days, format, of, series, title, totals }: Drawn) => {
  const nameOf = useNames(of)
  const { drawn, width } = useDrawnWidth()
  const ceiling = ceilingOf(Math.max(...totals))
  const lines = [0.5, 1].map((share) => ({ share, said: axis(ceiling * share) }))
  // On the left the figures have their place.
  const left = Math.max(64, ...lines.map(({ said }) => said.length * sign))
  const step = (width - left) / days.length
  // One bar alone would fill the picture, and say no more by it.
  const broad = Math.min(step * 0.68, widest)
  const scale = (value: number) => (value / ceiling) * (floor - 14)
  return (
    <>
      <svg
        ref={drawn}
        viewBox={`0 0 ${width} ${height}`}
        height={height}
        role="img"
        aria-label={title}
        className="w-full"
      >
        {lines.map(({ said, share }) => (
          <g key={share}>
            <line
              x1="0"
              x2={width}
              y1={floor - scale(ceiling * share)}
              y2={floor - scale(ceiling * share)}
              className="stroke-line"
            />
            <text x="0" y={floor - scale(ceiling * share) - 4} className="num fill-muted text-xs">
              {said}
            </text>
          </g>
        ))}
        <line x1="0" x2={width} y1={floor} y2={floor} className="stroke-line" />
        {days.map((day, index) => {
          let base = floor
          return (
            <g key={day}>
              <title>{`${nameOf(day)}: ${format(totals[index] ?? 0)}`}</title>
              <rect x={left + index * step} y="0" width={step} height={floor} fill="transparent" />
              {series.map(({ fill, name, values }) => {
                const tall = scale(values.get(day) ?? 0)
                base -= tall
                return (
                  <rect
                    key={name}
                    x={left + index * step + (step - broad) / 2}
                    y={base}
                    width={broad}
                    height={tall}
                    rx="1.5"
                    className={fill}
                  />
                )
              })}
            </g>
          )
        })}
        {ticksOf(days.length, width - left).map(({ anchor, index, within }) => (
          <text
            key={index}
            x={left + (index + within) * step}
            y={height - 5}
            textAnchor={anchor}
            className="fill-muted text-xs"
          >
            {nameOf(days[index] ?? "")}
          </text>
        ))}
      </svg>
      {series.length > 1 ? (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {series.map(({ dot, name }) => (
            <li key={name} className="flex items-center gap-2 text-sm text-muted">
              <span className={`size-2.5 rounded-[3px] forced-color-adjust-none ${dot}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const Table = ({ days, format, of, series, title }: Inner) => {
  const { chart } = useWords()
  const nameOf = useNames(of)
  const filled = days.filter((day) => series.some(({ values }) => (values.get(day) ?? 0) !== 0)).toReversed()
  // A column of nothing but zeros takes the others their room on a phone.
  const shown = series.filter(({ values }) => filled.some((day) => (values.get(day) ?? 0) !== 0))
  return (
    <div className="max-h-56 overflow-auto" tabIndex={0} role="region" aria-label={title}>
      <table className="num w-full text-sm max-sm:text-[0.8125rem]">
        <thead>
          <tr className="text-left align-bottom text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {of ?? chart.day}
            </th>
            {shown.map(({ name }) => (
              <th key={name} scope="col" className="py-1.5 pl-2 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((day) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal whitespace-nowrap">
                {nameOf(day)}
              </th>
              {shown.map(({ name, values }) => (
                <td key={name} className="py-1.5 pl-2 text-right whitespace-nowrap">
                  {format(values.get(day) ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
