/** Bars by day, drawn as a small picture, with the same figures as a table for whoever reads them better. */
import { useId, useState } from "react"
import { useFormats, useWords } from "../i18n/language.tsx"
import { Button } from "./Button.tsx"

export interface Series {
  readonly name: string
  /** Classes of colour, as a fill and as a background. */
  readonly fill: string
  readonly dot: string
  /** By day, `2026-11-20`. */
  readonly values: ReadonlyMap<string, number>
}

interface Props {
  readonly title: string
  readonly days: ReadonlyArray<string>
  readonly series: ReadonlyArray<Series>
  readonly format: (value: number) => string
  readonly empty: string
}

const width = 440
const height = 170
const floor = height - 22

/** A round number above all of them, so that the picture breathes; its half is a whole number, for things that are counted. */
const ceilingOf = (highest: number): number => {
  if (highest <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(highest))
  return ([2, 4, 6, 10].find((step) => step * size >= highest) ?? 10) * size
}

export const BarChart = ({ days, empty, format, series, title }: Props) => {
  const { chart } = useWords()
  const id = useId()
  const [asTable, setAsTable] = useState(false)
  const totals = days.map((day) => series.reduce((sum, { values }) => sum + (values.get(day) ?? 0), 0))
  const isEmpty = totals.every((total) => total === 0)
  return (
    <section className="panel p-5" aria-labelledby={id}>
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id={id}>{title}</h2>
        {isEmpty ? null : (
          <Button small look="bare" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? chart.picture : chart.table}
          </Button>
        )}
      </div>
      {isEmpty ? <p className="py-10 text-center text-muted">{empty}</p> : null}
      {!isEmpty && asTable ? <Table {...{ days, series, format, title }} /> : null}
      {!isEmpty && !asTable ? <Picture {...{ days, series, format, title, totals }} /> : null}
    </section>
  )
}

const Picture = ({
  days,
  format,
  series,
  title,
  totals
}: Omit<Props, "empty"> & { readonly totals: ReadonlyArray<number> }) => {
  const formats = useFormats()
  const ceiling = ceilingOf(Math.max(...totals))
  // On the left the figures have their place.
  const left = 64
  const step = (width - left) / days.length
  const scale = (value: number) => (value / ceiling) * (floor - 14)
  return (
    <>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={title} className="w-full">
        {[0.5, 1].map((share) => (
          <g key={share}>
            <line
              x1="0"
              x2={width}
              y1={floor - scale(ceiling * share)}
              y2={floor - scale(ceiling * share)}
              className="stroke-line"
            />
            <text x="0" y={floor - scale(ceiling * share) - 4} className="num fill-muted text-[11px]">
              {format(ceiling * share)}
            </text>
          </g>
        ))}
        <line x1="0" x2={width} y1={floor} y2={floor} className="stroke-line" />
        {days.map((day, index) => {
          let base = floor
          return (
            <g key={day}>
              <title>{`${formats.shortDay(day)}: ${format(totals[index] ?? 0)}`}</title>
              <rect x={left + index * step} y="0" width={step} height={floor} fill="transparent" />
              {series.map(({ fill, name, values }) => {
                const tall = scale(values.get(day) ?? 0)
                base -= tall
                return (
                  <rect
                    key={name}
                    x={left + index * step + step * 0.16}
                    y={base}
                    width={step * 0.68}
                    height={tall}
                    rx="1.5"
                    className={fill}
                  />
                )
              })}
            </g>
          )
        })}
        {[0, Math.floor(days.length / 2), days.length - 1].map((index, place) => (
          <text
            key={index}
            x={left + index * step + (place === 2 ? step : place === 1 ? step / 2 : 0)}
            y={height - 5}
            textAnchor={(["start", "middle", "end"] as const)[place]}
            className="fill-muted text-[11px]"
          >
            {formats.shortDay(days[index] ?? "")}
          </text>
        ))}
      </svg>
      {series.length > 1 ? (
        <ul className="mt-2 flex flex-wrap gap-x-5 gap-y-1">
          {series.map(({ dot, name }) => (
            <li key={name} className="flex items-center gap-2 text-sm text-muted">
              <span className={`size-2.5 rounded-[3px] ${dot}`} aria-hidden="true" />
              {name}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}

const Table = ({ days, format, series, title }: Omit<Props, "empty">) => {
  const { chart } = useWords()
  const formats = useFormats()
  const filled = days.filter((day) => series.some(({ values }) => (values.get(day) ?? 0) !== 0)).toReversed()
  return (
    <div className="max-h-56 overflow-auto" tabIndex={0} role="region" aria-label={title}>
      <table className="num w-full text-sm">
        <thead>
          <tr className="text-left text-muted">
            <th scope="col" className="py-1.5 font-medium">
              {chart.day}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.map((day) => (
            <tr key={day} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal">
                {formats.shortDay(day)}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="py-1.5 text-right">
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
