/** Encodings that a script may read a download in, by their names in the WHATWG Encoding Standard. */
export const textEncodings = [
  "utf-8",
  "utf-16le",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "windows-1252",
  "windows-1253",
  "windows-1254",
  "windows-1255",
  "windows-1256",
  "windows-1257",
  "iso-8859-1",
  "iso-8859-2",
  "iso-8859-7",
  "iso-8859-8",
  "iso-8859-9",
  "iso-8859-15",
  "ibm866",
  "koi8-r",
  "shift_jis",
  "euc-jp",
  "euc-kr",
  "gb18030",
  "big5"
] as const
export type TextEncoding = (typeof textEncodings)[number]
