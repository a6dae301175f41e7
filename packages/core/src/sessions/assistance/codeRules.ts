/** How much a login may ask of its owner, and what is said where a script wants more: in the service and in rehearsals. */

/** Codes and answers in one login: the bank asks for one, and for another when it was wrong. */
export const mostCodes = 2

/** Approvals that one login may wait for. */
export const mostApprovals = 2

export const onlyInLogin = "a one-time code may be asked for in login only"
export const onePurpose = "one login asks for codes for one purpose"
export const tooManyCodes = `one login uses at most ${mostCodes} codes`
export const tooManyApprovals = `one login waits for at most ${mostApprovals} approvals`
