import type { Activities, Values } from "../activity.ts"
import { codes } from "./codes.ts"
import { ignored, impediments, kinds, orderFaults, setAside } from "./reasons.ts"

const channels: Readonly<Record<string, string | undefined>> = codes.asked.channels
/** Entries from before say the failure's code there where the script gave no words. */
const said = (words: string | null) =>
  words === null || kinds[words] !== undefined ? "" : ` El script del banco dice: «${words}».`
const rows = (count: number) => (count === 1 ? "1 fila" : `${count} filas`)
const movements = (count: number) => (count === 1 ? "1 movimiento" : `${count} movimientos`)
const news = (count: number) =>
  count === 0 ? "nada nuevo" : count === 1 ? "1 movimiento nuevo" : `${count} movimientos nuevos`

const failed = (values: Values): string => {
  const kind = values.text("kind")
  const mate = values.maybe("account_name")
  const later =
    values.maybe("asks_again_at") === null
      ? ""
      : ` Se le volverá a preguntar después del ${values.moment("asks_again_at")}.`
  const blocked = values.flag("blocked") ? " Queda bloqueada hasta que usted la ponga en marcha de nuevo." : ""
  const where = mate === null ? "" : ` Ocurrió con la cuenta «${mate}», que tiene el mismo acceso.`
  return `${kinds[kind] ?? kind}${said(values.maybe("said"))}${where}${blocked}${later}`
}

const endings: Readonly<Record<string, string>> = {
  accepted: "El banco lo aceptó.",
  rejected: "El banco lo rechazó.",
  unanswered: "Nadie lo dio.",
  unknown: "El acceso terminó antes de que el banco respondiera."
}
const things: Readonly<Record<string, string>> = {
  otp: "Un código de un solo uso",
  approval: "Una aprobación en la aplicación del banco",
  question: "La respuesta a una pregunta",
  picture: "Lo que muestra una imagen"
}
const code = (values: Values): string => {
  const channel = values.maybe("channel")
  const how = channel === null ? "" : `, ${channels[channel] ?? channel}`
  return `${things[values.maybe("type") ?? "otp"] ?? ""}${how}. ${endings[values.text("outcome")] ?? ""}${said(values.maybe("purpose"))}`
}

const waits: Readonly<Record<string, (until: string) => string>> = {
  assisted_hours: (until) => `Hasta el ${until}: solo se le pregunta a ciertas horas.`,
  snoozed: (until) => `Hasta el ${until}: usted no quiere que se le pregunte antes.`,
  asked_enough: (until) => `Hasta el ${until}: ya se le preguntó tantas veces al día como permite.`,
  bank_pause: (until) =>
    `Hasta el ${until}: el banco rechazó varios accesos que antes eran buenos, así que se le deja descansar.`
}

const days = (values: Values): string => {
  const [first, last] = [values.maybe("first_day"), values.maybe("last_day")]
  if (first === null || last === null) return ""
  return first === last
    ? ` del ${values.day("first_day")}`
    : ` del ${values.day("first_day")} al ${values.day("last_day")}`
}

const who = (values: Values) => values.text("by")
const order = (values: Values) => values.text("external_id")

/** Why a shop gave no answer. */
const unanswered: Readonly<Record<string, string>> = {
  egress_refused:
    "Este servidor no puede acceder a la dirección: es privada, y quien gestiona el servidor la puede permitir (EGRESS_ALLOW). ",
  dns_failed: "No se conoce el nombre de la dirección. ",
  connect_failed: "No hay conexión con la dirección: allí no responde nadie. ",
  tls_failed: "El certificado de la dirección no es bueno. ",
  timeout: "No hubo respuesta a tiempo. ",
  broken: "La conexión se cortó antes de que la respuesta estuviera completa. "
}

