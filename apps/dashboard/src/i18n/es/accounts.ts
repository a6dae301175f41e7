import type { Dictionary } from "../dictionary.ts"
import { activities } from "./activity.ts"
import { gaps, impediments, kinds } from "./reasons.ts"
import type { StatementWords } from "../statement.ts"

/** The server writes 2026-11-19 and 1250.00. */
const day = (iso: string): string => iso.split("-").toReversed().join("/")
const decimal = (text: string): string => text.replace(".", ",")

const said: StatementWords = {
  line: (line, says) => `Línea ${line}: ${says}`,
  faults: {
    decimalSign: (text) => `${text} se puede leer de dos maneras: elija el signo decimal del fichero.`,
    amount: (text) => `${text} no es un importe.`,
    date: (text) => `${text} no es una fecha.`,
    decimals: (currency, most) => `el importe tiene más decimales que los de ${currency} (${most}).`,
    unlisted: (currency) => `la moneda tiene que ser un código como EUR, no ${currency}.`,
    noAmount: () => "no hay ningún importe, o hay dos.",
    direction: (text, column) => `${text}, en la columna ${column}, no dice si es un ingreso o un cargo.`,
    noDirection: (column) => `la columna ${column}, que dice si es un ingreso o un cargo, está vacía.`,
    contradiction: (column) => `el importe y la columna ${column} se contradicen.`,
    dateOrder: (text) => `${text} puede ser dos días: elija qué va primero, el día o el mes.`,
    unknownStatus: (text, column) => `${text}, en la columna ${column}, no es un estado que se conozca aquí.`,
    unknownDirection: (column, text) =>
      `La columna ${column} parece decir qué importes son cargos (${text}), y ningún importe lleva signo: llámela «Debe/Haber», o quítela.`,
    noDate: () => "no hay fecha.",
    noCurrency: () => "no dice la moneda: escríbala en «Moneda», por ejemplo EUR.",
    element: (name) => `falta ${name}.`,
    cells: (found, wanted) => `tiene ${found} de ${wanted} celdas.`,
    stated: (said, found) => `El banco dice que hay ${said} movimientos, pero en el fichero hay ${found}.`,
    signs: (currency) => `Los signos de los importes en ${currency} contradicen los saldos que tienen al lado.`,
    balancesAt: (currency, line, date, amount, balance) =>
      `Los saldos en ${currency} no cuadran con los importes: falta una fila o se leyó mal. Empieza en la línea ${line}, del ${day(date)}, con el importe ${decimal(amount)} y el saldo ${decimal(balance)}.`,
    balances: (currency) => `Los saldos en ${currency} no cuadran con los importes: falta una fila o se leyó mal.`,
    moreLines: () => "Hay más líneas que no se pueden leer.",
    ahead: (amount, dated, today) =>
      `Un movimiento de ${decimal(amount)} tiene fecha de ${day(dated)}, a más de 31 días de hoy (${day(today)}): corrija la fecha.`,
    balance: (from, to, closing) => `los movimientos llevan de ${from} a ${to}, pero el saldo final es ${closing}.`,
    cutOff: () => "el fichero está cortado: le falta el final.",
    empty: () => "El fichero está vacío.",
    locked: () => "El libro de Excel está protegido con contraseña: guárdelo sin ella.",
    noWorkbook: () => "El libro de Excel está dañado, o no lo es.",
    noRows: () => "El libro de Excel no tiene filas.",
    manyRows: (most) => `El libro de Excel tiene más de ${most} filas: pruebe con menos días.`,
    otherFormat: (format) => `El fichero es ${format}: descárguelo como CSV, Excel, OFX, CAMT.053, MT940 o Norma 43.`,
    noHeaders: (seen) =>
      `Ninguna línea tiene encabezados de fecha y de importe («Fecha» e «Importe», o «Debe» y «Haber», por ejemplo); ${seen === "nothing" ? "ninguna tiene columnas." : `la primera con columnas tiene: ${seen}`}`,
    accounts: (count) => `El fichero tiene extractos de ${count} cuentas: suba el de una sola.`,
    otherNumber: (end) =>
      `El fichero es de otra cuenta bancaria (acaba en ${end}) que el último de este formato que se incorporó aquí. ¿Es de esta cuenta?`,
    knownNumber: (name, end) =>
      `El fichero es de la cuenta bancaria de «${name}» (acaba en ${end}), y no de la del último de este formato que se incorporó aquí. ¿Es de esta cuenta?`,
    otherAccount: (name) =>
      `El fichero parece de la cuenta «${name}»: sus movimientos se conocen allí, y aquí no. ¿Es de esta cuenta?`,
    noStatement: () => "En el fichero no hay ningún extracto.",
    noMovements: () => "El fichero no tiene movimientos, y no dice de qué días es.",
    tooMuch: () => "El fichero es demasiado para leerlo de una vez: pruebe con menos días."
  },
  other: (says) => `no se puede leer. El servidor dice, en inglés: «${says}»`
}

