import type { Dictionary } from "../dictionary.ts"

export const keys: Dictionary["keys"] = {
  title: "Claves de API",
  lead: "Para máquinas que envían códigos o leen el estado: el reenvío de SMS de su teléfono, su tienda.",
  create: "Crear una clave",
  name: "Para qué es",
  nameHint: "Por ejemplo «SMS del teléfono de Ana»",
  scopes: "Qué puede hacer",
  scopeNames: { "otp:write": "Enviar códigos de un solo uso", "status:read": "Leer el estado de una cuenta" },
  allTypes: "También aprobaciones, preguntas e imágenes, no solo códigos",
  noScope: "Elija al menos una cosa: una clave que no puede hacer nada no sirve.",
  accounts: "Para qué cuentas",
  allAccounts: "Todas, también las futuras",
  someAccounts: "Solo estas",
  noAccount: "Elija al menos una cuenta.",
  shown: "Copie la clave ahora: se muestra esta única vez y no se puede volver a leer.",
  done: "La he guardado",
  curl: "Lista para usar",
  curlCode: "Enviar un código",
  curlStatus: "Leer el estado",
  empty: "Aún no hay claves",
  emptyLong: "Con una clave, el teléfono que recibe el SMS puede entregar los códigos solo.",
  created: (when) => `creada ${when}`,
  used: (when) => `usada por última vez ${when}`,
  unused: "nunca usada",
  revoked: "Revocada",
  revoke: "Revocar",
  revokeSure: (name) => `¿Revocar «${name}»? Lo que la use quedará sin acceso desde la próxima petición.`
}

export const banks: Dictionary["banks"] = {
  title: "Bancos y scripts",
  lead: "El script de un banco es lo que entra allí y lee. Una versión está activa; otras esperan en revisión.",
  add: "Añadir un banco",
  empty: "Aún no hay bancos",
  emptyLong: "Añada el banco cuyas cuentas quiere leer.",
  active: (version) => `La versión ${version} está activa`,
  noScript: "Sin script activo",
  retired: "Retirado",
  review: (count) => `${count} en revisión`,
  origins: "Los secretos se escriben solo en",
  creator: "Publica los scripts",
  code: "Código, como llaman los scripts al banco",
  operator: "quien gestiona este servidor",
  anAdministrator: "un administrador de este servidor",
  aUser: "un usuario de este servidor",
  administratorOf: (name: string) => `«${name}», administrador de este servidor`,
  userOf: (name: string) => `«${name}», usuario de este servidor`,
  noOrigins: "ninguna parte: aún no hay dirección",
  loginPage: "Página de acceso",
  versions: "Versiones",
  version: "Versión",
  changes: {
    title: "Cambiar este banco",
    lead: "Para quien lo añadió y para los administradores.",
    renamed: "Renombrado",
    origin: "Otra dirección donde se pueden escribir secretos",
    originHint: "Un origen, sin ruta. A los dueños de cuentas aquí se les pregunta si aceptan.",
    addOrigin: "Añadirla",
    added: "Añadida",
    retireLead:
      "Un banco retirado no admite cuentas nuevas; las que tiene siguen. Uno en el que nunca hubo cuentas se puede eliminar.",
    retire: "Retirarlo",
    retired: "Ya no admite cuentas nuevas",
    return: "Admitir cuentas de nuevo",
    returned: "Admite cuentas de nuevo",
    delete: "Eliminarlo",
    deleteTitle: (bank) => `¿Eliminar ${bank}?`,
    deleteSure: "Con las versiones de su script. No se puede deshacer.",
    deleted: "El banco queda eliminado"
  },
  status: { active: "Activa", review: "En revisión" },
  health: "Salud, treinta días",
  runs: (good, all) => `${good} de ${all} lecturas con éxito`,
  noRuns: "aún sin lecturas",
  median: "La mitad de las lecturas tarda como mucho",
  seconds: (count) => `${count} s`,
  publishedAt: (when) => `publicada ${when}`,
  promotedAt: (when) => `activada por última vez ${when}`,
  promote: "Activar",
  rollback: "Volver a esta",
  confirmTitle: (version) => `¿Activar ${version}?`,
  confirm: (count, own, bank) => {
    if (count === 0) return `Aún no hay cuentas en ${bank}: la primera se leerá con ella.`
    const whose = own === count ? "todas suyas" : `${own} de ellas suyas`
    return count === 1
      ? `1 cuenta en ${bank} (${own === 1 ? "suya" : "de otra persona"}) se lee con ella desde la próxima lectura.`
      : `${count} cuentas en ${bank} (${whose}) se leen con ella desde la próxima lectura.`
  },
  confirmBackoff:
    "Las que fallaron hace poco se vuelven a leer pronto, una tras otra; las lecturas en curso acaban con la versión con la que empezaron.",
  confirmWaiting: (count) =>
    count === 1
      ? "1 cuenta no se lee hasta que su dueño acepte: la versión pide más"
      : `${count} cuentas no se leen hasta que sus dueños acepten: la versión pide más`,
  confirmOld: (version) => `La versión ${version} vuelve a revisión; puede regresar a ella cuando quiera.`,
  promoted: (version) => `${version} está activa`,
  report: "Qué cambiaría",
  noReport:
    "Nadie la ha comparado aún. «counterfoil script promote» la compara con grabaciones; las cuentas cuyos dueños aceptaron la prueban junto a la activa.",
  shadow: (compared, accounts) => `Probada en ${accounts} cuentas, ${compared} se pudieron comparar`,
  comparison: (recordings, when) => `Comparada con ${recordings} grabaciones, ${when}`,
  lastTried: (when) => `(la última vez, ${when})`,
  alike: "En todas las grabaciones leen lo mismo.",
  before: "La otra versión",
  after: "Esta",
  rows: (count) => `(${count} movimientos)`,
  publishing: {
    title: "Publicar una versión",
    lead: "Una versión viene de la máquina de su autor, para que aquí no corra nada que no se construyó allí. En la carpeta del script:",
    where: "Este servidor",
    login: "Entrar, por siete días",
    publish: "Comprobar, empaquetar y publicar",
    after:
      "Después espera aquí en revisión hasta que alguien la active. «counterfoil script promote» la compara antes con las grabaciones."
  },
  identities: "Movimientos que no se reconocerían",
  signs: "Importes que cambian de signo",
  movements: "Movimientos comparados",
  none: "Aún no hay versiones",
  noneLong:
    "Alguien tiene que escribir y publicar antes un script para este banco. Hasta entonces se pueden subir sus extractos en la página de la cuenta.",
  firstScript: {
    named: "Esto crea un proyecto que, en su bank.ts, llama al banco por el código que tiene aquí:",
    published:
      "Solo se puede publicar para este banco un script que lo llame así; cómo se publica lo dice «Publicar una versión».",
    guide: "El camino desde ahí, paso a paso"
  },
  failures: "Fallos",
  chart: "Lecturas por versión, treinta días",
  succeeded: "Con éxito",
  failed: "Fallidas"
}