export const activities: Activities = {
  "account.renamed": {
    title: "Tiene otro nombre",
    text: (values) => `Se llama ahora «${values.text("name")}», no «${values.text("before")}».`
  },
  "account.restarted": {
    title: "Puesta en marcha de nuevo",
    text: (values) => {
      const mate = values.maybe("account_name")
      return mate === null ? "" : `Junto con «${mate}», que tiene el mismo acceso.`
    }
  },
  "code.mailbox_added": {
    title: "Se guardó el buzón de los códigos",
    text: (values) => `En ${values.text("host")}; se mira mientras un acceso espera un código.`
  },
  "code.mailbox_failed": {
    title: "El buzón de los códigos no se pudo leer",
    text: (values) =>
      values.flag("refused") ? "Su servidor rechazó el usuario o la contraseña." : "Se vuelve a intentar."
  },
  "code.mailbox_removed": { title: "Se quitó el buzón de los códigos" },
  "code.message_ignored": {
    title: "Un mensaje no se usó como código",
    text: (values) => {
      const sender = values.maybe("sender")
      return `${sender === null ? "" : `De «${sender}». `}${ignored[values.text("reason")] ?? ""}`
    }
  },
  "code.refused": {
    title: "El script del banco pidió un código donde no puede",
    text: (values) => `No se le dio ninguno, en ${values.text("page")}.`
  },
  "code.totp_added": {
    title: "Se guardó el secreto del autenticador",
    text: () => "Counterfoil hace los códigos por sí mismo."
  },
  "code.totp_removed": { title: "Se quitó el secreto del autenticador" },
  "code.unanswered": { title: "Nadie respondió a la pregunta del banco", text: code },
  "code.used": { title: "El banco pidió algo al entrar", text: code },
  "consent.given": { title: "Usted aceptó lo que pide el script del banco" },
  "endpoint.disabled": {
    title: "Su tienda no quiere más avisos",
    text: () =>
      "Su dirección respondió que ya no existe (410). Los avisos se retienen hasta que guarde los ajustes o los envíe de nuevo."
  },
  "endpoint.paused": { title: "Los avisos a su tienda se retienen" },
  "endpoint.resumed": { title: "Los avisos a su tienda siguen" },
  "login.failed": { title: "No se pudo entrar en el banco", text: failed },
  "login.waits": {
    title: "El próximo acceso al banco espera",
    text: (values) => waits[values.text("because")]?.(values.moment("until")) ?? ""
  },
  "movements.removed": {
    title: "El banco retiró movimientos",
    text: (values) => {
      const count = values.count("count")
      const orders = values.texts("orders")
      const shown = count === 1 ? "1 movimiento ya no aparece" : `${count} movimientos ya no aparecen`
      const gone = values.maybe("how") === "reversed" ? `Devueltos: ${count}` : shown
      return `${gone}.${orders === "" ? "" : ` Siguen conciliados con lo retirado: ${orders}.`}`
    }
  },
  "notify.nothing_to_send": {
    title: "No había nada que enviar",
    text: (values) => {
      const name = values.maybe("external_id")
      if (values.maybe("because") === "excluded") return "El movimiento está excluido: inclúyalo antes."
      return name === null
        ? "La cuenta no tiene ninguna dirección a la que enviar un movimiento."
        : `El pedido ${name} aún no tiene resultado.`
    }
  },
  "orders.item_skipped": {
    title: "Un pedido de su tienda no se pudo leer",
    text: (values) => {
      const name = values.maybe("external_id")
      const which = name === null ? `Es el número ${values.count("index") + 1} de su lista.` : `Es el pedido ${name}.`
      const why = orderFaults[values.maybe("reason") ?? ""]?.(values.maybe("field") ?? "")
      return why === undefined ? which : `${which} ${why}`
    }
  },
  "orders.poll_failed": {
    title: "No se pudieron leer los pedidos de su tienda",
    text: (values) => {
      const status = values.maybe("http_status") ?? ""
      const why = unanswered[values.maybe("reason") ?? ""] ?? ""
      return `${status === "" ? why : `Su tienda respondió ${status}. `}Se vuelven a pedir, al menos cada media hora.`
    }
  },
  "orders.poll_recovered": {
    title: "Los pedidos de su tienda se leen de nuevo",
    text: (values) => {
      const failures = values.count("failures")
      return failures === 1 ? "Había fallado una vez." : `Había fallado ${failures} veces.`
    }
  },
  "payer.forgotten": {
    title: "Se quitó lo aprendido del nombre de un pagador",
    text: (values) => {
      const name = values.maybe("external_id")
      return `Lo hizo ${who(values)}${name === null ? "" : `, desde el pedido ${name}`}.`
    }
  },
  "request.failed": {
    title: "Un pedido no se pudo mirar",
    text: (values) =>
      `El pedido ${order(values)}, ${values.count("times")} veces seguidas: es un fallo de este servidor. Inténtelo de nuevo cuando esté arreglado.`
  },
  "request.left": {
    title: "Se decidió sobre un pedido",
    text: (values) =>
      values.text("as") === "closed"
        ? `${who(values)} cerró ${order(values)}: no se espera ningún pago.`
        : `${who(values)} deja que ${order(values)} espere otro pago.`
  },
  "request.refused": {
    title: "No se dejó que la página del banco enviara algo",
    text: (values) => `${values.text("method")} ${values.text("page")}: el script del banco tiene que declararlo antes.`
  },
  "request.reopened": {
    title: "Se reabrió un pedido",
    text: (values) => `${who(values)} reabrió ${order(values)}.`
  },
  "request.resolved": {
    title: "Una persona eligió un pago",
    text: (values) => {
      const further = values.count("orders") - 1
      const more = further === 0 ? "" : `; paga ${further === 1 ? "otro pedido más" : `otros ${further} pedidos más`}`
      return `${who(values)}, para el pedido ${order(values)}${more}.`
    }
  },
  "request.unmatched": {
    title: "Una persona deshizo una conciliación",
    text: (values) => `${who(values)}, la del pedido ${order(values)}.`
  },
  "scrape.accepted": {
    title: "Se incorporó una lectura que se había apartado",
    text: (values) => `Lo hizo ${who(values)}: ${news(values.count("movements_new"))}.`
  },
  "scrape.excluded": {
    title: "Se sacó un extracto",
    text: (values) => {
      const kept = values.count("movements_kept")
      const stays =
        kept === 0 ? "" : kept === 1 ? " 1 más paga un pedido y se queda." : ` ${kept} más pagan pedidos y se quedan.`
      return `Lo hizo ${who(values)}: ${movements(values.count("movements_excluded"))}.${stays}`
    }
  },
  "scrape.failed": { title: "La lectura falló", text: failed },
  "scrape.gap": {
    title: "Algunos días no se pudieron leer",
    text: (values) => `Del ${values.day("from")} al ${values.day("to")}: quedan demasiado atrás para leerlos ahora.`
  },
  "scrape.included": {
    title: "Se volvió a incorporar un extracto",
    text: (values) => `Lo hizo ${who(values)}: ${movements(values.count("movements_included"))}.`
  },
  "scrape.quarantined": {
    title: "Se apartó una lectura",
    text: setAside
  },
  "scrape.read": {
    title: "Se leyó la cuenta",
    text: (values) => {
      const again = values.flag("again") ? "Por primera vez desde que falló, d" : "D"
      return `${again}el ${values.day("from")} al ${values.day("to")}: ${news(values.count("movements_new"))}.`
    }
  },
  "scrape.rows_not_taken": {
    title: "Algunas filas no se incorporaron",
    text: (values) =>
      `${rows(values.count("rows"))}, desde el ${values.day("since")}: ${values.texts("currencies")} no es ninguna moneda.`
  },
  "scrape.skipped": { title: "No se leyó", text: (values) => impediments[values.text("because")] ?? "" },
  "script.changed": {
    title: "Algo cambió en el script del banco",
    text: (values) => {
      switch (values.text("change")) {
        case "promoted":
          return `La versión ${values.text("version")} lee la cuenta desde ahora.`
        case "renamed":
          return `El banco se llama ahora «${values.text("name")}», no «${values.text("before")}».`
        default:
          return `Las páginas del banco están también en estas direcciones: ${values.texts("origins")}.`
      }
    }
  },
  "session.held_back": {
    title: "La próxima lectura espera",
    text: (values) =>
      `El servidor se cayó durante las últimas ${values.count("lost")} lecturas de esta cuenta: espera hasta el ${values.moment("until")}.`
  },
  "session.not_left": {
    title: "No se cerró la sesión en el banco",
    text: (values) =>
      `${kinds[values.text("kind")] ?? values.text("kind")}${said(values.maybe("said"))} La sesión sigue abierta allí hasta que el banco la termine: hasta entonces puede rechazar otro acceso, también el suyo.`
  },
  "settings.same_bank_account": {
    title: "Dos cuentas leen la misma cuenta del banco",
    text: (values) =>
      `Esta y «${values.text("account_name")}»: cada pago cuenta dos veces. Diga en los ajustes qué cuenta lee cada una, o elimine una.`
  },
  "shadow.agreed": { title: "Aquí se pueden probar versiones nuevas del script del banco" },
  "shadow.ran": {
    title: "Se probó una versión nueva del script del banco",
    text: (values) =>
      values.text("outcome") === "read"
        ? `Versión ${values.text("version")}: leyó ${values.count("movementsAfter")} movimientos, la activa ${values.count("movementsBefore")}.`
        : `Versión ${values.text("version")}: no se pudo comparar.`
  },
  "shadow.withdrawn": { title: "Aquí ya no se prueban versiones nuevas del script del banco" },
  "statement.uploaded": {
    title: "Se incorporó un extracto",
    text: (values) => {
      const held = values.count("movements_held")
      const doubt =
        held === 0
          ? ""
          : held === 1
            ? " 1 puede que ya se conociera y queda retenido: vea Movimientos."
            : ` ${held} puede que ya se conocieran y quedan retenidos: vea Movimientos.`
      const name = values.maybe("file_name")
      return `Lo hizo ${who(values)}: ${name === null ? "" : `«${name}», `}${rows(values.count("rows"))}${days(values)}, ${news(values.count("movements_new"))}.${doubt}`
    }
  }
}