/** The shop answered 401 or 403. */
const disbelieved =
  "Si su tienda rechazó la firma: su secreto es de otra cuenta o se ha cambiado, o interpretó el mensaje antes de verificarlo, o su reloj se desvía más de cinco minutos. Si rechazó el token, compárelo con el de los ajustes."

export const accounts: Dictionary["accounts"] = {
  activities,
  title: "Cuentas",
  lead: "Las cuentas bancarias que Counterfoil lee para usted.",
  add: "Añadir una cuenta",
  empty: "Aún no hay cuentas",
  emptyLong: "Añada la cuenta en la que pagan sus clientes. La primera lectura tarda un minuto, más o menos.",
  states: {
    blocked: "Bloqueada",
    paused: "En pausa",
    code: "Espera un código",
    asked: "Le espera",
    opening: "Entrando",
    reading: "Leyendo",
    monitoring: "Vigilando",
    closing: "Saliendo",
    failing: "Con fallos",
    unset: "Sin configurar",
    noScript: "El banco no tiene script",
    unread: "Sin leer aún",
    byFile: "Se lee de extractos",
    good: "Al día",
    unreadOrders: "Pedidos sin leer",
    unknown: "Ahora no se sabe",
    was: (state) => `lo último: ${state}`
  },
  read: (ago) => `Leída ${ago}`,
  neverRead: "Nunca leída",
  byFile: "Se lee de los extractos que usted sube.",
  next: (when) => `próxima ${when}`,
  waitsForCode: "sigue en cuanto llegue el código",
  waitsForAnswer: "sigue en cuanto usted responda",
  nextNow: "toca leerla",
  waits: {
    bank_pause: () => "Se deja descansar al banco: ha rechazado varios accesos que antes eran buenos.",
    held_back: (until) =>
      `El servidor se cayó durante sus últimas lecturas: espera hasta ${until} y entonces se lee sola.`,
    assisted_hours: (until) => `Espera hasta ${until}: solo se le puede preguntar a ciertas horas.`,
    snoozed: (until) => `Dijo que no se le preguntara antes de ${until}: hasta entonces no se lee por sí sola.`,
    asked_enough: (until) =>
      `Ya se le ha preguntado tantas veces al día como permite: se lee de nuevo por sí sola desde ${until}.`,
    impediment: () => "Antes hay que resolver algo: vea la actividad.",
    fault: () => "Espera un poco más después de cada fallo.",
    nothing: () => "Espera por usted."
  },
  askAgain: "Volver a preguntarme",
  askedAgain: "Se le pregunta de nuevo, como antes",
  whenAsked: "Cuándo se le pregunta",
  kinds,
  impediments,
  gaps,
  failures: (count) => (count === 1 ? "Ha fallado una vez" : `Ha fallado ${count} veces seguidas`),
  unreadOrders: {
    title: "No se pueden leer los pedidos de su tienda",
    meanwhile: (since) =>
      `Ocurre desde ${since}: hasta que se lean de nuevo, los pagos solo se concilian con los pedidos que ya están aquí.`,
    go: "Ver su configuración"
  },
  scrape: "Leer ahora",
  scraped: "Se ha pedido una lectura",
  pause: "Pausar",
  paused: "En pausa: cierra la sesión y no lee nada",
  resume: "Reanudar",
  resumed: "Reanudada",
  settings: "Ajustes",
  bankPicture: "La página del banco en el momento del fallo",
  bankPictureHint: "Todos los campos y secretos están tapados. Se guarda siete días, solo para usted.",
  repair: {
    title: "Ponerla de nuevo en marcha",
    since: (when) => `Bloqueada desde ${when}`,
    lead: "Nada se envía al banco hasta que usted lo diga. Guardar aquí permite exactamente un acceso más.",
    username: "Usuario en el banco",
    password: "Contraseña en el banco",
    passwordHint: "Solo se escribe: queda cifrada y no se vuelve a mostrar. Déjela vacía para probar con la guardada.",
    restart: "Guardar y entrar una vez",
    again: "Entrar una vez más",
    done: "Entrando con lo que ha guardado"
  },
  details: { login: "Acceso", session: "Sesión", script: "Script", mode: "Modo", bank: "Banco" },
  loginModes: { simple: "Sin código", assisted: "Con un código o una aprobación" },
  sessionTypes: { "one-shot": "Abre, lee y cierra", persistent: "Permanece abierta" },
  activity: "Actividad",
  otherActivity: "Ocurrió algo",
  noActivity: "No ha pasado nada fuera de lo normal",
  endpoint: {
    title: "El webhook de su tienda",
    none: "Aún sin indicar",
    active: "Funciona",
    failing: "Los mensajes fallan",
    disabled: "Desactivado",
    paused: "En pausa",
    untried: "Aún sin usar",
    tested: "La prueba llegó",
    testFailed: "La prueba falló",
    lastTest: (ago, outcome) => `Prueba ${ago}: ${outcome}`,
    waiting: (count) => `${count} en espera`,
    test: "Enviar una prueba",
    resume: "Enviar de nuevo",
    pause: "Retener resultados",
    success: (ms) => `Ha respondido en ${ms} ms`,
    testOf: (account, says) => `Prueba del webhook de «${account}»: ${says}`,
    last: (ago) => `Último éxito ${ago}`,
    advice: {
      rejected: "El registro de su tienda dice por qué lo rechazó.",
      http_401: disbelieved,
      http_403: disbelieved,
      redirected: "No se siguen las redirecciones: guarde la dirección a la que lleva.",
      gone: "Su tienda dice que en esta dirección ya no hay nada: mire si está bien escrita.",
      egress_refused:
        "Quien administra este servidor puede permitir una red privada (EGRESS_ALLOW), pero no una dirección de enlace local ni de metadatos.",
      dns_failed: "Mire si el nombre de la dirección está bien escrito.",
      connect_failed: "Mire si su tienda está en marcha, y si la dirección y el puerto son correctos.",
      tls_failed:
        "Un certificado de una autoridad propia vale cuando quien administra este servidor la nombra (EXTRA_CA_CERTS).",
      timeout: "Su tienda debería responder enseguida, y trabajar después con lo que se le ha dicho."
    }
  },
  consent: {
    title: "El script del banco pide más de lo que usted aceptó",
    lead: "No se lee nada hasta que acepte esto:",
    agree: "Aceptar",
    agreed: "Aceptado: se lee de nuevo"
  },
  setAside: {
    title: (count) => (count === 1 ? "Una lectura se ha apartado" : `${count} lecturas se han apartado`),
    lead: "Algo no cuadra, o muestran otra cuenta, así que nada se ha conciliado ni avisado. Casi siempre hay que arreglar el script del banco, y la próxima lectura sale completa.",
    rows: (count) => (count === 1 ? "1 fila" : `${count} filas`),
    shown: "Las filas leídas",
    look: "Verla",
    why: "Por qué se apartó",
    sure: "Compare antes las filas con la página de su banco: lo que se incorpora se concilia y se avisa a su tienda como todo lo demás.",
    accept: "Incorporarla como se leyó",
    taken: "Queda incorporada"
  },
  statement: {
    open: "Incorporar un extracto",
    title: "Incorporar un extracto",
    lead: "Un fichero que da su banco: CSV, Excel, OFX, CAMT.053, MT940 o Norma 43, solo de esta cuenta. Lo ya conocido se reconoce; el resto se concilia y se avisa como todo lo que se lee.",
    file: "Fichero, hasta 6 MB",
    currency: "Moneda",
    currencyHint: "Solo si el fichero no la dice, como algunos CSV: EUR, por ejemplo.",
    send: "Incorporarlo",
    isSure: "Es de esta cuenta: incorporarlo",
    decimal: "Signo decimal",
    decimalHint: "Lo que va delante de los céntimos en este fichero.",
    dates: "Orden de las fechas",
    datesHint: "Qué quiere decir 05/06 en este fichero.",
    orders: { "": "Elija", dmy: "Primero el día: 5 de junio", mdy: "Primero el mes: 6 de mayo" },
    decimals: { "": "Elija", ",": "Coma: 1.250,00", ".": "Punto: 1,250.00" },
    said,
    taken: (rows) => (rows === 1 ? "Se ha leído 1 fila" : `Se han leído ${rows} filas`),
    news: (fresh, rows, held) => {
      const isNew = fresh - held
      const known = rows - fresh
      if (fresh === 0) return "Todo se conocía ya."
      if (isNew === rows) return "Todo es nuevo."
      if (held === 0) return `${isNew} ${isNew === 1 ? "es nueva" : "son nuevas"}; el resto se conocía ya.`
      return `Nuevas: ${isNew}; ya conocidas: ${known}; retenidas: ${held}.`
    },
    held: (held) =>
      held === 1
        ? "1 fila puede que ya se conociera, y queda retenida"
        : `${held} filas puede que ya se conocieran, y quedan retenidas`,
    heldLong: (state) =>
      `No se concilia ni se envía hasta que usted diga si es otro pago: abra lo marcado «${state}» en Movimientos.`,
    excluded: (count) =>
      count === 1
        ? "1 de ellas se excluyó antes, y sigue fuera"
        : `${count} de ellas se excluyeron antes, y siguen fuera`,
    excludedLong:
      "No cuentan para nada hasta que se incorporen otra vez: una a una en Movimientos, o todo lo que trajo un extracto junto a él en la actividad de la cuenta."
  },
  takeOut: {
    open: "¿Se subió por error?",
    of: (days, rows, fresh) =>
      `${days}: ${rows === 1 ? "1 fila" : `${rows} filas`}, ${fresh === 0 ? "ninguna nueva" : `${fresh} de ellas nuevas`}.`,
    title: "Un extracto que se subió por error",
    lead: "Se sacan todos los movimientos que eran nuevos en él: ni se concilian ni se envían. Lo que ya se avisó a su tienda queda avisado, y lo que paga un pedido se queda hasta que usted deshaga esa conciliación.",
    isOut: (when) => `Está fuera desde ${when}.`,
    out: "Sacar sus movimientos",
    rest: "Sacar lo que se quedó",
    back: "Volver a incorporarlos",
    wasOut: (count) => (count === 1 ? "1 movimiento queda fuera" : `${count} movimientos quedan fuera`),
    kept: (count) =>
      count === 1
        ? "1 de sus movimientos paga un pedido y se queda: deshaga antes esa conciliación y sáquelo otra vez."
        : `${count} de sus movimientos pagan pedidos y se quedan: deshaga antes esas conciliaciones y sáquelo otra vez.`,
    isBack: (count) =>
      count === 1 ? "1 movimiento está dentro otra vez" : `${count} movimientos están dentro otra vez`
  },
  shadow: {
    title: "Probar versiones nuevas",
    lead: "Puede dejar que versiones nuevas del script del banco, que nadie ha activado aún, lean esta cuenta junto a la activa: se ve si verían lo mismo. Ven lo que usted ve en el banco, y no pueden entrar ni enviar nada nuevo; nada de lo que leen se guarda.",
    since: (when) => `En esta cuenta se prueban versiones nuevas del script del banco. Usted aceptó el ${when}.`,
    agree: "Dejar que se prueben",
    agreed: "Desde la próxima lectura se prueban aquí versiones nuevas",
    withdraw: "Ya no",
    withdrawn: "Aquí ya no se prueba ninguna versión nueva",
    running: "en curso",
    outcomes: { read: "Leyó la cuenta.", not_comparable: "No se pudo comparar." },
    counts: (movements, changed, signs) =>
      `${movements} movimientos, ${changed} sin reconocer, ${signs} con otro signo.`
  },
  poll: "Pedir los pedidos a la tienda",
  polled: "Se piden a la tienda sus pedidos pendientes",
  orders: "Pedidos de esta cuenta",
  movements: "Movimientos"
}
