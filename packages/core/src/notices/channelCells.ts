/** What a channel is reached with, as its sealed cell. */
import { Effect, Redacted, Schema } from "effect"
import type { Place, Vault } from "../security/Vault.ts"
import { NoticeChannelConfig } from "./NoticeChannel.ts"
import type { StoredChannel } from "./NoticeRepository.ts"

const Sealed = Schema.fromJsonString(NoticeChannelConfig)
const encode = Schema.encodeSync(Sealed)
const decode = Schema.decodeUnknownEffect(Sealed)

type Named = Pick<StoredChannel, "id" | "userId">

const placeOf = ({ id, userId }: Named): Place => ({
  accountId: userId,
  table: "notice_channels",
  column: "config",
  row: id
})

export const sealChannel = (vault: Vault["Service"], channel: Named, config: NoticeChannelConfig) =>
  vault.encrypt(placeOf(channel), Redacted.make(encode(config)))

export const openChannel = (vault: Vault["Service"], channel: Named & Pick<StoredChannel, "config">) =>
  vault.decrypt(placeOf(channel), channel.config).pipe(
    Effect.flatMap((text) => decode(Redacted.value(text))),
    Effect.orDie
  )
