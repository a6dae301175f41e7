import type { Reasons } from "../refused.ts"

export const refused: Reasons = {
  required: () => "This is missing.",
  url: () => "It must be a whole address with http:// or https://, without user name and password in it.",
  port: () => "The port, the number after the colon, must be from 1 to 65535; without one the usual one is meant.",
  httpsUrl: () => "It must be a whole address with https://, without user name and password in it.",
  origin: () => "It must be an address without a path, such as https://login.bank.example.",
  email: () => "That is no e-mail address.",
  passwordLength: (least, most) => `The password needs ${least} to ${most} characters.`,
  length: (least, most) => `It needs ${least} to ${most} characters, without line breaks.`,
  longest: (most) => `It may have ${most} characters at most.`,
  empty: () => "It can't be empty.",
  control: () => "There is a line break, or another character that doesn't show, in it: type it anew.",
  unseen: () => "There is a character in it that doesn't show: type it anew.",
  number: (least, most) => `It must be a whole number from ${least} to ${most}.`,
  fee: () => "It must be an amount from 0 to 9999.99, for example 1.50.",
  json: () => 'It must be JSON in braces, such as {"shop": 7}.',
  hours: () => "Both must be times of day such as 09:00.",
  zone: () => "That is no time zone: they are called like Europe/Madrid.",
  currency: () => "That is no currency: they are called like EUR.",
  smsSenders: () => "At most 20 senders, each a name or a number of up to 64 characters, with commas between them.",
  mailSenders: () => "Whole addresses, or @bank.example for all of a domain; 10 at most.",
  pattern: () =>
    "That pattern can't be used: a regular expression of up to 500 characters, with the code in its first group.",
  passwordOrOauth: () => "It takes either the password or what stands under OAuth, and not both.",
  chat: () => "It must be the number of the chat, such as -1001234567890.",
  secretShort: () => "That is too short: an authenticator secret has 16 characters or more.",
  secretLong: () => "That is too long for an authenticator secret.",
  secretKind: () => "That secret makes codes that count up (hotp); it takes one whose codes go by the time (totp).",
  secretOdd: () => "That secret makes codes of a kind that isn't known here.",
  secret: () =>
    "That is no authenticator secret: it begins with otpauth://totp/, or has only letters and the digits 2 to 7.",
  version: () => "A version looks like 1.0.0."
}
