/** The query of an address may hold a secret of its owner: a log doesn't repeat it. */
export const shownUrl = (url: string): string => url.replace(/[?#].*$/s, "")
