import type { Dictionary } from "../dictionary.ts"

export const code: Dictionary["code"] = {
  titles: {
    code: "El banco pide un código",
    approval: "El banco espera su aprobación",
    other: "El banco pide algo"
  },
  hints: {
    approval: "Apruébelo en la aplicación del banco; esto se cierra solo.",
    other: "Esta página no sabe responder: cárguela de nuevo, o entre en el banco."
  },
  label: (length) => `Código, ${length} caracteres`,
  digits: (length) => `Código, ${length} cifras`,
  for: (account, bank) => `${account} · ${bank}`,
  purpose: (purpose) => `El script del banco dice: «${purpose}»`,
  left: (clock) => `quedan ${clock}`,
  over: "Se acabó el tiempo",
  send: "Enviar el código",
  sending: "Entrando con el código …",
  cancel: "No entrar ahora",
  rejected: "El banco ha rechazado ese código. Queda un intento.",
  accepted: "El banco ha aceptado el código. Leyendo la cuenta.",
  late: "Demasiado tarde: el acceso ha terminado. Se repetirá más tarde, o pida usted una lectura.",
  failed: "El acceso ha fallado.",
  wrongForm: (length) => `Tiene que tener ${length} caracteres.`,
  several: (count) => `${count} cuentas le esperan`,
  shrink: "Ocultar por ahora",
  waiting: (account) => `${account} espera un código`
}
