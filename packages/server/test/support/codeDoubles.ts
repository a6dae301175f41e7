/** Doubles of the services about codes that come by themselves: in memory, the world remembers what came. */
import {
  ChannelNotFound,
  CodeSettings,
  Mailboxes,
  NoMailbox,
  NoticeChannels,
  ReceivedCodes,
  type SmsRules
} from "@counterfoil/core"
import { DateTime, Effect, Layer, Redacted } from "effect"
import type { World } from "./World.ts"

export const codeDoubles = (world: World) => {
  const rules = new Map<string, SmsRules>()
  return Layer.mergeAll(
    Layer.mock(Mailboxes, {
      facts: () => Effect.succeed(null),
      forget: () => Effect.void,
      test: () => Effect.fail(new NoMailbox())
    }),
    Layer.succeed(CodeSettings, {
      sms: (id) => Effect.succeed(rules.get(id) ?? { senders: [], pattern: null }),
      saveSms: (id, given) => Effect.sync(() => void rules.set(id, given)),
      totp: () => Effect.succeed(null),
      saveTotp: () => Effect.succeed({ digits: 6, period: 30, algorithm: "SHA1", issuer: null, addedAt: world.now }),
      forgetTotp: () => Effect.void,
      asking: () => Effect.succeed({ hours: null, zone: null, mostPerDay: null, snoozedUntil: null }),
      saveAsking: () => Effect.void,
      assistances: () => Effect.succeed([])
    }),
    Layer.succeed(ReceivedCodes, {
      take: ({ accountId, message: { handedOnAt, sender, sentAt, text } }, admit) =>
        Effect.as(admit, "submitted" as const).pipe(
          Effect.tap(() =>
            Effect.sync(() => {
              const times = [sentAt, handedOnAt].map((time) => (time === null ? "-" : DateTime.formatIso(time)))
              world.asked.push(`sms ${accountId} ${sender} ${Redacted.value(text)} ${times.join(" ")}`)
            })
          )
        ),
      noteSpent: () => Effect.void
    }),
    Layer.succeed(NoticeChannels, {
      list: () => Effect.succeed([]),
      add: (_, { config, language, name, pageOrigin }) =>
        Effect.succeed({
          id: "01990000-0000-7000-8000-00000000000c",
          kind: Redacted.value(config).kind,
          name,
          language,
          pageOrigin,
          createdAt: world.now,
          lastSuccessAt: null,
          lastFault: null
        }),
      remove: () => Effect.fail(new ChannelNotFound()),
      test: () => Effect.fail(new ChannelNotFound()),
      open: () => Effect.die("not here"),
      send: () => Effect.die("not here")
    })
  )
}
