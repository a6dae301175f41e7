/** Announces the accounts that were woken: an id, or nothing where there are several. */
export const dueChannel = "counterfoil_due"
