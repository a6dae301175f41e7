import type { Dictionary } from "../dictionary.ts"

export const enrol: Dictionary["enrol"] = {
  title: "Añadir una cuenta",
  steps: ["Cómo funciona para usted", "El banco", "Acceso", "Su tienda", "Primera lectura"],
  step: (number, all) => `Paso ${number} de ${all}`,
  modeLead: "¿Qué debe saber su tienda? Vale para todas sus cuentas y puede cambiarlo después.",
  modes: {
    reconcile: {
      title: "Conciliar pagos con pedidos",
      text: "Su tienda da la lista de sus pedidos pendientes; de cada uno se le avisa «matched» (conciliado) o «ambiguous» (ambiguo), y «expired» (caducado) donde la configuración de la cuenta lo diga."
    },
    passthrough: {
      title: "Pasar cada pago",
      text: "A su tienda se le avisa de cada pago recibido con remitente, y los concilia ella misma."
    }
  },
  hears: "Se avisa a su tienda de",
  bankLead: "¿Qué banco es?",
  noBanks: "Aquí aún no se conoce ningún banco. Añada el suyo; quien escriba su script lo publica para todos.",
  addBank: "Añadir otro banco",
  bankName: "Nombre del banco",
  bankCode: "Código corto",
  bankCodeHint: "Minúsculas y guiones, como mi-banco",
  loginUrl: "Dirección de su página de acceso",
  loginUrlHint:
    "Donde usted entra en el banco: las contraseñas se escriben allí y en ningún otro sitio. Déjela vacía si solo va a subir extractos del banco.",
  consent: "El script del banco puede escribir su usuario, su contraseña y los códigos solo en estas direcciones:",
  noOrigin:
    "Aquí no se conoce ninguna dirección de este banco, así que todavía no se puede entrar en él. La añade quien añadió el banco, en «Bancos».",
  publisher: "Sus scripts los publica",
  sends: "Tras el acceso, la página del banco puede enviar, además de leer:",
  shownPassword: "El script escribe su contraseña en un campo que la muestra.",
  noScript:
    "Este banco aún no tiene script: no se lee nada por sí solo hasta que alguien publique y active uno. Ya puede dejarlo todo listo y subir sus extractos.",
  otherBank: "¿No está su banco?",
  otherBankLong:
    "Cada banco necesita un script que conozca sus páginas: alguien que programe lo escribe una vez, para todos los de aquí. Hasta entonces puede incorporar los extractos del banco en la página de la cuenta (CSV, Excel, OFX, CAMT.053, MT940, Norma 43).",
  beginScript: "Dónde empieza un script: en un terminal, en la carpeta de Counterfoil",
  scriptDocs:
    "El camino desde ahí, paso a paso: docs/write-a-bank-script.md en el código fuente. El script publicado aparece en «Bancos».",
  name: "Nombre de la cuenta",
  nameHint: "Como usted la llama: «Cuenta principal».",
  accessLead: "Quedan cifrados, se escriben solo en la página del banco y no se vuelven a mostrar.",
  shopLead: "Dónde están sus pedidos pendientes y adónde van los resultados.",
  create: "Guardar y leer por primera vez",
  createByFile: "Guardar y seguir con sus extractos",
  byFile: "Este banco se lee de sus extractos",
  byFileLong:
    "Aún no tiene script. Suba sus extractos en la página de la cuenta (CSV, Excel, OFX, CAMT.053, MT940, Norma 43). El usuario y la contraseña hacen falta cuando tenga un script.",
  watchLead: "Esto está pasando ahora mismo.",
  phases: {
    opening: "Entrando en el banco",
    code: "Un código, u otra cosa que el banco le pida",
    reading: "Leyendo los movimientos",
    done: "Leída"
  },
  phaseStates: { done: "hecho", now: "en curso", stopped: "se detuvo aquí" },
  ready: "La cuenta está leída",
  readyButOrders: "La cuenta está leída, pero no los pedidos de su tienda",
  readyLong: "A partir de ahora ocurre por sí solo.",
  toOrders: "Ver los pedidos",
  toMovements: "Ver los movimientos",
  toAccount: "A la cuenta",
  blocked: "El banco no nos dejó entrar: arréglelo en la página de la cuenta.",
  nothing: "Aún no se ha leído nada. La página de la cuenta dice por qué."
}
