/** Which majors of the script SDK a server takes: its own, and the one before. A script's manifest names the one it was made with. */

/** Of this server. */
const sdkMajor = 1

/** The newest first. */
export const takenSdkMajors = (own: number = sdkMajor): ReadonlyArray<number> =>
  [own, own - 1].filter((major) => major > 0)

/** Why a script of that major can't run here, in one sentence; undefined if it can. */
export const sdkProblem = (major: number, own: number = sdkMajor): string | undefined => {
  const taken = takenSdkMajors(own)
  if (taken.includes(major)) return undefined
  const what = `the script was made with SDK ${major}, and this server takes SDK ${taken.join(" and ")}`
  return major > own ? `${what}: it needs a newer server` : `${what}: build it with a newer SDK`
}
