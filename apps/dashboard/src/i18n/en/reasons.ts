/** Words for what the server says by a code, wherever it is shown. */
type Words = Readonly<Record<string, string | undefined>>

/** Of failures. */
export const kinds: Words = {
  invalid_credentials: "The bank refused the user name or the password.",
  account_locked: "The bank has locked the access. Unlock it there first.",
  action_required: "The bank wants you to do something on its own page first.",
  otp_rejected: "The bank rejected the code twice.",
  otp_timeout: "No code came in time.",
  bank_unavailable: "The bank's website was not available.",
  automation_blocked: "The bank asked whether this is a person.",
  session_elsewhere: "You were logged in at the bank yourself.",
  layout_changed: "The bank's page looks different: its script has to be mended.",
  script_error: "The bank's script failed.",
  timeout: "The bank took too long.",
  navigation_refused: "The script wanted to go where it may not.",
  browser_crashed: "The browser crashed.",
  out_of_memory: "The browser ran out of memory."
}

/** Why nothing is read at present. */
export const impediments: Words = {
  deleted: "The account is deleted.",
  blocked: "It is blocked until you set it going again.",
  paused: "It is paused.",
  no_settings: "Its settings are not saved yet.",
  no_credentials: "User name and password for the bank are missing.",
  no_script: "The bank has no active script yet.",
  consent: "You have to agree first to what the bank's script asks for."
}

/** What the bank's script asks for beyond what was agreed to. */
export const gaps: Readonly<Record<string, ((about: string) => string) | undefined>> = {
  nothing: () => "Nothing has been agreed to yet.",
  creator: () => "Somebody else publishes the bank's scripts.",
  origin: (about) => `The script goes to ${about}.`,
  request: (about) => `The bank's page sends ${about} after the login.`,
  login_anything: () => "The bank's page sends whatever the script likes in the login.",
  login_request: (about) => `The bank's page sends ${about} in the login.`,
  password_shown: () => "The password is typed into a field that shows it."
}
