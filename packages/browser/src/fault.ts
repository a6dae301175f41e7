import { PageFault } from "@counterfoil/core"

export const fault = (code: PageFault["code"], message: string): PageFault => new PageFault({ code, message })
