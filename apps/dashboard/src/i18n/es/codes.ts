import type { Dictionary } from "../dictionary.ts"

export const codes: Dictionary["codes"] = {
  title: (account) => `Códigos de ${account}`,
  open: "Códigos",
  lead: "Un banco pide un código a quien entra. Deje que conteste un teléfono, un autenticador o un buzón; hasta entonces se le pide a usted. Gana el primer código válido.",
  unneeded: (mode) => `Esta cuenta entra con «${mode}»: no se le pide ningún código`,
  unneededLong: (mode) =>
    `Así que los SMS, el buzón y las horas no tienen aquí nada que hacer. Si el banco sí pide algo, elija «${mode}» en los ajustes de la cuenta. El secreto de un autenticador sirve en los dos casos: los códigos se hacen sin preguntar a nadie.`,
  toSettings: "A los ajustes de la cuenta",
  sms: {
    title: "El banco envía un SMS",
    lead: "Una aplicación del teléfono que recibe el SMS lo entrega, y el acceso sigue solo. Los códigos no se guardan en ninguna parte.",
    forward: "1. Haga que el teléfono reenvíe los mensajes",
    with: "Con",
    systems: { Android: "Android", iOS: "iPhone", number: "Un número en la nube" },
    makeKey: "Crear una clave y ponerla",
    keyName: (account) => `SMS de ${account}`,
    keyHere: "SU-CLAVE",
    keyShown:
      "Copie ahora las líneas: la clave se muestra solo esta vez. Solo sirve para entregar códigos de esta cuenta.",
    loopback: (host) =>
      `Un teléfono no llega a ${host}. Abra esta página con el nombre del servidor en su red, y las líneas lo tendrán.`,
    lines: {
      address: "Dirección: POST a",
      header: "Cabecera",
      headers: "Cabeceras",
      event: "Evento",
      body: "Cuerpo: JSON, con estos campos",
      try: "Pruébelo desde un terminal: si ningún acceso espera, responde «no_login»"
    },
    times: {
      sent: "Dice cuándo se envió un mensaje: uno viejo que llega tarde nunca se toma por nuevo.",
      forwarded:
        "Solo dice cuándo se reenvió un mensaje: tras un código que no llegó, los del día siguiente se escriben a mano.",
      none: "No dice cuándo se envió un mensaje: nombre abajo los remitentes, o sus mensajes no se usan."
    },
    read: "2. Diga de quién son los mensajes con códigos",
    senders: "Remitentes, como los nombra el teléfono",
    sendersHint: "Varios, separados por comas. Vacío: se leen los de cualquiera.",
    pattern: "Patrón del código",
    patternHint: "Solo si un mensaje tiene varios números: una expresión regular cuyo primer grupo es el código.",
    saved: "Guardado. Vale desde el próximo mensaje."
  },
  totp: {
    title: "El banco usa una aplicación autenticadora",
    lead: "Añada un autenticador en el banco y dé aquí su secreto (a menudo en «¿no puede escanear el código?»). Entonces Counterfoil hace los códigos. Solo se escribe: queda sellado al momento y no se vuelve a mostrar.",
    secret: "Secreto, o dirección otpauth://",
    replace: "Otro secreto en su lugar",
    hint: "También puede pegar aquí una imagen del código QR. Se lee en este navegador y no se envía a ninguna parte.",
    picture: "Leer una imagen",
    save: "Guardarlo",
    saved: "Guardado: desde el próximo acceso, estos códigos no se piden a nadie",
    kept: "Counterfoil hace los códigos",
    makes: (digits, period, issuer) =>
      `${issuer === "" ? "" : `${issuer}: `}${digits} cifras, un código nuevo cada ${period} segundos.`,
    since: (when) => `Guardado desde el ${when}.`,
    assisted: (simple) =>
      `Los accesos aún respetan las horas en que se le puede pedir algo. Si este banco nunca envía un SMS, elija «${simple}» en los ajustes de la cuenta.`,
    forget: "Olvidar el secreto",
    forgetSure:
      "Se borra al momento y se le vuelven a pedir los códigos. Al banco no se le dice: quite allí el autenticador.",
    forgotten: "El secreto se ha borrado",
    pictures: {
      reading: "Leyendo la imagen…",
      read: "Leído de la imagen. Guárdelo, y no se vuelve a mostrar.",
      unreadable: "No se encontró un código QR en la imagen. Recórtela más cerca del código.",
      notLoaded:
        "No llegó la parte de la página que lee imágenes. Cargue la página otra vez y vuelva a intentarlo, o escriba el secreto.",
      other: "Ese código QR no es de un autenticador: el banco muestra el bueno al añadir uno.",
      export:
        "Eso es la exportación de muchas cuentas de una aplicación. Añada un autenticador en el banco y lea el código que muestra."
    }
  },
  mailbox: {
    title: "El banco envía un correo",
    lead: "Mientras un acceso espera un código, Counterfoil mira el buzón cada pocos segundos: solo los mensajes de estos remitentes. No cambia nada en él ni lo marca como leído. Lo mejor es un buzón, o una carpeta, solo para los códigos del banco.",
    host: "Servidor de correo (IMAP)",
    username: "Usuario",
    password: "Contraseña",
    passwordHint:
      "Solo se escribe: queda sellada al momento y no se vuelve a mostrar, y se pide otra vez con cada cambio.",
    senders: "Remitentes",
    sendersHint: "Direcciones completas, o @banco.example para todo un dominio. Varias, separadas por comas.",
    subject: "Parte del asunto",
    folder: "Carpeta",
    port: "Puerto",
    security: "Cifrado",
    tls: "TLS (casi siempre puerto 993)",
    starttls: "STARTTLS (casi siempre puerto 143)",
    more: "Más",
    opensWith: "Se abre con",
    oauth: {
      name: "OAuth (sin contraseña)",
      lead: "Para proveedores que no admiten contraseñas, como Google y Microsoft: registre allí una aplicación, déjela leer su correo por IMAP y dé aquí lo que recibió. Cada vez se pide un token nuevo.",
      tokenUrl: "Dónde se piden los tokens",
      clientId: "Id de cliente",
      clientSecret: "Secreto de cliente",
      clientSecretHint: "Vacío, si la aplicación no tiene.",
      refreshToken: "Token de refresco",
      refreshTokenHint: "Solo se escribe, como el secreto: queda sellado al momento y no se vuelve a mostrar."
    },
    save: "Guardar el buzón",
    replace: "Guardar este en su lugar",
    saved: "Guardado: pruébelo",
    kept: (username, host) => `Los códigos se leen de ${username} en ${host}`,
    from: (senders) => `De ${senders}.`,
    problem: "La última vez no se pudo leer",
    test: "Probarlo",
    works: "Se abre",
    worksNot: "No se abre",
    forget: "No leerlo más",
    forgotten: "El buzón queda olvidado"
  },
  asking: {
    title: "Cuándo se le pregunta",
    lead: "Vale para las lecturas programadas. A quien pulsa «Leer ahora» se le pregunta enseguida.",
    from: "No antes de",
    to: "No después de",
    hoursHint: "Las dos vacías: valen las horas del servidor.",
    zone: "De qué lugar son esas horas",
    zoneHint: "Vacío: del banco.",
    most: "Veces al día, como mucho",
    mostHint: "En cualquier espacio de 24 horas. Vacío: tantas como pida el horario.",
    saved: "Guardado. Vale desde el próximo acceso.",
    quiet: "Ahora no",
    quietLead: "Hasta entonces no se pregunta nada, y por tanto no se lee nada por sí solo.",
    quietUntil: (when) => `No se pregunta nada antes de ${when}.`,
    hour: "Durante una hora",
    tomorrow: "Hasta mañana a las nueve",
    monday: "Hasta el lunes a las nueve",
    snoozed: "Hasta entonces se le deja en paz"
  },
  asked: {
    title: "Lo que se pidió",
    empty: "Aún no se ha pedido nada",
    emptyLong: "Aquí aparece cada código y aprobación que pide un acceso, con quién contestó.",
    types: { otp: "Código", approval: "Aprobación", question: "Pregunta", picture: "Imagen" },
    channels: {
      dashboard: "escrito aquí",
      api: "por la API",
      sms: "por SMS",
      totp: "hecho por Counterfoil",
      email: "por correo",
      telegram: "por Telegram",
      app: "en la aplicación del banco"
    },
    answered: (channel, seconds) => (seconds === null ? channel : `${channel} a los ${seconds} s`),
    refused: (count) => (count === 1 ? "el banco rechazó uno" : `el banco rechazó ${count}`),
    outcomes: {
      pending: "Espera",
      accepted: "Aceptado",
      rejected: "Rechazado",
      timed_out: "Nadie contestó",
      cancelled: "Anulado",
      session_ended: "Acceso terminado"
    }
  }
}
