/** Where the account's results go, how that does, and a test of it. */
import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { api } from "../../api/client.ts"
import { queries } from "../../api/queries.ts"
import type { Endpoint, WebhookTest } from "../../api/types.ts"
import { useFormats, useLanguage, useWords } from "../../i18n/language.tsx"
import { Button } from "../../ui/Button.tsx"
import { Badge, Notice, Panel, type Tone, useSentence } from "../../ui/parts.tsx"
import { ServersWords } from "../../ui/ServersWords.tsx"
import { useAction } from "../../ui/useAction.ts"
import { useNow } from "../../ui/useNow.ts"
import { useOutcome } from "../deliveries/DeliveryBadge.tsx"

/** A test by hand tells of where nothing was sent since. */
export const conditionOf = ({ failures, last_success_at: success, last_test: test, state }: Endpoint) => {
  if (state !== "active") return state
  if (failures > 0) return "failing"
  if (test !== null && (success === null || success < test.at)) {
    return test.outcome === "delivered" ? (success === null ? "tested" : "active") : "testFailed"
  }
  return success === null ? "untried" : "active"
}

export const toneOf = {
  active: "good",
  untried: "plain",
  tested: "good",
  testFailed: "bad",
  failing: "bad",
  disabled: "bad",
  paused: "plain"
} as const satisfies Record<string, Tone>

export const EndpointPanel = ({ accountId }: { readonly accountId: string }) => {
  const { accounts } = useWords()
  const words = accounts.endpoint
  const formats = useFormats()
  const now = useNow()
  const outcomeOf = useOutcome()
  const { data: endpoint } = useQuery(queries.endpoint(accountId))
  const stale = [["endpoint", accountId], ["deliveries"]]
  const of = { path: { accountId } }
  const pause = useAction({ run: () => api.post("/accounts/{accountId}/endpoint/pause", of), stale })
  const resume = useAction({ run: () => api.post("/accounts/{accountId}/endpoint/resume", of), stale })
  if (endpoint === undefined) return null
  const condition = endpoint === null ? undefined : conditionOf(endpoint)
  return (
    <Panel title={words.title}>
      {endpoint === null || condition === undefined ? (
        <p className="text-muted">{words.none}</p>
      ) : (
        <div className="grid gap-3">
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone={toneOf[condition]}>{words[condition]}</Badge>
            {endpoint.waiting > 0 ? (
              <span className="text-sm text-muted">{words.waiting(endpoint.waiting)}</span>
            ) : null}
          </p>
          <p className="font-mono text-sm break-all text-muted">{endpoint.url}</p>
          {condition !== "testFailed" || endpoint.last_test === null ? null : (
            <p className="text-sm text-muted">
              {words.lastTest(formats.ago(endpoint.last_test.at, now), outcomeOf(endpoint.last_test.outcome))}
            </p>
          )}
          {endpoint.last_success_at === null ? null : (
            <p className="text-sm text-muted">{words.last(formats.ago(endpoint.last_success_at, now))}</p>
          )}
          <TestButton accountId={accountId}>
            {endpoint.state === "active" ? (
              <Button small busy={pause.isPending} onClick={() => pause.mutate()}>
                {words.pause}
              </Button>
            ) : (
              <Button small busy={resume.isPending} onClick={() => resume.mutate()}>
                {words.resume}
              </Button>
            )}
          </TestButton>
        </div>
      )}
    </Panel>
  )
}

interface Tested {
  readonly outcome: string
  readonly duration_ms: number
  readonly http_status: number | null
}

interface TestProps {
  readonly accountId: string
  /** What else can be pressed there: the answer stands below all of it. */
  readonly children?: ReactNode
}

export const TestButton = ({ accountId, children }: TestProps) => {
  const { accounts } = useWords()
  const outcomeOf = useOutcome()
  const sentence = useSentence()
  const { data: all = [] } = useQuery(queries.accounts())
  const name = all.find(({ id }) => id === accountId)?.name ?? ""
  const isGood = (answer: Tested) => answer.outcome === "delivered"
  const says = (answer: Tested): string => {
    const { duration_ms: took, http_status: status, outcome } = answer
    if (isGood(answer)) return accounts.endpoint.success(took)
    return [outcomeOf(outcome), status === null ? "" : `HTTP ${status}`].filter(Boolean).join(" · ")
  }
  const test = useAction({
    run: () => api.post("/accounts/{accountId}/webhook-test", { path: { accountId } }),
    stale: [["endpoint", accountId]],
    silent: true,
    elsewhere: {
      done: (answer) => accounts.endpoint.testOf(name, says(answer)),
      isBad: (answer) => !isGood(answer),
      refused: (cause) => accounts.endpoint.testOf(name, sentence(cause))
    }
  })
  const answer = test.data
  const good = answer !== undefined && isGood(answer)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        <Button small icon="deliveries" busy={test.isPending} onClick={() => test.mutate()}>
          {accounts.endpoint.test}
        </Button>
        {children}
      </div>
      <div aria-live="polite">
        {answer === undefined ? null : (
          <Notice tone={good ? "good" : "bad"} icon={good ? "check" : "alert"}>
            {says(answer)}
            {good ? null : <TestFault answer={answer} />}
          </Notice>
        )}
        {test.isError ? <Notice tone="bad">{sentence(test.error)}</Notice> : null}
      </div>
    </div>
  )
}

/** What would help, in the reader's language; what came of it in particular, in the server's. */
const TestFault = ({ answer }: { readonly answer: WebhookTest }) => {
  const { fault, http_status: status, outcome } = answer
  const { language, words } = useLanguage()
  const { advice: known } = words.accounts.endpoint
  const advice: Readonly<Record<string, string | undefined>> = known
  // Of an address that is refused, the server's sentence says what would open it: on an English page once is enough.
  const helps =
    language === "en" && outcome === "egress_refused" ? undefined : (advice[`http_${status}`] ?? advice[outcome])
  return (
    <>
      {helps === undefined ? null : <p>{helps}</p>}
      <ServersWords>{fault ?? ""}</ServersWords>
    </>
  )
}
