/** Accounts whose times are told together, to those who don't own all of them. */
export const fewestTimed = 10
