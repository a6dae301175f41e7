import type { Dictionary } from "../dictionary.ts"

export const config: Dictionary["config"] = {
  title: (account) => `Ajustes de ${account}`,
  saved: "Guardado. Vale desde la próxima lectura.",
  savedRefused: (count) =>
    `Guardado. Pero este servidor no llamará a ${count === 1 ? "una de las direcciones" : `${count} de las direcciones`}: véalo en el campo.`,
  savedBeside: (names) =>
    `Guardado. Lo que otra persona u otra pestaña había cambiado entretanto se conserva: ${names}.`,
  savedElsewhere: (names) =>
    `Otra persona u otra pestaña ha guardado entretanto: ${names}. Lo que usted no cambie queda como está allí cuando guarde.`,
  bothChanged: "No se ha guardado: entretanto otra persona, u otra pestaña, ha guardado algo distinto en",
  savedNow: (value) => `ahora «${value}»`,
  bothChangedLong: "Guarde otra vez para dejarlo como lo ha escrito.",
  unsaved: {
    title: "¿Salir sin guardar?",
    lead: "Lo que ha cambiado aquí aún no está guardado.",
    stay: "Quedarse aquí",
    leave: "Salir sin guardar"
  },
  takeTheirs: "Mostrar lo guardado y descartar lo escrito",
  notSaved: "No se ha guardado. Lo que falla está en",
  refusedAddress:
    "Este servidor no llama a esta dirección, así que allí no llega nada. Quien lo administra puede permitir una red privada (EGRESS_ALLOW), pero no una dirección de enlace local ni de metadatos.",
  sameBankAccount: (names: string) =>
    `Según sus ajustes, esta cuenta y ${names} leen la misma cuenta del banco: cada pago cuenta dos veces y puede pagar dos pedidos. Indique en los ajustes qué cuenta debe leer cada una, o elimine una.`,
  sections: {
    bank: "Acceso al banco",
    orders: "Sus pedidos",
    results: "Adónde van los resultados",
    notices: "Adónde van los avisos",
    fine: "Detalles",
    name: "Su nombre",
    danger: "Eliminar la cuenta"
  },
  bankLead:
    "Solo se escribe: la contraseña queda cifrada y no se vuelve a mostrar. Déjela vacía para conservar la guardada.",
  username: "Usuario en el banco",
  password: "Contraseña en el banco",
  kept: "Hay una contraseña guardada",
  bankAccount: "Qué cuenta de ese acceso",
  bankAccountHint: "Un IBAN, o como la conozca el script del banco. Vacío: la única que hay.",
  loginMode: "Cómo le deja entrar el banco",
  loginModes: {
    simple: { title: "Usuario y contraseña", text: "Counterfoil entra por sí solo." },
    assisted: {
      title: "También un código, o una aprobación",
      text: "A usted, o a su teléfono, se le pide algo en cada acceso: un código, en la aplicación del banco, o una pregunta."
    }
  },
  sessionType: "Sesión",
  sessionTypes: {
    "one-shot": { title: "Abrir, leer, cerrar", text: "Cada diez minutos, más o menos." },
    persistent: { title: "Permanecer dentro", text: "Lee una vez por minuto; el banco pide menos códigos." },
    cannot: "El script de este banco no puede: abre, lee y cierra cada vez."
  },
  ordersLead: "Counterfoil pregunta en esta dirección por los pedidos pendientes de su sistema.",
  ordersEndpoint: "Dirección de sus pedidos pendientes",
  method: "Se pregunta con",
  authType: "Autorización",
  authTypes: { none: "Ninguna", bearer: "Token Bearer", api_key: "Api-Key" },
  token: "Token",
  resultsLead: "Cada resultado se envía allí en cuanto se sabe: firmado, y de nuevo hasta que se responda.",
  webhook: "Dirección del webhook",
  webhookAuthHint: "Vacía: se usa la de sus pedidos.",
  expired: "Avisar de los pedidos que caducan sin pago",
  silent: "Recoger movimientos sin avisar (para cargas antiguas)",
  extra: "Otros campos de cada webhook, como JSON",
  extraHint: 'Por ejemplo {"source": "counterfoil"}',
  extraFault: "Tiene que ser un objeto JSON.",
  secret: "Secreto que firma sus webhooks",
  secretRotate: "Crear otro secreto",
  secretRotateSure:
    "Durante 72 horas su tienda recibe las dos firmas, la antigua y la nueva: dele el secreto nuevo en ese tiempo.",
  secretRotated: "Hay otro secreto: déselo a su tienda",
  secretShow: "Mostrar el secreto",
  noticesLead:
    "Una dirección de su propio sistema, a la que se avisa cuando se pide un código o falla un acceso. Para que le avise a usted, en el teléfono: Ajustes.",
  notice: "Dirección para avisos",
  events: "Se avisa de",
  eventNames: {
    assistance_required: "Se pide un código",
    login_failed: "Ha fallado un acceso",
    scrape_failed: "Ha fallado una lectura",
    movements_removed: "El banco ha retirado un movimiento",
    script_changed: "Lee otra versión del script del banco"
  },
  retries: "Veces que se vuelve a buscar su pago antes de que un pedido descanse",
  retriesHint:
    "0: se busca una vez, y descansa. Hasta 100. Un pago que podría ser el suyo lo despierta en cualquier momento.",
  fee: "Comisión que el banco puede quedarse",
  feeHint:
    "Por ejemplo 1,50, en la moneda del pedido: un pago al que no le falta más que eso paga el pedido. Vacío: al céntimo.",
  payers: {
    title: "Pagadores que usted enseñó",
    lead: "Al elegir pagos y deshacer conciliaciones usted dice de quién son, por nombre y por cuenta. Vale para pedidos posteriores del mismo nombre, en esta cuenta.",
    empty: "Nada aún. Lo que confirme en Pedidos se guarda aquí.",
    verdicts: { confirmed: "paga", separated: "cuenta menos para" },
    badges: { confirmed: "Confirmado", separated: "Desvinculado" },
    nameless: "Sin nombre",
    forOrders: (name) => `pedidos de ${name}`,
    forget: "Olvidar",
    forgetOne: (payer, name) => `Olvidar a ${payer} para ${name}`,
    forgotten: "Olvidado: ya no cuenta desde la próxima vez que se mire",
    all: (count) => `Mostrar los ${count}`
  },
  called: "Cómo se llama",
  rename: "Cambiar el nombre",
  renamed: "Ahora tiene otro nombre",
  deleteLead: (name) =>
    `Cierra la sesión en el banco, anula lo que no se envió y borra las credenciales al momento. Sus movimientos y pedidos desaparecen de estas páginas con ella: exporte antes lo que quiera conservar. Escriba «${name}» para confirmar.`,
  deleteConfirm: "Nombre de la cuenta",
  deleteNow: "Eliminar para siempre",
  deleted: "La cuenta se ha eliminado"
}
