import type { Dictionary } from "../dictionary.ts"

export const home: Dictionary["home"] = {
  title: "Resumen",
  hello: (name) => `Hola, ${name}`,
  settle: (count) => (count === 1 ? "1 pedido requiere su atención" : `${count} pedidos requieren su atención`),
  settleLong:
    "Encajan varios pagos por igual, se deshizo una conciliación o el banco retiró un pago: diga qué lo paga, o que nada lo paga.",
  settleGo: (count) => (count === 1 ? "Resolverlo" : "Resolverlos"),
  held: (count, more) =>
    count === 1 ? "1 movimiento está retenido" : `${count}${more ? " o más" : ""} movimientos están retenidos`,
  heldLong: (count) =>
    count === 1
      ? "Quizá ya se conozca. Mientras usted no lo diga, no paga ningún pedido ni se avisa a su tienda."
      : "Quizá ya se conozcan. Mientras usted no lo diga, no pagan ningún pedido ni se avisa a su tienda.",
  heldGo: (count) => (count === 1 ? "Verlo" : "Verlos"),
  allGood: "Nada requiere su atención",
  restGood: "Nada más requiere su atención",
  allGoodLong: "Counterfoil sigue leyendo y conciliando por sí solo.",
  blocked: (count) => (count === 1 ? "1 cuenta está bloqueada" : `${count} cuentas están bloqueadas`),
  blockedGo: "Arreglarla",
  heldUp: (account) => `${account} no se lee por ahora`,
  heldUpMany: (count) => `${count} cuentas no se leen por ahora`,
  heldUpGo: "Ver por qué",
  unset: (account) => `${account} aún no está configurada`,
  unsetMany: (count) => `${count} cuentas aún no están configuradas`,
  unsetGo: "Configurarla",
  askedGo: { code: "Escribir el código", other: "Responder al banco" },
  failing: (account) => `${account} no se pudo leer`,
  failingMany: (count) => `${count} cuentas no se pudieron leer`,
  unreadOrders: (account) => `No se pueden leer los pedidos de la tienda para ${account}`,
  unreadOrdersMany: (count) => `No se pueden leer los pedidos de la tienda para ${count} cuentas`,
  triedAgain: "Se vuelve a intentar por sí solo.",
  unpaidMoney: (count, more) =>
    count === 1
      ? "1 pago de los últimos 30 días no paga ningún pedido"
      : `${count}${more ? " o más" : ""} pagos de los últimos 30 días no pagan ningún pedido`,
  unpaidMoneyLong: "Entre ellos está, por ejemplo, el que llegó dos veces. Asígnelo a un pedido, o déjelo.",
  matched: "Conciliados",
  open: "Por resolver",
  undone: "Deshechos",
  elsewhere: (count, all) => (count === all ? "también en otra cifra" : `${count} también en otra cifra`),
  unpaid: "Sin pago aún",
  waiting: "En espera",
  lost: "Caducados",
  cancelled: "Cancelados",
  ordersChart: "Pedidos por día, últimos 30 días",
  moneyChart: (currency) => `Dinero recibido por día, últimos 30 días, ${currency}`,
  accounts: "Cuentas",
  welcome: "Conectemos su primera cuenta",
  welcomeLong:
    "Son cinco minutos si su banco tiene aquí un script: elija de qué se avisa a su tienda, el banco, y mire la primera lectura.",
  start: "Empezar",
  noData: "Aún nada en estos treinta días."
}

export const settings: Dictionary["settings"] = {
  title: "Ajustes",
  lead: "Lo que vale para todas sus cuentas, y para este dispositivo.",
  mode: "De qué se avisa a su tienda",
  modeSaved: "Guardado. Vale desde la próxima lectura.",
  look: "Idioma y aspecto",
  account: "Su cuenta",
  password: "Cambiar la contraseña",
  current: "Contraseña actual",
  next: "Contraseña nueva",
  everywhere: "Cierra al momento la sesión en todos los demás dispositivos.",
  changed: "La contraseña ha cambiado, y en los demás dispositivos se ha cerrado la sesión",
  save: "Cambiarla",
  reference: "Referencia de la API",
  rehearsal: {
    title: "¿Y si conciliara con más rigor, o con menos?",
    lead: "Lo prueba con los pedidos y pagos que ya están aquí. Nada cambia y a nadie se avisa. Cuál vale lo decide quien gestiona este servidor (MATCHING_PRESET).",
    preset: "Cuánta certeza hace falta",
    presets: { strict: "Riguroso", default: "Normal", lenient: "Tolerante" },
    run: "Probarlo con mis pedidos",
    of: (orders, preset) => `De ${orders} pedidos. Vale ahora: ${preset}.`,
    matchedNow: "Conciliados ahora",
    matchedThen: "Conciliados con él",
    changes: {
      gained: "Conciliados solo con él",
      lost: "Ya no conciliados",
      different: "Conciliados con otro pago"
    },
    done: (preset, then, now) => `Con «${preset}» se habrían conciliado ${then} pedidos; ahora lo están ${now}.`,
    against: "Contra lo que eligió una persona",
    more: (count) => `Y ${count} más.`
  },
  leave: {
    title: "Darse de baja",
    lead: "Se elimina todo lo suyo: cuentas, claves y avisos. No se puede deshacer.",
    open: "Eliminar todo lo mío",
    what: "Se cierra la sesión de sus cuentas en los bancos, lo no enviado se anula, y credenciales, claves, avisos, su nombre y su correo se borran al momento. Lo que las cuentas habían leído se borra tras el plazo que fijó quien gestiona el servidor.",
    password: "Su contraseña, para confirmar",
    now: "Eliminarlo todo para siempre"
  }
}
