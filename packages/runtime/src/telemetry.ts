/**
 * Spans and metrics for an OpenTelemetry collector, by Effect's own exporter. Off unless an endpoint is set. Only what is
 * let through here leaves the process, whatever was put into a span: names, times, and our own attributes.
 */
import { version } from "@counterfoil/core/version"
import { Cause, Effect, Exit, Layer, Option, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { OtlpExporter, OtlpMetrics, OtlpSerialization, OtlpTracer } from "effect/observability"
import type { CounterfoilConfig, OtlpTarget } from "./config/CounterfoilConfig.ts"
import { readHeaders } from "./config/otlpHeaders.ts"

/** Spans that may begin a trace. All others without a parent (looks at what is due, requests, heartbeats) are not exported. */
const beginnings = new Set([
  "AccountActor.scrape",
  "AccountActor.orders",
  "DeliveryWorker.deliver",
  "Housekeeping.sweep"
])

const ours = (key: string): boolean => key.startsWith("counterfoil.")

/** A span that is not exported: its children get its parent, so that no gap shows in the trace. */
const silent = ({ annotations, kind, name, parent, startTime }: Parameters<Tracer.Tracer["span"]>[0]): Tracer.Span => ({
  _tag: "Span",
  name,
  kind,
  parent,
  annotations,
  traceId: Option.match(parent, { onNone: () => "0".repeat(32), onSome: ({ traceId }) => traceId }),
  spanId: Option.match(parent, { onNone: () => "0".repeat(16), onSome: ({ spanId }) => spanId }),
  sampled: Option.exists(parent, ({ sampled }) => sampled),
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  links: [],
  end: () => {},
  attribute: () => {},
  event: () => {},
  addLinks: () => {}
})

/** Why it failed, by the name of the error alone: messages may quote what a bank or a receiver said. */
const nameOf = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.findErrorOption(cause)
  if (Option.isNone(error)) return "Defect"
  const { value } = error
  return typeof value === "object" && value !== null && "_tag" in value ? String(value._tag) : "Error"
}

const discreetly = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return exit
  const error = new Error(nameOf(exit.cause))
  error.name = error.message
  error.stack = ""
  return Exit.fail(error)
}

/** Exports our own spans only. */
const discreet = (tracer: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) => {
      const { name, parent, sampled } = options
      const begins = Option.isNone(parent) && beginnings.has(name)
      const goesOn = Option.exists(parent, (one) => one.sampled) && !name.startsWith("sql.")
      if (!sampled || !(begins || goesOn)) return silent(options)
      const span = tracer.span({ ...options, links: [] })
      const [attribute, end] = [span.attribute.bind(span), span.end.bind(span)]
      span.attribute = (key, value) => {
        if (ours(key)) attribute(key, value)
      }
      span.event = () => {}
      span.addLinks = () => {}
      span.end = (endTime, exit) => end(endTime, discreetly(exit))
      return span
    }
  })

const exported = ({ endpoint, headers, serviceName }: OtlpTarget) => {
  const base = endpoint.replace(/\/+$/, "")
  const options = {
    resource: { serviceName, serviceVersion: version },
    headers: Option.getOrElse(Option.flatMap(headers, readHeaders), () => ({}))
  }
  const traces = Layer.effect(
    Tracer.Tracer,
    Effect.map(OtlpTracer.make({ ...options, url: `${base}/v1/traces` }), discreet)
  )
  const metrics = OtlpMetrics.layer({ ...options, url: `${base}/v1/metrics` })
  return Layer.merge(traces, metrics).pipe(
    Layer.provide(OtlpExporter.layerFlusher),
    Layer.provide(OtlpSerialization.layerJson),
    Layer.provide(FetchHttpClient.layer)
  )
}

/** To be provided around the whole service. */
export const telemetry = ({ otlp }: Pick<CounterfoilConfig, "otlp">): Layer.Layer<never> =>
  Option.match(otlp, { onNone: () => Layer.empty, onSome: exported })
