/** Times as ISO text. `toISOString` works the calendar out for each: of a page of movements, which are of a few days, a third of the answer. */
const dayLength = 86_400_000

const padded = (count: number, digits: number) =>
  Array.from({ length: count }, (_, number) => String(number).padStart(digits, "0"))
const two = padded(60, 2)
const three = padded(1000, 3)

let known = { day: Number.NaN, text: "" }

const textOfDay = (time: Date, day: number): string => {
  if (known.day !== day) known = { day, text: time.toISOString().slice(0, -"00:00:00.000Z".length) }
  return known.text
}

/** What `toISOString` gives, and for no time its `RangeError`. */
export const isoText = (time: Date): string => {
  const millis = time.getTime()
  const day = Math.floor(millis / dayLength)
  const date = textOfDay(time, day)
  const left = millis - day * dayLength
  const seconds = Math.floor(left / 1000)
  const minutes = Math.floor(seconds / 60)
  const [hour, minute] = [two[Math.floor(minutes / 60)], two[minutes % 60]]
  return `${date}${hour}:${minute}:${two[seconds % 60]}.${three[left % 1000]}Z`
}
