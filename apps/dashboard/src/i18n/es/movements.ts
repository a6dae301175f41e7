import type { Dictionary } from "../dictionary.ts"

export const movements: Dictionary["movements"] = {
  title: "Movimientos",
  lead: "Todo lo que los bancos han mostrado, lo más nuevo primero.",
  search: "Buscar movimientos",
  searchFor: "Pagador, concepto, importe",
  account: "Cuenta",
  allAccounts: "Todas las cuentas",
  directions: { any: "Entradas y salidas", in: "Entradas", out: "Salidas" },
  direction: "Sentido",
  sent: "Enviado a su tienda",
  sents: { any: "Enviados a su tienda o no", yes: "Enviados a su tienda", no: "Sin enviar a su tienda" },
  pays: "Qué paga",
  paysAny: { any: "Con pedido o sin él", yes: "Pagan un pedido", no: "Entradas que no pagan ningún pedido" },
  heldOnly: "Retenidos: quizá ya conocidos",
  from: "Desde",
  to: "Hasta",
  filters: "Filtros",
  remove: (filter) => `Quitar el filtro ${filter}`,
  export: "Exportar CSV",
  exporting: (rows) => `${rows} filas…`,
  exported: (count, rows) => (count === 1 ? "El fichero tiene 1 fila" : `El fichero tiene ${rows} filas`),
  empty: "Ningún movimiento encaja",
  emptyLong: "Quite un filtro, o lea una cuenta.",
  emptyNone: "Aún no hay movimientos",
  emptyNoneLong: "Llegan con la primera lectura de una cuenta que los tenga.",
  emptySearch:
    "Los movimientos se encuentran por pagador, concepto, importe y el número completo del pedido que pagan. Un pedido sin pago está en «Pedidos».",
  searchOrders: (words) => `Buscar «${words}» en «Pedidos»`,
  reversed: "Las fechas están invertidas",
  reversedLong: "«Desde» es posterior a «Hasta».",
  exchange: "Intercambiarlas",
  columns: { date: "Fecha", payer: "Quién", account: "Cuenta", amount: "Importe", state: "Estado" },
  states: {
    pays: (order) => `Paga ${order}`,
    told: "Enviado",
    excluded: "Excluido",
    pending: "Pendiente en el banco",
    removed: "Retirado por el banco",
    reversed: "Devuelto",
    held: "Posible duplicado",
    free: ""
  },
  news: "Ver movimientos más nuevos",
  loaded: (count) => `${count} filas cargadas`,
  all: (count) => (count === 1 ? "1 movimiento" : `${count} movimientos`),
  payersAccount: "Cuenta del pagador",
  payeesAccount: "Cuenta del beneficiario",
  accountEnding: (end: string) => `cuenta terminada en ${end}`,
  valueDate: "Fecha valor",
  balance: "Saldo después",
  text: "Concepto del banco",
  id: "Referencia del banco",
  ourId: "Id de Counterfoil",
  exclude: "Excluirlo",
  excludeHint: "Si lo excluye, ya no se concilia ni se envía.",
  excludeSure: "¿Excluir el pago de un pedido?",
  excludePays: (order) =>
    `Paga ${order}. Excluirlo no deshace eso: el pedido sigue conciliado, y para su tienda cuenta como pagado. Si no paga ese pedido, deshaga antes allí la conciliación.`,
  excludeStill: "Excluirlo de todos modos",
  excludedPays: (order) =>
    `Está excluido y aún paga ${order}: el pedido sigue conciliado hasta que allí se deshaga la conciliación.`,
  goToOrder: (order) => `Ver el pedido ${order}`,
  include: "Volver a incluirlo",
  send: "Enviarlo a su tienda",
  sentOnce: "Se envía",
  resend: "Enviar de nuevo su webhook",
  resent: "Se envía de nuevo",
  done: "Hecho",
  held: {
    title: "Puede ser un pago que ya se conoce",
    lead: "No se concilia ni se envía a su tienda hasta que usted diga cuál es.",
    known: "Ya se conoce",
    notFound: "Lo que puede ser ya no está entre los últimos movimientos de este importe: búsquelo en Movimientos.",
    same: "Es el mismo pago",
    another: "Es otro pago",
    hint: "El mismo pago se excluye, para que cuente una sola vez. Otro pago se concilia o se envía como cualquiera.",
    saidSame: "Queda excluido",
    saidAnother: "Se incluye como un pago más"
  },
  paid: {
    title: "Sus pedidos",
    pays: "También paga",
    takenOffByYou: (when) => `Usted lo desvinculó de este pedido el ${when}:`,
    takenOff: (who, when) => `${who} lo desvinculó de este pedido el ${when}:`
  },
  give: {
    open: "Asignarlo a un pedido",
    title: "¿Qué pedido paga?",
    sameAmount: "Pedidos de este importe que nada paga. Busque cualquier otro.",
    found: "Pedidos de esta cuenta que nada paga.",
    none: "Ningún pedido sin pagar es de este importe. Busque el que paga.",
    noneFound: "Ningún pedido sin pagar coincide.",
    more: "Coinciden más pedidos de los que se muestran, los más nuevos primero: busque el que paga.",
    confirm: (order) => `Paga ${order}`
  }
}

