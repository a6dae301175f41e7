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
      text: "Los navegadores solo avisan de páginas que llegan por HTTPS, y esta llega por HTTP. Pida HTTPS a quien lleva este servidor, o elija otro aviso, aquí abajo."
    },
    "install-first": {
      title: "Primero ponga esta página en la pantalla de inicio",
      text: "En un iPhone o iPad: Compartir y luego «Añadir a pantalla de inicio». Ábrala desde ahí y vuelva a este sitio."
    },
    unable: { title: "Este navegador no puede avisar", text: "Pruebe con otro, o elija otro aviso, aquí abajo." },
    denied: {
      title: "Los avisos de esta página están apagados",
      text: "Permítalos en los ajustes del navegador para esta página y cárguela de nuevo. O elija otro aviso, aquí abajo."
    }
  },
  list: "Lo que suena",
  test: "Probar",
  remove: "Quitar",
  removed: "Ya no avisa ahí",
  sent: "Enviado: mire el teléfono",
  gone: "Ese navegador se había dado de baja, y se ha quitado",
  failed: "No llegó.",
  never: "Aún no ha sonado",
  last: (when) => `Sonó por última vez ${when}`
}

export const channels: Dictionary["channels"] = {
  title: "Otros avisos",
  lead: "Un mensaje cuando un banco quiere algo de usted, otro cuando ya no hace falta, y otro cuando una cuenta se ha parado. Nombra el banco y dice qué quiere; nunca un secreto, un importe ni una cuenta.",
  add: "Añadir un aviso",
  added: "Añadido: envíe una prueba",
  kind: "Por",
  name: "Cómo lo llama usted",
  since: (when) => `desde el ${when}`,
  test: "Enviar una prueba",
  sent: "Enviado: mire allí",
  failed: "El último mensaje no llegó.",
  notSent: "La prueba no llegó",
  remove: "Quitar",
  removed: "Ya no se envía nada allí",
  suggest: "Proponer uno",
  tls: "TLS (casi siempre puerto 465)",
  starttls: "STARTTLS (casi siempre puerto 587)",
  fields: {
    url: "Dirección del servidor",
    topic: "Tema",
    token: "Token",
    bot_token: "Token del bot",
    chat_id: "Número del chat",
    host: "Servidor de correo",
    port: "Puerto",
    security: "Cifrado",
    username: "Usuario",
    password: "Contraseña",
    from: "De",
    to: "Para",
    tag: "Etiqueta"
  },
  kinds: {
    ntfy: {
      name: "ntfy",
      lead: "Una aplicación para teléfonos que aquí no necesita HTTPS. Elija un tema que nadie adivine y suscríbase a él en la aplicación."
    },
    telegram: {
      name: "Telegram",
      lead: "Cree un bot con @BotFather y escríbale un mensaje. @userinfobot le dice el número de su chat. Su respuesta al mensaje del bot es lo que espera el banco."
    },
    email: { name: "Correo", lead: "Por su propio servidor de correo." },
    gotify: { name: "Gotify", lead: "Cree una aplicación en su servidor Gotify; aquí va su token." },
    apprise: {
      name: "Apprise",
      lead: "Un servidor Apprise API lo entrega a otros cien servicios. La dirección de una configuración guardada acaba en /notify/ y su clave."
    }
  }
}
