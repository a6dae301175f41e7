/** An address as it is copied from a browser ends with a slash: with another one before the path it would lead nowhere. */
export const baseOf = (address: string): string => address.replace(/\/+$/, "")
