import { openRequestStatuses } from "@counterfoil/domain"

/** As text of a statement, not as a parameter: the planner must see that it fits a partial index. */
export const openStatuses = `(${openRequestStatuses.map((status) => `'${status}'`).join(", ")})`
