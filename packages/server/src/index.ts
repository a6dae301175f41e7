export { Argon2PasswordHasher } from "./authentication/Argon2PasswordHasher.ts"
export { SigningKeyTooShort } from "./authentication/Tokens.ts"
export * as Server from "./Server.ts"
