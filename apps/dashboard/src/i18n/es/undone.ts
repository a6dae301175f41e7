import type { Dictionary } from "../dictionary.ts"

export const undone: Dictionary["undone"] = {
  badge: "Deshecho",
  gone: "Deshecho, ya no está en la tienda",
  closed: "Deshecho, cerrado",
  undo: "Deshacer",
  quoted: (name) => `«${name}»`,
  title: (order, count) =>
    count === 1
      ? `¿Deshacer la conciliación de ${order} con su pago?`
      : `¿Deshacer la conciliación de ${order} con sus ${count} pagos?`,
  takes: (payments) => `Deja de pagarlo: ${payments}.`,
  took: (day, payments) => `Pago desvinculado el ${day}: era ${payments}.`,
  free: "El pago vuelve a estar libre: si encaja con otro pedido que espera, puede que se concilie con él: con la próxima lectura o el próximo extracto, o dentro de un cuarto de hora.",
  again:
    "El pedido vuelve a requerir su atención, en «Por resolver». Durante un cuarto de hora nada se concilia solo con él.",
  choices: (isGone) =>
    `Allí usted elige otro pago${isGone ? ", o lo cierra" : "; mientras su tienda lo tenga en su lista puede dejarlo esperar uno, y cuando ya no lo tenga puede cerrarlo"}. Este pago no se vuelve a conciliar solo con él; usted aún puede elegirlo.`,
  moreBefore: "Qué pasa después, y qué se recuerda",
  more: "De qué se avisa a su tienda, y qué se recuerda",
  moreTold: "En su tienda sigue contando como pagado: más",
  told: (when) =>
    `A su tienda no se le avisa de que se deshizo. El ${when} se le dijo «Conciliado»: allí el pedido cuenta como pagado hasta que usted lo cambie allí.`,
  untold: "A su tienda no se le avisa: si «Conciliado» aún no le ha llegado, ya no se envía.",
  learned: (payer, name) =>
    `Counterfoil recuerda lo que se deshace: un pago de ${payer} cuenta menos cuando el pedido es de ${name}, hasta que usted elija uno para él.`,
  nothingLearned: "No se recuerda nada del pagador: el banco no nombra a ninguno.",
  forgotten: (payer, name) =>
    `No se recuerda nada de los pagos de ${payer} para pedidos de ${name}: los siguientes se miran de nuevo.`,
  forget: "No recordarlo",
  forgot: "No se recuerda",
  others: (orders) => `El pago sigue pagando ${orders}.`,
  said: (orders, count) => (count === 1 ? `${orders} vuelve a estar abierto` : `${orders} vuelven a estar abiertos`),
  refused: (orders) => `${orders} no se pudo deshacer: mírelo por separado`,
  you: "Usted deshizo su conciliación",
  listed: "Su tienda aún tiene el pedido en su lista. Elija otro pago, o déjelo esperar uno.",
  unknown: "Elija otro pago, o déjelo esperar uno. Se está consultando si su tienda aún tiene el pedido en su lista.",
  unknownMore: "Si su tienda ya no lo tiene, se le vuelve a preguntar.",
  missing: "La última lista de su tienda ya no tiene el pedido: elija otro pago, o ciérrelo.",
  missingMore:
    "Si la próxima lista tampoco lo tiene, queda como retirado de la lista de la tienda. Si aún espera su dinero, vuelva a abrirlo en su tienda.",
  wait: "Dejarlo esperar otro pago",
  waits: (order) => `${order} espera otro pago`,
  close: "Cerrarlo: no se espera ningún pago",
  closeMeans: "Si lo cierra, ya no se le pregunta por él. Lo encuentra en «Deshechos», y allí puede reabrirlo.",
  reopen: "Reabrirlo",
  reopened: (order) => `${order} vuelve a requerir su atención`,
  closes: (order) => `${order} queda cerrado`,
  youLet: "Usted lo dejó esperar otro pago: cada lectura busca uno.",
  shopLet: "Su tienda ha vuelto a incluirlo en su lista: espera otro pago, y cada lectura busca uno.",
  youClosed: "Usted lo cerró: no se espera ningún pago.",
  bookedBack: {
    badge: "Pago devuelto",
    title: "El banco ha devuelto este pago",
    text: "El pedido sigue conciliado con él. Si todavía no se había avisado a su tienda, solo se le avisará si lo deja conciliado. Si el dinero ya no está, deshaga la conciliación; si está arreglado de otro modo, déjelo conciliado.",
    keep: "Dejarlo conciliado",
    kept: (order) => `${order} sigue conciliado`
  },
  cancelled: {
    titles: {
      withdrawn: "Su tienda ya no tiene este pedido en su lista",
      mode: "Se canceló cuando usted cambió de qué se avisa a su tienda",
      unknown: "Está cancelado: su tienda ya no lo tiene en su lista, o usted cambió de qué se le avisa"
    },
    gone: "Usted deshizo su conciliación, y su tienda ya no lo tiene en su lista",
    since: (day) => `Cancelado desde el ${day}.`,
    settle: "Si su pago está aquí, elíjalo: el pedido queda conciliado y se avisa a su tienda.",
    settleAgain: "Si su pago está aquí, elíjalo: el pedido queda conciliado y se vuelve a avisar a su tienda.",
    reopen:
      "Si aún espera su dinero, vuelva a abrirlo en su tienda: en cuanto esté en su lista, vuelve aquí por sí solo.",
    mode: "Elija de nuevo «Conciliar pagos con pedidos» en los ajustes: lo que su tienda aún tenga en su lista vuelve entonces por sí solo."
  }
}
