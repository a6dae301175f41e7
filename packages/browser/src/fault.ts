import { PageFault } from "@counterfoil/core"

/** Of an address of the bank's own that the operator's rules close. */
export const closedFault = (message: string): PageFault =>
  new PageFault({ code: "NavigationRefused", message, isClosed: true })

export const fault = (code: PageFault["code"], message: string): PageFault => new PageFault({ code, message })
