/** Scrubbed of secrets by the host; capped. */
export interface Log {
  info(message: string, data?: object): void
  warn(message: string, data?: object): void
}
