export { Argon2PasswordHasher, PasswordHashCost } from "./authentication/Argon2PasswordHasher.ts"
export { SigningKeyTooShort } from "./authentication/Tokens.ts"
export * as Server from "./Server.ts"
