import { useQuery } from "@tanstack/react-query"
import { useMemo } from "react"
import { queries } from "../../api/queries.ts"
import type { OrderStatus } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { BarChart } from "../../ui/BarChart.tsx"

const span = 30

const dayOf = (time: Date): string =>
  `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, "0")}-${String(time.getDate()).padStart(2, "0")}`

/** The last thirty days of the reader's calendar. */
const useDays = (): ReadonlyArray<string> =>
  useMemo(() => {
    const today = new Date()
    return Array.from({ length: span }, (_, index) =>
      dayOf(new Date(today.getFullYear(), today.getMonth(), today.getDate() - span + 1 + index))
    )
  }, [])

const shown: ReadonlyArray<readonly [string, ReadonlyArray<OrderStatus>, string, string]> = [
  ["matched", ["matched"], "fill-good", "bg-good"],
  ["ambiguous", ["ambiguous"], "fill-warn", "bg-warn"],
  ["not_found", ["not_found", "failed"], "fill-calm", "bg-calm"],
  ["expired", ["expired"], "fill-bad", "bg-bad"],
  ["cancelled", ["cancelled"], "fill-muted", "bg-muted"],
  ["pending", ["pending", "processing"], "fill-line", "bg-line"]
]

export const OrdersChart = () => {
  const { home: words, orders } = useWords()
  const formats = useFormats()
  const days = useDays()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data } = useQuery(queries.ordersByDay(days[0] ?? "", days.at(-1) ?? "", zone))
  const names: Readonly<Record<string, string | undefined>> = orders.statuses
  const series = shown.map(([name, statuses, fill, dot]) => {
    const values = new Map<string, number>()
    for (const { count, date, status } of data ?? []) {
      if (statuses.includes(status)) values.set(date, (values.get(date) ?? 0) + count)
    }
    return { name: names[name] ?? name, fill, dot, values }
  })
  if (data === undefined) return null
  return <BarChart title={words.ordersChart} days={days} series={series} format={formats.number} empty={words.noData} />
}

/** One picture per currency: what is not the same money is not added up. */
export const MoneyCharts = () => {
  const { home: words, movements } = useWords()
  const formats = useFormats()
  const days = useDays()
  const { data } = useQuery(queries.movementsByDay(days[0] ?? "", days.at(-1) ?? ""))
  if (data === undefined) return null
  const currencies = [...new Set(data.map(({ currency }) => currency))]
  return currencies.map((currency) => (
    <BarChart
      key={currency}
      title={words.moneyChart(currency)}
      days={days}
      series={[
        {
          name: movements.directions.in,
          fill: "fill-accent",
          dot: "bg-accent",
          // For the height of a bar a float is good enough.
          values: new Map(
            data.filter((each) => each.currency === currency).map((each) => [each.date, Number(each.in_sum)])
          )
        }
      ]}
      format={(value) => formats.money(value, currency)}
      empty={words.noData}
    />
  ))
}
