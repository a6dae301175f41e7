import type { Dictionary } from "../dictionary.ts"

export const common: Dictionary["common"] = {
  product: "Counterfoil",
  nav: {
    label: "Principal",
    home: "Resumen",
    orders: "Pedidos",
    movements: "Movimientos",
    accounts: "Cuentas",
    deliveries: "Mensajes",
    banks: "Bancos",
    keys: "Claves de API",
    settings: "Ajustes",
    more: "Más",
    skip: "Ir al contenido"
  },
  live: {
    open: "En directo",
    connecting: "Conectando …",
    lost: "Sin conexión",
    lostLong: (since) =>
      `Sin conexión con el servidor desde ${since}. Lo que ve es de entonces; se pondrá al día por sí solo.`,
    back: "De nuevo conectado, todo está al día"
  },
  actions: {
    save: "Guardar",
    cancel: "Cancelar",
    close: "Cerrar",
    back: "Atrás",
    next: "Continuar",
    retry: "Reintentar",
    delete: "Eliminar",
    copy: "Copiar",
    copied: "Copiado",
    undo: "Deshacer",
    more: "Mostrar más",
    loading: "Cargando …",
    edit: "Editar",
    show: "Mostrar",
    hide: "Ocultar",
    clear: "Quitar todos"
  },
  states: {
    failed: "No se ha podido cargar",
    tooMany: (minutes) =>
      `Demasiados intentos. Vuelva a probar en ${minutes === 1 ? "un minuto" : `${minutes} minutos`}.`,
    unreachable: "El servidor no responde. Se volverá a intentar solo.",
    notFound: "Aquí no hay nada",
    notFoundLong: "La dirección no es correcta, o lo que había ya no está.",
    home: "Al resumen",
    none: "–"
  },
  chart: { table: "Ver como tabla", picture: "Ver como gráfico", day: "Día" },
  time: { never: "nunca", now: "ahora mismo" },
  theme: { label: "Tema", system: "Sistema", light: "Claro", dark: "Oscuro" },
  language: { label: "Idioma", en: "English", es: "Español" },
  refusals: {
    credentials_wrong: "El correo o la contraseña no son correctos.",
    current_password_wrong: "La contraseña no es correcta.",
    password_length: "La contraseña necesita de 8 a 256 caracteres.",
    rate_limited: "Demasiados intentos. Espere un momento.",
    email_taken: "Ya hay una cuenta con este correo: inicie sesión.",
    registration_closed: "Aquí nadie puede registrarse: pregunte a quien gestiona este servidor.",
    token_invalid: "Se ha cerrado su sesión. Vuelva a entrar.",
    consent_changed: "Lo que se pide ha cambiado entretanto. Vuelva a mirarlo y acepte.",
    confirmation_mismatch: "Ese no es el nombre de la cuenta.",
    database_unavailable: "La base de datos del servidor no está por el momento. Vuelva a probar.",
    busy: "El servidor está ocupado. Vuelva a probar en un momento.",
    no_pending_assistance: "Ya nada lo espera.",
    code_does_not_fit: "El código no tiene la forma correcta.",
    order_cannot_wait: "Entretanto el pedido está cancelado: su tienda ya no lo tiene en su lista.",
    code_used: "Esto ya se le dio al banco y no se vuelve a dar: escriba otro.",
    not_allowed: "No tiene permiso para esto.",
    internal: "Algo ha fallado en el servidor."
  },
  auth: {
    login: "Entrar",
    loginTitle: "Entrar",
    loginLead: "Para ver lo que han traído sus bancos.",
    firstTitle: "Le damos la bienvenida a Counterfoil",
    firstLead: "Aquí aún nadie tiene cuenta. Cree la primera: administra esta instalación.",
    closed: "Las cuentas las crea quien gestiona este servidor.",
    register: "Crear una cuenta",
    registerTitle: "Configurar Counterfoil",
    registerLead: "Lee sus cuentas bancarias, encuentra los pagos de sus pedidos y avisa a su tienda.",
    email: "Correo electrónico",
    name: "Su nombre",
    optional: "opcional",
    password: "Contraseña",
    passwordHint: "8 caracteres o más",
    stay: "Mantener la sesión en este dispositivo",
    stayHint: "Solo en un dispositivo propio. Si no, la sesión se cierra con la pestaña.",
    toRegister: "¿Aún no tiene cuenta?",
    toLogin: "¿Ya está registrado?",
    logout: "Salir",
    loggedInAs: (email) => `Sesión de ${email}`
  }
}
