import {
  openRequestStatuses,
  requestMachine,
  type RequestStatus,
  statesBefore,
  waitingRequestStatuses
} from "@counterfoil/domain"

/** As text of a statement, not as a parameter: the planner must see that it fits a partial index. */
const listed = (statuses: ReadonlyArray<RequestStatus>) => `(${statuses.map((status) => `'${status}'`).join(", ")})`

export const openStatuses = listed(openRequestStatuses)
/** The same as an array. */
export const openStatusArray = `array[${openRequestStatuses.map((status) => `'${status}'`).join(", ")}]`
export const waitingStatuses = listed(waitingRequestStatuses)
/** Of requests that may be tried again. */
export const runnableStatuses = listed(statesBefore(requestMachine, "run"))

/** Of each status. A pass reads their references, whatever it is about; of more orders the newest. */
export const mostReferences = 2_000
