/**
 * Topics of ntfy that an earlier version kept beside the browsers become channels, at the start and before anybody is told of
 * anything. Each is moved by one statement: after a crash it is as it was, or a channel; of several nodes one moves it.
 */
import { Cause, Effect, Option, Redacted, Schema } from "effect"
import { UserVault } from "../security/UserVault.ts"
import { Vault } from "../security/Vault.ts"
import { parsePlainUrl } from "../urls.ts"
import { openChannel, sealChannel } from "./channelCells.ts"
import { destinationOf, NoticeChannelConfig } from "./NoticeChannel.ts"
import { type MovedTopic, NoticeRepository } from "./NoticeRepository.ts"

const decodeTarget = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Struct({ endpoint: Schema.String })))
const decodeConfig = Schema.decodeUnknownOption(NoticeChannelConfig)

/** `https://ntfy.sh/my-topic?auth=…`: the last part of the path names the topic, the rest is its server's. */
const topicAt = (endpoint: string): Option.Option<NoticeChannelConfig> => {
  const url = parsePlainUrl(endpoint)
  const [, base, topic] = /^(.*)\/([^/]+)\/*$/.exec(url?.pathname ?? "") ?? []
  if (url === undefined || base === undefined || topic === undefined) return Option.none()
  return decodeConfig({ kind: "ntfy", url: `${url.origin}${base}${url.search}`, topic })
}

export const settleMovedTopics: Effect.Effect<void, never, NoticeRepository | Vault | UserVault> = Effect.gen(
  function* () {
    const repository = yield* NoticeRepository
    const phones = yield* Vault
    const vault = yield* UserVault

    const configOf = Effect.fnUntraced(function* ({ address, endpointSealed, userId }: MovedTopic) {
      const place = { accountId: userId, table: "push_channels", column: "endpoint_sealed", row: address }
      const opened = yield* phones.decrypt(place, endpointSealed)
      const { endpoint } = yield* decodeTarget(Redacted.value(opened))
      return topicAt(endpoint)
    })

    const move = Effect.fnUntraced(function* (topic: MovedTopic) {
      const config = yield* configOf(topic)
      if (Option.isNone(config)) return yield* Effect.die(new Error("its address names no topic"))
      const known = yield* Effect.forEach(yield* repository.channels(topic.userId), (one) => openChannel(vault, one))
      const isKnown = known.some((one) => destinationOf(one) === destinationOf(config.value))
      const sealed = isKnown ? null : { kind: "ntfy" as const, config: yield* sealChannel(vault, topic, config.value) }
      yield* repository.settleTopic(topic, sealed)
    })

    yield* Effect.forEach(
      yield* repository.movedTopics,
      (topic) =>
        Effect.catchCause(move(topic), (cause) =>
          Cause.hasInterruptsOnly(cause)
            ? Effect.failCause(cause)
            : Effect.logWarning(`an ntfy topic could not be made a channel: ${topic.id} stays in moved_topics`, cause)
        ),
      { discard: true }
    )
  }
).pipe(Effect.orDie)
