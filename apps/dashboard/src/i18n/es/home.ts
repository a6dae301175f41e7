import type { Dictionary } from "../dictionary.ts"

export const home: Dictionary["home"] = {
  title: "Resumen",
  hello: (name) => `Hola, ${name}`,
  settle: (count) => (count === 1 ? "1 pedido le necesita" : `${count} pedidos le necesitan`),
  settleLong: "Encajan varios pagos, o ninguno.",
  settleGo: "Resolverlos",
  allGood: "Nada le necesita",
  allGoodLong: "Counterfoil sigue leyendo y casando por sí solo.",
  blocked: (count) => (count === 1 ? "1 cuenta está bloqueada" : `${count} cuentas están bloqueadas`),
  blockedGo: "Arreglarla",
  matched: "Casados",
  open: "Por resolver",
  waiting: "En espera",
  lost: "Caducados",
  ordersChart: "Pedidos por día",
  moneyChart: (currency) => `Dinero recibido por día, ${currency}`,
  accounts: "Cuentas",
  welcome: "Conectemos su primera cuenta",
  welcomeLong: "Son cinco minutos: elija qué debe oír su tienda, su banco, y mire la primera lectura.",
  start: "Empezar",
  noData: "Aún nada en estos treinta días."
}

export const settings: Dictionary["settings"] = {
  title: "Ajustes",
  lead: "Lo que vale para todas sus cuentas, y para este dispositivo.",
  mode: "Qué oye su tienda",
  modeSaved: "Vale desde el próximo ciclo",
  look: "Idioma y aspecto",
  account: "Su cuenta",
  password: "Cambiar la contraseña",
  current: "Contraseña actual",
  next: "Contraseña nueva",
  everywhere: "Cierra al momento la sesión en todos los demás dispositivos.",
  changed: "La contraseña ha cambiado y los demás dispositivos están fuera",
  save: "Cambiarla",
  reference: "Referencia de la API"
}