export const deliveries: Dictionary["deliveries"] = {
  title: "Mensajes a su tienda",
  lead: "Lo que se le dijo a su tienda, y lo que respondió.",
  statuses: {
    pending: "En espera",
    delivering: "En camino",
    delivered: "Entregado",
    exhausted: "Abandonado",
    held: "Retenido",
    cancelled: "Anulado"
  },
  all: "Todos",
  empty: "Aún no se ha enviado nada",
  emptyLong: "Los resultados aparecen aquí en cuanto los haya.",
  emptyHere: "Ningún mensaje está en este estado",
  events: {
    matched: "Conciliado",
    ambiguous: "Ambiguo",
    expired: "Caducado",
    movement: "Pago",
    assistance_required: "Se pide un código",
    login_failed: "Ha fallado un acceso",
    scrape_failed: "Ha fallado una lectura",
    movements_removed: "El banco ha retirado movimientos",
    script_changed: "El script del banco ha cambiado"
  },
  attempts: (count) => (count === 1 ? "1 intento" : `${count} intentos`),
  nextTry: (when) => `próximo intento ${when}`,
  replay: "Enviar de nuevo",
  replayed: "Se envía de nuevo",
  replayAll: "Enviar todos estos de nuevo",
  replayedAll: (count) => (count === 1 ? "Se envía 1 de nuevo" : `Se envían ${count} de nuevo`),
  since: "Desde",
  says: {
    matched: (order, payer, amount) =>
      `El pedido ${order}${payer === "" ? "" : ` de ${payer}`}, ${amount}, está conciliado: cuenta como pagado.`,
    ambiguous: (order, payer, amount) =>
      `Del pedido ${order}${payer === "" ? "" : ` de ${payer}`}, ${amount}, no es seguro cuál es su pago: lo tiene que elegir una persona.`,
    expired: (order, payer, amount) =>
      `El pedido ${order}${payer === "" ? "" : ` de ${payer}`}, ${amount}, ha caducado: no llegó ningún pago a tiempo.`,
    movement: (payer, amount, when) =>
      `Llegó un pago de ${amount}${payer === "" ? "" : ` de ${payer}`}${when === "" ? "" : `, recibido el ${when}`}.`,
    notice: (account) => `Trata de la cuenta «${account}».`
  },
  saysTitle: "Lo que se le dice a su tienda",
  forDevelopers: "Para desarrolladores",
  moreWays: "Enviar de nuevo este mensaje antiguo",
  replayOld:
    "Desde entonces su tienda ha sabido algo más nuevo de lo mismo. Envíe este de nuevo solo si se lo piden sus desarrolladores.",
  replayNotice: "Ya llegó. Envíelo de nuevo solo si se lo piden los desarrolladores de su tienda.",
  stopped: {
    gone: "Su tienda respondió que ya no quiere más de estos.",
    exhausted: "Todos los intentos fallaron. Envíelo de nuevo cuando su tienda responda.",
    no_address: "Los ajustes de la cuenta no indican ninguna dirección a la que enviarlo.",
    paused: "Los mensajes de esta cuenta se retienen: se envía cuando sigan.",
    disabled:
      "Su tienda respondió que su dirección ya no existe (410). Guarde los ajustes, o envíe un mensaje de nuevo.",
    about_to_be_sent: "Estaba retenido, y está a punto de enviarse.",
    superseded: "Un mensaje posterior del mismo pedido ocupó su lugar antes de que se entregara.",
    over: "Lo que contaba ya pasó, así que no se envió."
  },
  body: "Lo que se envía",
  answer: "Lo que respondió",
  try: (number) => `Intento ${number}`,
  endpoints: "Destinos",
  endpointsFurther: (count) =>
    count === 1
      ? "1 cuenta más no figura aquí: su propia página dice cómo van sus mensajes."
      : `${count} cuentas más no figuran aquí: sus propias páginas dicen cómo van sus mensajes.`,
  endpointsWork: (count) => (count === 1 ? "1 funciona" : `${count} funcionan`),
  noAnswer: "Sin respuesta",
  outcomes: {
    delivered: "Aceptado",
    rejected: "Rechazado",
    redirected: "Redirigido a otra dirección: no se sigue",
    gone: "Ya no existe: no quiere más",
    egress_refused: "Una dirección que este servidor no puede alcanzar",
    dns_failed: "El nombre del servidor no existe",
    connect_failed: "Sin conexión",
    tls_failed: "El certificado no es válido",
    timeout: "Sin respuesta a tiempo",
    broken: "La conexión se cortó"
  }
}
