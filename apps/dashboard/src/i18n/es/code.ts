import type { Dictionary } from "../dictionary.ts"

export const code: Dictionary["code"] = {
  titles: {
    code: "El banco pide un código",
    approval: "El banco espera su aprobación",
    question: "El banco hace una pregunta",
    picture: "El banco muestra una imagen",
    other: "El banco pide algo"
  },
  hints: {
    approval: "Aquí no se escribe nada: se cierra en cuanto usted aprueba.",
    other: "Esta página no sabe responder: cárguela de nuevo, o entre en el banco."
  },
  leads: {
    code: (bank) => `Para entrar en ${bank}.`,
    approval: (bank) => `Apruebe en la aplicación del banco el acceso a ${bank}.`,
    picture: (bank) => `Para entrar en ${bank}: escanee o lea lo que muestra el banco.`
  },
  says: (words) => `El programa que lee este banco dice: «${words}»`,
  from: {
    sms: "El banco lo envía por SMS, al teléfono que conoce.",
    app: "Aparece en la aplicación del banco.",
    email: "El banco lo envía por correo, a la dirección que conoce.",
    token: "Lo muestra el aparato del propio banco, o su autenticador.",
    unknown: "Llega del banco, como cuando usted entra allí: por SMS, en su aplicación o por correo."
  },
  demoPhone: "Abrir el teléfono del banco de prueba: allí está el código",
  number: "La aplicación debe mostrar, o dejarle elegir",
  asks: "El programa que lee este banco pregunta:",
  answer: "Su respuesta",
  choose: "Elija la respuesta",
  fromPicture: "Lo que dice la imagen, o su dispositivo",
  pictureOf: (bank) => `Lo que ${bank} muestra para escanear o leer`,
  size: "Tamaño",
  pace: "Ritmo",
  hold: "Ponga el aparato delante de las barras, sus marcas en las marcas. Si no las encuentra, cambie tamaño o ritmo.",
  flicker: "Mostrar la imagen, que parpadea deprisa",
  still: "Ocultar la imagen que parpadea",
  label: (length) => `Código, ${length} caracteres`,
  digits: (length) => `Código, ${length} cifras`,
  misfit: {
    digits: (length) => `El código tiene ${length} cifras, y nada más.`,
    letters: (length) => `El código tiene ${length} letras o cifras.`
  },
  for: (account, bank) => `${account} · ${bank}`,
  left: (clock) => `quedan ${clock}`,
  over: "Se acabó el tiempo",
  send: {
    code: "Dar este código al banco",
    question: "Dar esta respuesta al banco",
    picture: "Dárselo al banco"
  },
  sending: {
    code: "Entrando con el código…",
    question: "Entrando con la respuesta…",
    picture: "Entrando con la respuesta…"
  },
  cancel: "No entrar ahora",
  calledOff: "Anulado: el acceso termina y se repetirá más tarde.",
  rejected:
    "El banco ha rechazado ese código. Si se escribió mal, escríbalo bien. Si estaba bien, ya no sirve: espere uno nuevo, que casi todos los bancos envían enseguida. Queda un intento.",
  rejectedAnswer: "El banco ha rechazado esa respuesta. Queda un intento.",
  told: (account, what) => `${account}: ${what}`,
  outcomes: {
    code: {
      accepted: "El banco ha aceptado el código. Leyendo la cuenta.",
      rejected: "El banco ha rechazado también el segundo código: el acceso ha terminado. Se repetirá más tarde.",
      timed_out: "Demasiado tarde: el acceso ha terminado. Se repetirá más tarde, o pida usted una lectura.",
      session_ended: "El acceso terminó antes de que se diera el código. Se repetirá más tarde."
    },
    closed: {
      approval: {
        accepted: "Aprobado. Leyendo la cuenta.",
        rejected: "Se ha rechazado en la aplicación del banco: el acceso ha terminado. Se repetirá más tarde.",
        timed_out: "Nadie lo aprobó a tiempo: el acceso ha terminado. Se repetirá más tarde, o pida usted una lectura.",
        session_ended: "El acceso terminó antes de que se aprobara. Se repetirá más tarde."
      },
      question: {
        accepted: "El banco ha aceptado la respuesta. Leyendo la cuenta.",
        rejected: "El banco ha rechazado también la segunda respuesta: el acceso ha terminado. Se repetirá más tarde.",
        timed_out: "Demasiado tarde: el acceso ha terminado. Se repetirá más tarde, o pida usted una lectura.",
        session_ended: "El acceso terminó antes de que se diera la respuesta. Se repetirá más tarde."
      },
      picture: {
        accepted: "El banco ha aceptado la respuesta. Leyendo la cuenta.",
        rejected: "El banco ha rechazado también la segunda respuesta: el acceso ha terminado. Se repetirá más tarde.",
        timed_out: "Demasiado tarde: el acceso ha terminado. Se repetirá más tarde, o pida usted una lectura.",
        session_ended: "El acceso terminó antes de que se diera la respuesta. Se repetirá más tarde."
      }
    }
  },
  failed: "El acceso ha fallado.",
  several: (count) => `${count} cuentas le esperan`,
  shrink: "Ocultar por ahora",
  waiting: {
    code: (account) => `${account} espera un código`,
    other: (account) => `${account} le espera`
  }
}
