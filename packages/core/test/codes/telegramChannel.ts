/** A user's channel to a bot in Telegram, as its row says. */
import { DateTime } from "effect"

export const channel = {
  id: "channel",
  userId: "user",
  kind: "telegram" as const,
  name: "bot",
  config: new Uint8Array(),
  createdAt: DateTime.makeUnsafe(0),
  language: "en" as const,
  pageOrigin: null,
  lastSuccessAt: null,
  lastFault: null
}
