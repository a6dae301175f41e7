import type { Reasons } from "../refused.ts"

export const refused: Reasons = {
  required: () => "Falta este dato.",
  url: () => "Tiene que ser una dirección completa, con http:// o https://, sin usuario ni contraseña.",
  port: () =>
    "El puerto, el número detrás de los dos puntos, tiene que ser de 1 a 65535; sin él se entiende el habitual.",
  httpsUrl: () => "Tiene que ser una dirección completa con https://, sin usuario ni contraseña.",
  origin: () => "Tiene que ser una dirección sin ruta, como https://login.banco.example.",
  email: () => "Eso no es un correo electrónico.",
  passwordLength: (least, most) => `La contraseña necesita de ${least} a ${most} caracteres.`,
  length: (least, most) => `Necesita de ${least} a ${most} caracteres, sin saltos de línea.`,
  longest: (most) => `Puede tener ${most} caracteres como máximo.`,
  empty: () => "No puede estar vacío.",
  control: () => "Contiene un salto de línea u otro carácter que no se ve: escríbalo de nuevo.",
  unseen: () => "Contiene un carácter que no se ve: escríbalo de nuevo.",
  number: (least, most) => `Tiene que ser un número entero de ${least} a ${most}.`,
  fee: () => "Tiene que ser un importe de 0 a 9999,99, por ejemplo 1,50.",
  json: () => 'Tiene que ser JSON entre llaves, como {"tienda": 7}.',
  hours: () => "Ambas tienen que ser horas del día, como 09:00.",
  zone: () => "Esa zona horaria no existe: se llaman como Europe/Madrid.",
  currency: () => "Esa moneda no existe: se llaman como EUR.",
  smsSenders: () =>
    "Como máximo 20 remitentes, cada uno un nombre o un número de hasta 64 caracteres, separados por comas.",
  mailSenders: () => "Direcciones completas, o @banco.example para todo un dominio; 10 como máximo.",
  pattern: () =>
    "Ese patrón no se puede usar: una expresión regular de hasta 500 caracteres, con el código en su primer grupo.",
  passwordOrOauth: () => "Hace falta la contraseña o lo que está en OAuth, pero no ambas cosas.",
  chat: () => "Tiene que ser el número del chat, como -1001234567890.",
  secretShort: () => "Es demasiado corto: un secreto de autenticador tiene 16 caracteres o más.",
  secretLong: () => "Es demasiado largo para un secreto de autenticador.",
  secretKind: () => "Ese secreto hace códigos que cuentan (hotp); hace falta uno cuyos códigos van por la hora (totp).",
  secretOdd: () => "Ese secreto hace códigos de un tipo que aquí no se conoce.",
  secret: () =>
    "Eso no es un secreto de autenticador: empieza por otpauth://totp/, o solo tiene letras y las cifras del 2 al 7.",
  version: () => "Una versión es como 1.0.0."
}
