import type { Dictionary } from "../dictionary.ts"

export const orders: Dictionary["orders"] = {
  title: "Pedidos",
  lead: "Lo que su tienda espera cobrar. Donde encajan varios pagos, usted elige.",
  shows: {
    open: "Por resolver",
    undone: "Deshechos",
    unpaid: "Sin pago aún",
    pending: "En espera",
    matched: "Conciliados",
    expired: "Caducados",
    cancelled: "Cancelados",
    all: "Todos"
  },
  statuses: {
    pending: "En espera",
    processing: "Buscando",
    matched: "Conciliado",
    ambiguous: "Ambiguo",
    not_found: "Sin pago aún",
    expired: "Caducado",
    cancelled: "Cancelado",
    failed: "Fallido"
  },
  search: "Buscar pedidos",
  searchFor: "Pagador, referencia, importe",
  list: "Pedidos",
  count: (shown) => (shown === 1 ? "1 pedido" : `${shown} pedidos`),
  emptyOpen: "Todo resuelto",
  emptyOpenLong: "Ningún pedido requiere su atención. Las dudas nuevas aparecen aquí solas.",
  unpaidGo: (count) => (count === 1 ? "1 pedido aún no tiene pago" : `${count} pedidos aún no tienen pago`),
  empty: "Ningún pedido encaja",
  emptyNone: "Aún no hay ningún pedido: aparecen cuando su tienda los tiene en su lista.",
  emptySearch:
    "Los pedidos se encuentran por nombre, número, referencia, importe y pagador: pruebe con menos palabras.",
  emptySearchHere: "Solo se ha buscado entre los que nombra la pestaña.",
  emptyLong: "Aquí están solo los que nombra la pestaña; los pedidos aparecen cuando su tienda los tiene en su lista.",
  lookInAll: "Buscar en todos los pedidos",
  says: "El pedido dice",
  bankSays: "El banco dice",
  name: "Pagador",
  amount: "Importe",
  date: "Fecha",
  reference: "Referencia",
  text: "Concepto",
  why: "Por qué",
  looked: (from, to) => `Miramos todos los movimientos del ${from} al ${to}.`,
  lookedPart: (from, to) => `Miramos del ${from} al ${to}, pero la lista del banco no estaba completa.`,
  notLooked: "Aún no hemos mirado: ocurre con la próxima lectura.",
  notWhole: "Aún no se ha leído entero ningún día.",
  nobodyPays:
    "Si nadie va a pagarlo, cancélelo en su tienda: en cuanto su tienda deje de tenerlo en su lista, desaparece de aquí solo.",
  attempts: (count) => (count === 1 ? "Un intento." : `${count} intentos.`),
  candidates: "Pagos posibles",
  noCandidates: "Ningún movimiento se acerca.",
  choose: "Este lo paga",
  chooseKey: (key) => `Elegir con la tecla ${key}`,
  find: "Busque usted el pago",
  findHint: "Pagador, referencia, importe",
  findLead: "Entre el dinero que aún no paga ningún pedido.",
  findNone: "Nada encontrado",
  settled: (orders, count, isAgain) =>
    `${orders} ${count === 1 ? "está conciliado" : "están conciliados"}, y se ${isAgain ? "vuelve a avisar" : "avisa"} a su tienda`,
  tells: "Se avisa a su tienda, «Conciliado»: el pedido cuenta como pagado.",
  tellsAgain: (when) =>
    `Se vuelve a avisar a su tienda, «Conciliado», con un mensaje nuevo; lo mismo se le dijo de este pedido el ${when}.`,
  otherPayer: "El nombre del pagador no es el del pedido",
  otherPayerLong: (payer, name) =>
    `Al elegirlo usted enseña que ${payer} paga por ${name}: los pagos de ${payer} contarán para pedidos posteriores de ${name} en esta cuenta. Para deshacerlo, bórrelo en los ajustes de la cuenta, en «Pagadores que usted enseñó».`,
  near: "Uno se acerca",
  settledBy: "Conciliado por usted",
  byHand: (who, when) => (who === undefined ? `Elegido por usted, ${when}` : `Elegido por ${who}, ${when}`),
  byRules: (when) => `Conciliado por sí solo, ${when}`,
  paid: {
    title: (count) => (count === 1 ? "Su pago" : `Sus ${count} pagos`),
    takenOut:
      "Su pago está excluido en «Movimientos». El pedido sigue conciliado de todos modos: deshaga la conciliación si no está pagado.",
    by: (payer) => `Pagado por ${payer}`,
    less: (amount) =>
      `Faltan ${amount}. A su tienda se le avisó de que el pedido está conciliado, como si hubiera llegado entero: lo que falta debe pedirlo usted.`,
    more: (amount) =>
      `Sobran ${amount}. A su tienda se le avisó de que el pedido está conciliado, como si no hubiera llegado más: lo que sobra debe devolverlo usted.`
  },
  alsoPays: "Este pago también paga",
  again: "Intentar de nuevo",
  againDone: "Se vuelve a mirar",
  resend: "Enviar de nuevo el resultado",
  resent: "El resultado se envía de nuevo",
  details: "Toda la historia",
  toList: "Todos los pedidos",
  toSettle: "Resolverlo",
  markedHint: "Marcado: lo que difiere en pagador, importe y fecha.",
  carries: "lleva la referencia del pedido",
  carriesNot: "sin la referencia del pedido",
  carriesOther: "lleva la referencia de otro pedido",
  roles: {
    match: "elegido",
    review: "posible",
    runner_up: "menos probable",
    near_miss: "cerca, pero algo lo descarta",
    separated: "Usted deshizo su conciliación con este pedido."
  },
  beyond: {
    oneForSeveral: (count) => `Este pago es la suma de ${count} pedidos`,
    oneForSeveralNote: (others) =>
      `Se anota en todos ellos y se avisa a su tienda de que cada uno está conciliado: también de ${others}. Al deshacer se deshacen todos.`,
    one: (count) => (count === 2 ? "Paga los dos" : `Paga los ${count}`),
    severalForOne: (count) => `Estos ${count} pagos juntos son el pedido`,
    severalForOneNote:
      "Todos se anotan en el pedido, para que no paguen otra cosa, y se avisa a su tienda de que está conciliado.",
    several: (count) => (count === 2 ? "Los dos lo pagan" : `Los ${count} lo pagan`),
    less: (amount) => `Este pago es ${amount} menor que el pedido`,
    lessNote:
      "Se avisa a su tienda de que el pedido está conciliado, como si hubiera llegado entero: lo que falta debe pedirlo usted.",
    more: (amount) => `Este pago es ${amount} mayor que el pedido`,
    moreNote:
      "Se avisa a su tienda de que el pedido está conciliado, como si no hubiera llegado más: lo que sobra debe devolverlo usted.",
    partial: "Lo paga de todos modos"
  },
  together: {
    payments: "Lo pagan varios pagos",
    orders: "Pagarlo junto con otros",
    mark: "Juntos",
    next: "Ahora abra en la lista el otro pedido y elija allí el pago: así paga también este. Si paga más de dos pedidos, márquelos antes.",
    marked: (others) => `El pago que elija paga también ${others}.`,
    none: "Elija los pagos que juntos pagan este pedido.",
    sum: (count, sum, order) => (count === 1 ? `1 pago, ${sum} de ${order}.` : `${count} pagos, ${sum} de ${order}.`),
    further: (orders, sum) => `Paga ${orders}, en total ${sum}; se avisa a su tienda de cada uno.`,
    exact: "Es exactamente eso.",
    less: (amount) => `Faltan ${amount}.`,
    more: (amount) => `Sobran ${amount}.`
  },
  contender: "Encaja tan bien como otro",
  pick: { offer: "Elegir", taken: "Elegido" },
  sure: { certain: "Casi seguro", likely: "Probable", possible: "Posible", weak: "Improbable" },
  evidence: {
    name: {
      same: "el nombre es el mismo",
      contained_3: "el nombre está contenido entero",
      same_worn: "el nombre es el mismo, cortado o deformado",
      contained_3_worn: "el nombre está contenido, cortado o deformado",
      contained_2: "dos partes del nombre coinciden",
      contained_2_worn: "dos partes del nombre coinciden, deformadas",
      one_and_initials: "un nombre y las iniciales coinciden",
      beginning: "los nombres empiezan igual y el banco corta el resto",
      three_conflict: "tres partes coinciden, otra no",
      two_conflict: "dos partes coinciden, otra no",
      missing: "no hay nombre que comparar",
      one_token: "solo coincide una palabra",
      none: "los nombres no coinciden"
    },
    for: {
      alias: "usted ya confirmó a este pagador para este nombre",
      alias_account: "usted ya confirmó esta cuenta para este nombre",
      alias_account_part: "el final de la cuenta es el de una que usted confirmó",
      reference: "lleva la referencia del pedido",
      tax_id: "el NIF es el del pedido",
      account: "la cuenta del pagador es la del pedido"
    },
    against: {
      alias: "usted ya deshizo una conciliación así de este pagador",
      alias_account: "usted ya deshizo una conciliación así de esta cuenta",
      reference: "lleva la referencia de otro pedido",
      tax_id: "el NIF es otro",
      account: "la cuenta del pagador es otra",
      crowding: "muchos pedidos de este importe comparten el nombre"
    }
  },
  reasons: {
    matched_name: "El nombre del pagador es el del pedido.",
    matched_contained_name: "El nombre del pagador y el del pedido coinciden hasta donde se dan.",
    matched_reference: "El movimiento lleva la referencia del pedido.",
    matched_tax_id: "El NIF o la cuenta del pagador son los del pedido.",
    matched_alias: "Usted ya confirmó este pagador para el nombre del pedido.",
    matched_alias_account: "Usted ya confirmó la cuenta de la que vino el dinero para el nombre del pedido.",
    matched_equal_set: "Llegaron tantos pagos iguales como pedidos iguales; se concilian por orden de tiempo.",
    matched_less_fee: "El pagador es el del pedido y no falta más de lo que usted deja a un banco como comisión.",
    matched_by_person: "Usted ha elegido su pago.",
    ambiguous_movements: "Varios movimientos son igual de probables para este pedido.",
    ambiguous_orders: "Varios pedidos son igual de probables para el movimiento.",
    ambiguous_partial_name: "Hay varias parejas posibles y los nombres coinciden solo en parte.",
    ambiguous_missing_name: "Hay varias parejas posibles y no hay nombre que comparar.",
    ambiguous_crowding: "Hay varias parejas posibles y demasiados pedidos de este importe comparten el nombre.",
    ambiguous_partial: "Llegó un pago de este pagador, pero de otro importe: decide usted.",
    ambiguous_sum: "Un pago de este pagador es exactamente la suma de varios de sus pedidos: decide usted.",
    ambiguous_parts: "Varios pagos de este pagador son juntos exactamente el importe del pedido: decide usted.",
    not_found_amount: "Ningún movimiento tiene el importe del pedido.",
    not_found_currency: "El importe llegó solo en otra moneda.",
    not_found_window: "El importe llegó solo fuera del plazo del pedido.",
    not_found_known_before: "El importe llegó solo antes de existir el pedido.",
    not_found_pending: "El importe, por ahora, está solo pendiente en el banco.",
    not_found_set_aside: "El importe llegó solo en un movimiento excluido, anulado, retirado o retenido.",
    not_found_barred: "El importe llegó solo en un movimiento cuya conciliación con este pedido usted deshizo.",
    not_found_paid: "El movimiento de este importe paga otro pedido.",
    not_found_nameless: "El importe llegó sin nombre de pagador y sin la referencia del pedido.",
    not_found_name: "El importe llegó solo de otro nombre.",
    not_found_weak: "Un movimiento de este importe es posible, pero no lo bastante seguro: puede confirmarlo.",
    skipped_incomplete: "No se había leído toda la lista del banco: no se podía decir nada.",
    skipped_paused: "La cuenta está en pausa.",
    skipped_blocked: "La lectura de la cuenta está bloqueada.",
    error_attempt: "El intento no se pudo llevar a cabo."
  },
  keys: {
    title: "Teclas",
    rows: [
      ["j  k", "pedido siguiente, anterior"],
      ["1 – 9", "elegir un candidato"],
      ["Intro", "confirmar el elegido"],
      ["m", "varios pagos: 1 – 9 añade y quita"],
      ["x", "marcar el pedido: un pago paga todos los marcados"],
      ["u", "deshacer el último"],
      ["/", "buscar"],
      ["?", "estas teclas"]
    ]
  },
  timeline: {
    title: "Cronología",
    listed: "Su tienda puso el pedido en su lista",
    listedAgain: "Su tienda lo puso de nuevo en su lista",
    skipped: "Aún no pudimos buscar su pago",
    attempt: (count) => (count === 1 ? "Buscamos su pago" : `Buscamos su pago ${count} veces`),
    matchedRules: (count) => (count === 1 ? "Conciliado con su pago" : `Conciliado con sus ${count} pagos`),
    matchedYou: (count) => (count === 1 ? "Usted eligió su pago" : `Usted eligió sus ${count} pagos`),
    unmatched: "Usted deshizo la conciliación",
    left: { waiting: "Usted lo dejó esperar otro pago", closed: "Usted lo cerró: no se espera ningún pago" },
    expired: "Caducó",
    cancelled: "Cancelado",
    because: {
      withdrawn: "Su tienda ya no lo tiene en su lista.",
      mode_changed: "Usted cambió de qué se avisa a su tienda."
    },
    told: (event) => `Se avisó a su tienda: ${event}`,
    telling: (event) => `Para su tienda: ${event}`,
    deliveryAttempt: (number) => `Mensaje a su tienda, intento ${number}`,
    replay: "Enviar de nuevo",
    look: "Ver el mensaje"
  }
}
