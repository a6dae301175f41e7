export const common = {
  product: "Counterfoil",
  nav: {
    label: "Main",
    home: "Overview",
    orders: "Orders",
    movements: "Movements",
    accounts: "Accounts",
    deliveries: "Deliveries",
    banks: "Banks",
    keys: "API keys",
    settings: "Settings",
    more: "More",
    skip: "Skip to the content"
  },
  live: {
    open: "Live",
    connecting: "Connecting …",
    lost: "Connection lost",
    lostLong: (since: string) =>
      `No connection to the server since ${since}. What you see is from then; it comes up to date by itself.`,
    back: "Connected again, everything is up to date"
  },
  actions: {
    save: "Save",
    cancel: "Cancel",
    close: "Close",
    back: "Back",
    next: "Continue",
    retry: "Try again",
    delete: "Delete",
    copy: "Copy",
    copied: "Copied",
    undo: "Undo",
    more: "Show more",
    loading: "Loading …",
    edit: "Edit",
    show: "Show",
    hide: "Hide",
    clear: "Clear all"
  },
  states: {
    failed: "This could not be loaded",
    tooMany: (minutes: number) => `Too many tries. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
    unreachable: "The server does not answer. It is tried again by itself.",
    notFound: "There is nothing here",
    notFoundLong: "The address is wrong, or what was here is gone.",
    home: "To the overview",
    none: "–"
  },
  chart: { table: "Show as a table", picture: "Show as a chart", day: "Day" },
  time: { never: "never", now: "just now" },
  theme: { label: "Theme", system: "System", light: "Light", dark: "Dark" },
  language: { label: "Language", en: "English", es: "Español" },
  refusals: {
    invalid_credentials: "E-mail or password is wrong.",
    rate_limited: "Too many tries. Wait a moment.",
    email_taken: "There is an account with this e-mail already: log in.",
    token_expired: "You have been logged out. Log in again.",
    no_pending_assistance: "Nothing waits for it any more.",
    code_does_not_fit: "The code does not have the right form.",
    not_allowed: "You may not do this.",
    internal: "Something went wrong on the server."
  },
  auth: {
    login: "Log in",
    loginTitle: "Welcome back",
    loginLead: "Log in to see what your banks have brought.",
    register: "Create an account",
    registerTitle: "Set up Counterfoil",
    registerLead: "It reads your bank accounts, finds the payments of your orders and tells your shop.",
    email: "E-mail",
    name: "Your name",
    optional: "optional",
    password: "Password",
    passwordHint: "8 characters or more",
    stay: "Stay logged in on this device",
    stayHint: "Only on a device of your own. Otherwise you are logged out when the tab closes.",
    toRegister: "No account yet?",
    toLogin: "Registered already?",
    logout: "Log out",
    loggedInAs: (email: string) => `Logged in as ${email}`
  }
}
