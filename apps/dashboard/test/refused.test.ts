/** What the page's forms can be refused for, said at the field in the reader's words. */
import { refusalCodeOf } from "@counterfoil/api"
import { expect, test } from "vitest"
import { en } from "../src/i18n/en/index.ts"
import { es } from "../src/i18n/es/index.ts"
import { saidOfFields } from "../src/i18n/refused.ts"

/** As the server says them (packages/api, and the rules in packages/core). */
const sentences = [
  "email must be an e-mail address",
  "email must be an e-mail address; password must be between 8 and 256 characters",
  "name must be at most 200 characters",
  "name must not contain control characters",
  "code must not contain characters that can't be seen",
  "name must not be empty",
  "name must be 1 to 100 characters",
  "label must be 1 to 100 characters",
  "loginUrl must be an absolute http or https URL without credentials",
  "pending_orders_endpoint must be an absolute http or https URL without credentials",
  "webhook_url must be an absolute http or https URL without credentials",
  "webhook_url must have a port from 1 to 65535, or none",
  "webhook_url is required",
  "auth_token must be 1 to 4096 printable ASCII characters",
  "bank_account must be at most 200 characters",
  "bank_username must not contain control characters",
  "retry_limit must be a whole number from 0 to 100",
  'fee_tolerance must be a decimal below 10000 as text, such as "1.50", or null',
  "webhook_extra_fields must be a JSON object or null",
  "origins must be like https://login.bank.example, without a path",
  "sms.senders must be a list of at most 20 names or numbers of 1 to 64 characters",
  "sms.pattern must be null or a regular expression of at most 500 characters",
  "secret must be an otpauth://totp/… address or a secret in base32",
  "secret must be of the kind totp: codes that count up (hotp) can't be made here",
  "secret must make codes of 4 to 10 digits",
  "hours must be times of day such as 09:00",
  "zone must be an IANA zone such as Europe/Madrid",
  "most_per_day must be null or a whole number from 1 to 100",
  "host must be a text of 1 to 253 characters",
  "port must be from 1 to 65535",
  "subject must be null or a text of 1 to 200 characters",
  "senders must be whole addresses, or @bank.example for all of a domain",
  "oauth.token_url must be an absolute https URL without credentials",
  "url must be an absolute http(s) URL without credentials",
  "chat_id must be the number of a chat, as text",
  "answer must be 1 to 200 characters",
  "version must look like 1.0.0",
  "currency must be an ISO 4217 code such as EUR"
]

test.for([
  ["English", en.refused],
  ["Spanish", es.refused]
] as const)("every refusal of a form's field has its sentence in %s", ([, words]) => {
  const silent = sentences.filter((sentence) => saidOfFields(sentence, words) === undefined)
  expect(silent).toEqual([])
  for (const sentence of sentences) expect(refusalCodeOf(400, sentence)).toMatch(/^(field_|password_length)/)
})

test("at a field stands what is wrong with it, and not with another", () => {
  const sentence = "webhook_url is required; retry_limit must be a whole number from 0 to 100"
  expect(saidOfFields(sentence, es.refused, "retry_limit")).toBe("Tiene que ser un número entero de 0 a 100.")
  expect(saidOfFields(sentence, es.refused, "webhook_url")).toBe("Falta este dato.")
  expect(
    saidOfFields("email must be an e-mail address; password must be between 8 and 256 characters", es.refused)
  ).toBe("Eso no es un correo electrónico. La contraseña necesita de 8 a 256 caracteres.")
})

test("what no pattern knows is left to the words for its code", () => {
  expect(saidOfFields("manifest must have what it never had", es.refused)).toBeUndefined()
})
