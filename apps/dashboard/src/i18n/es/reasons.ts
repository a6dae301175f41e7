type Words = Readonly<Record<string, string | undefined>>

/** Of failures. */
export const kinds: Words = {
  invalid_credentials: "El banco ha rechazado el usuario o la contraseña.",
  account_locked: "El banco ha bloqueado el acceso. Desbloquéelo allí primero.",
  action_required: "El banco quiere que haga algo en su propia página.",
  otp_rejected: "El banco ha rechazado el código dos veces.",
  otp_timeout: "No llegó ningún código a tiempo.",
  bank_unavailable: "La web del banco no estaba disponible.",
  automation_blocked: "El banco preguntó si es una persona.",
  session_elsewhere: "Usted mismo tenía una sesión abierta en el banco.",
  layout_changed: "La página del banco ha cambiado: hay que arreglar su script.",
  script_error: "El script del banco ha fallado.",
  timeout: "El banco ha tardado demasiado.",
  navigation_refused: "El script quiso ir adonde no puede.",
  browser_crashed: "El navegador se ha cerrado de golpe.",
  out_of_memory: "El navegador se quedó sin memoria."
}

export const impediments: Words = {
  deleted: "La cuenta está eliminada.",
  blocked: "Está bloqueada hasta que usted la ponga en marcha de nuevo.",
  paused: "Está en pausa.",
  no_settings: "Aún no se han guardado sus ajustes.",
  no_credentials: "Faltan el usuario y la contraseña del banco.",
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
