/** What each key of the drawing types, by its shape. */
export const shapes: Readonly<Record<string, string>> = {}
