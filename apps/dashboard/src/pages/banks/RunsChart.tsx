/** How the reads of the last thirty days went, by the version that read. */
import { useQuery } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import type { BankDetail, VersionHealth } from "../../api/types.ts"
import { useFormats, useWords } from "../../i18n/language.tsx"
import { BarChart } from "../../ui/BarChart.tsx"

/** The newest of them: earlier ones read nothing any more. */
const most = 8

const by = (runs: ReadonlyArray<VersionHealth>, count: (health: VersionHealth) => number) =>
  new Map(runs.map((health) => [health.version, count(health)]))

export const RunsChart = ({ bank }: { readonly bank: BankDetail }) => {
  const { banks: words } = useWords()
  const formats = useFormats()
  const [first] = bank.scripts
  const asked = bank.scripts.find(({ status }) => status === "active") ?? first
  const { data } = useQuery({ ...queries.report(asked?.id ?? ""), enabled: asked !== undefined })
  if (data === undefined) return null
  const runs = data.versions
    .filter(({ runs: count }) => count > 0)
    .toSorted((one, other) => one.version.localeCompare(other.version, "en", { numeric: true }))
    .slice(-most)
  return (
    <BarChart
      title={words.chart}
      of={words.version}
      days={runs.map(({ version }) => version)}
      series={[
        { name: words.succeeded, fill: "fill-good", dot: "bg-good", values: by(runs, (each) => each.succeeded) },
        {
          name: words.failed,
          fill: "fill-bad",
          dot: "bg-bad",
          values: by(runs, ({ runs: all, succeeded }) => all - succeeded)
        }
      ]}
      format={formats.number}
      empty={words.noRuns}
    />
  )
}
