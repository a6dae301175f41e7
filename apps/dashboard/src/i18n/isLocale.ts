/** A browser on a machine without a locale says "en-US@posix", which Intl refuses. */
export const isLocale = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}
