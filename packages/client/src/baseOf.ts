/** An address as it is copied from a browser ends with a slash: with another one before the path it would lead nowhere. */
export const baseOf = (address: string | URL): string => {
  const base = String(address).replace(/\/+$/, "")
  // In a page a path leads to its own server, and so does nothing.
  if (/^(https?:\/\/|\/|$)/i.test(base)) return base
  throw new TypeError(`baseUrl must begin with http:// or https://`)
}
