import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { queries } from "../../api/queries.ts"
import type { OrderStatus } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { banksDays, daysWith, readersDays } from "./days.ts"
import { BarChart } from "../../ui/BarChart.tsx"

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
  const [days] = useState(() => readersDays(new Date()))
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
  const [now] = useState(() => new Date())
  const asked = banksDays(now)
  const { data } = useQuery(queries.movementsByDay(asked.from, asked.to))
  if (data === undefined) return null
  const days = daysWith(
    now,
    data.map(({ date }) => date)
  )
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
      axis={(value) => formats.roundMoney(value, currency)}
      empty={words.noData}
    />
  ))
}
