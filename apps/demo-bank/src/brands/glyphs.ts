/** A font of five by seven dots, so that a picture of a sign is the same on every machine: five columns, the lowest bit on top. */
const columns: Readonly<Record<string, string>> = {
  "0": "3E5149453E",
  "1": "00427F4000",
  "2": "7249494946",
  "3": "2141494D33",
  "4": "1814127F10",
  "5": "2745454539",
  "6": "3C4A494931",
  "7": "4121110907",
  "8": "3649494936",
  "9": "464949291E",
  a: "7C1211127C",
  b: "7F49494936",
  c: "3E41414122",
  d: "7F4141413E",
  e: "7F49494941",
  f: "7F09090901",
  g: "3E41415173",
  h: "7F0808087F",
  i: "00417F4100",
  j: "2040413F01",
  k: "7F08142241",
  l: "7F40404040",
  m: "7F021C027F",
  n: "7F0408107F",
  o: "3E4141413E",
  p: "7F09090906",
  q: "3E4151215E",
  r: "7F09192946",
  s: "2649494932",
  t: "03017F0103",
  u: "3F4040403F",
  v: "1F2040201F",
  w: "3F4038403F",
  x: "6314081463",
  y: "0304780403",
  z: "6159494D43",
  "-": "0808080808"
}

export const signs: ReadonlyArray<string> = Object.keys(columns)

/** Seven texts of five dots: `.#...`. */
export const dotsOf = (sign: string): ReadonlyArray<string> => {
  const bytes = (columns[sign] ?? "").match(/../g)?.map((pair) => Number.parseInt(pair, 16)) ?? []
  return Array.from({ length: 7 }, (_, row) => bytes.map((byte) => ((byte >> row) & 1 ? "#" : ".")).join(""))
}
