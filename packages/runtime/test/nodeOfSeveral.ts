import { Duration, Option } from "effect"

/** On loopback, where there is room: what `cluster` of the configuration takes. */
export const nodeOfSeveral = {
  host: "127.0.0.1",
  port: 0,
  advertisedHost: "127.0.0.1",
  advertisedPort: Option.none(),
  lease: Duration.seconds(15)
}
