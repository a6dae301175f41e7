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

type Tile = "matched" | "open" | "unpaid" | "lost" | "cancelled" | "waiting"

/** By the names, and the meanings, of the figures above: what needs a person is counted there, and nowhere else. */
const shown: ReadonlyArray<readonly [Tile, ReadonlyArray<OrderStatus>, string, string]> = [
  ["matched", ["matched"], "fill-good", "bg-good"],
  ["open", [], "fill-warn", "bg-warn"],
  ["unpaid", ["not_found"], "fill-calm", "bg-calm"],
  ["lost", ["expired"], "fill-bad", "bg-bad"],
  ["cancelled", ["cancelled"], "fill-muted", "bg-muted"],
  ["waiting", ["pending", "processing"], "fill-line", "bg-line"]
]

export const OrdersChart = () => {
  const { home: words } = useWords()
  const formats = useFormats()
  const days = useDays()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const { data } = useQuery(queries.ordersByDay(days[0] ?? "", days.at(-1) ?? "", zone))
  const series = shown.map(([name, statuses, fill, dot]) => {
    const values = new Map<string, number>()
    for (const { closed, count, date, needs_person: open, status } of data ?? []) {
      const others = name === "cancelled" ? count - open : count - open - closed
      const more = name === "open" ? open : statuses.includes(status) ? others : 0
      if (more > 0) values.set(date, (values.get(date) ?? 0) + more)
    }
    return { name: words[name], fill, dot, values }
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
