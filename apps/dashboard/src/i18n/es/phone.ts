import type { Dictionary } from "../dictionary.ts"

export const phone: Dictionary["phone"] = {
  title: "Un teléfono que suena",
  lead: "Cuando un banco pide un código, o una cuenta se ha parado, se le avisa al momento. El aviso no nombra cuenta, banco, importe ni código; al tocarlo llega aquí, donde se escribe el código.",
  ring: "Avisar en este dispositivo",
  stayHint: "Al tocarlo tendrá que entrar primero, porque no eligió seguir dentro en este dispositivo.",
  refused: "El navegador no tiene permiso para mostrar avisos",
  noService: "El navegador no pudo suscribirse. ¿Está sin conexión, o tiene los avisos apagados?",
  unable: {
    "no-tls": {
      title: "Este dispositivo no puede sonar desde aquí",
      text: "Los navegadores solo avisan de páginas que llegan por HTTPS, y esta llega por HTTP. Pida HTTPS a quien lleva este servidor, o use ntfy aquí abajo."
    },
    "install-first": {
      title: "Primero ponga esta página en la pantalla de inicio",
      text: "En un iPhone o iPad: Compartir y luego «Añadir a pantalla de inicio». Ábrala desde ahí y vuelva a este sitio."
    },
    unable: { title: "Este navegador no puede avisar", text: "Pruebe con otro, o use ntfy aquí abajo." },
    denied: {
      title: "Los avisos de esta página están apagados",
      text: "Permítalos en los ajustes del navegador para esta página y cárguela de nuevo. O use ntfy aquí abajo."
    }
  },
  ntfy: "Con ntfy en su lugar",
  ntfyLead:
    "ntfy es una aplicación para teléfonos que aquí no necesita HTTPS. Elija un tema que nadie adivine, suscríbase a él en la aplicación y ponga aquí su dirección.",
  topic: "Dirección del tema",
  suggest: "Proponer uno",
  add: "Avisar en este tema",
  added: "Ahora también avisa ahí",
  list: "Lo que suena",
  test: "Probar",
  remove: "Quitar",
  removed: "Ya no avisa ahí",
  sent: "Enviado: mire el teléfono",
  gone: "Ese navegador se había dado de baja, y se ha quitado",
  failed: (fault) => `No llegó: ${fault}`,
  never: "Aún no ha sonado",
  last: (when) => `Sonó por última vez ${when}`
}
