/** Who is calling: the peer of the connection, or, behind proxies of ours, the one whom they name. */
import { Data, Effect, Result } from "effect"
import { IpNetwork, NetAddress } from "effect/net"

/** An entry of `trustedProxies` is neither an address nor a network in CIDR form. */
export class InvalidTrustedProxy extends Data.TaggedError("InvalidTrustedProxy")<{ readonly network: string }> {
  override get message(): string {
    return `Trusted proxy "${this.network}" is neither an IP address nor a network such as 10.0.0.0/8`
  }
}

export type TrustedProxies = ReadonlyArray<IpNetwork.IpNetwork>

/** Reads networks in CIDR form (host bits zero) and bare addresses. */
export const parseTrustedProxies = (
  networks: ReadonlyArray<string>
): Effect.Effect<TrustedProxies, InvalidTrustedProxy> =>
  Effect.forEach(networks, (network) =>
    Effect.fromResult(parseNetwork(network)).pipe(Effect.mapError(() => new InvalidTrustedProxy({ network })))
  )

const parseNetwork = (network: string) =>
  network.includes("/")
    ? IpNetwork.fromString(network)
    : Result.flatMap(NetAddress.ipFromString(network), (address) => IpNetwork.make(address, NetAddress.width(address)))

/** The 4 or 16 bytes of a socket's peer as text; an IPv4 peer of a dual-stack socket reads as IPv4. */
export const formatPeer = (bytes: Uint8Array): string | undefined => {
  if (bytes.length !== 4 && bytes.length !== 16) return undefined
  const address = bytes.length === 4 ? NetAddress.ipv4FromBytesUnsafe(bytes) : NetAddress.ipv6FromBytesUnsafe(bytes)
  return NetAddress.formatIp(NetAddress.toCanonical(address))
}

/**
 * The address that the caller is judged by. `forwardedFor` (X-Forwarded-For) counts only if the peer is a trusted
 * proxy; then it is the right-most entry that isn't one, since everything left of it is the caller's own claim.
 * If all entries are trusted, the left-most; an entry that is no address leaves it at the peer.
 */
export const clientAddress = (peer: string, forwardedFor: string | undefined, trusted: TrustedProxies): string => {
  if (forwardedFor === undefined || trusted.length === 0 || !isTrusted(peer, trusted)) return peer
  const entries = forwardedFor.split(",")
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = parseEntry(entries[index]?.trim() ?? "")
    if (entry === undefined) return peer
    if (index === 0 || !isTrusted(entry, trusted)) return entry
  }
  return peer
}

const isTrusted = (address: string, trusted: TrustedProxies): boolean => {
  const ip = NetAddress.ipFromString(address)
  return Result.isSuccess(ip) && trusted.some((network) => IpNetwork.contains(network, ip.success))
}

// "192.0.2.1", "192.0.2.1:5000", "2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:5000"
const parseEntry = (entry: string): string | undefined => {
  const bare = entry.startsWith("[") && entry.endsWith("]") ? entry.slice(1, -1) : entry
  const ip = Result.orElse(NetAddress.ipFromString(bare), () =>
    Result.map(NetAddress.inetAddressFromString(entry), (inet) => inet.address)
  )
  return Result.isSuccess(ip) ? NetAddress.formatIp(NetAddress.toCanonical(ip.success)) : undefined
}
