import type { Values } from "../activity.ts"

type Words = Readonly<Record<string, string | undefined>>

/** Of failures. */
export const kinds: Words = {
  invalid_credentials: "El banco ha rechazado el usuario o la contraseña.",
  account_locked: "El banco ha bloqueado el acceso. Desbloquéelo allí primero.",
  action_required: "El banco quiere que haga algo en su propia página.",
  otp_rejected: "El banco ha rechazado el código dos veces.",
  otp_timeout: "No llegó ningún código a tiempo.",
  bank_unavailable: "La web del banco no estaba disponible, o no se sabe qué hizo con el último inicio de sesión.",
  automation_blocked: "El banco preguntó si es una persona.",
  session_elsewhere: "Usted mismo tenía una sesión abierta en el banco.",
  layout_changed: "La página del banco ha cambiado: hay que arreglar su script.",
  script_error: "El script del banco ha fallado.",
  timeout: "El banco ha tardado demasiado.",
  address_refused:
    "Este servidor no puede acceder a la dirección del banco: es privada, y quien gestiona el servidor la puede permitir (BANK_EGRESS_ALLOW).",
  navigation_refused: "El script quiso ir adonde no puede.",
  browser_crashed: "El navegador se ha cerrado de golpe.",
  out_of_memory: "El navegador se quedó sin memoria."
}

export const impediments: Words = {
  deleted: "La cuenta está eliminada.",
  blocked: "Está bloqueada hasta que usted la ponga en marcha de nuevo.",
  paused: "Está en pausa.",
  no_settings: "Aún no se han guardado sus ajustes.",
  no_credentials: "Faltan el usuario y la contraseña del banco. Sus extractos se pueden subir de todos modos.",
  no_script: "El banco aún no tiene ningún script activo.",
  consent: "Antes tiene que aceptar lo que pide el script del banco."
}

export const gaps: Readonly<Record<string, ((about: string) => string) | undefined>> = {
  nothing: () => "Aún no se ha aceptado nada.",
  creator: () => "Otra persona publica los scripts del banco.",
  origin: (about) => `El script va a ${about}.`,
  request: (about) => `La página del banco envía ${about} después de entrar.`,
  login_anything: () => "La página del banco envía al entrar lo que el script quiera.",
  login_request: (about) => `La página del banco envía ${about} al entrar.`,
  password_shown: () => "La contraseña se escribe en un campo que la muestra."
}

type OrderFaults = Readonly<Record<string, ((field: string) => string) | undefined>>

export const orderFaults: OrderFaults = {
  twice: () => "Su external_id está dos veces en la lista.",
  too_long: () => "Ocupa más de 64 KiB, o anida demasiado.",
  not_object: () => "No es un objeto JSON.",
  external_id_missing: () => "Falta su external_id, el número del pedido.",
  external_id: () => "Su external_id debe ser un texto de 1 a 200 caracteres, o un número entero.",
  currency_missing: () => "Falta su moneda (currency).",
  currency: () => "Su moneda (currency) debe ser un código como EUR.",
  amount_missing: () => "Falta su importe (amount).",
  amount_kind: () => "Su importe (amount) no es ni un texto ni un número.",
  amount_infinite: () => "Su importe (amount) es demasiado grande para un número.",
  amount_digits: () => "Su importe (amount) tiene demasiadas cifras para un número JSON: envíelo como texto.",
  amount_shape: () => "Su importe (amount) debe ser un decimal como 12.50: con punto, sin separadores ni espacios.",
  amount_decimals: () => "Su importe (amount) tiene más decimales que su moneda.",
  amount_large: () => "Su importe (amount) es demasiado grande.",
  amount_not_positive: () => "Su importe (amount) debe ser mayor que 0.",
  text_kind: (field) => `Su ${field} debe ser un texto.`,
  text_length: (field) => `Su ${field} es demasiado largo.`,
  name_missing: () => "Falta su name, el nombre de quien paga.",
  date_shape: () => "Su created_at debe ser una hora como 2026-11-25T09:30:00Z.",
  date_range: () => "Su created_at debe estar entre 1970 y 2200.",
  date_ahead: () => "Su created_at está a más de un mes de hoy: ningún pago podría conciliarse con él.",
  id_settled: () =>
    "Ya está resuelto, con otro importe o un created_at anterior, y así se queda. Si es otro pedido, dele un external_id propio."
}

/** Why a message that came was not taken for the code. */
export const ignored: Words = {
  sender_not_allowed: "Su remitente no está entre los que usted nombró.",
  sent_earlier: "Se envió antes de que empezara el acceso que ahora espera un código.",
  sent_in_future: "Dice que se envió en el futuro: ponga en hora el teléfono.",
  time_missing: "No dice cuándo se envió, y un código anterior no llegó: podría ser ese. Escriba este código a mano.",
  no_code: "Nada en él parece el código que pide el banco.",
  several_codes: "Más de una cosa en él parece el código: dé el patrón del banco en «Códigos».",
  other_login: "También estaba entrando otra cuenta: nombre los remitentes en «Códigos», o escriba este código a mano."
}

/** A read that was set aside: it is broken, or shows another account. */
export const setAside = (values: Values): string => {
  const other = values.maybe("account_name")
  if (other === null) return "Algo en ella no cuadra, así que no se ha incorporado nada."
  return `Sus movimientos son los de «${other}»: parece que la página del banco mostraba esa cuenta en lugar de esta. No se ha incorporado nada: cada pago contaría dos veces. Si son de esta cuenta, incorpórela.`
}
