/**
 * Accounts of one user at one bank with the same bank user name are one login. They have one password, what one of them learnt
 * of it holds for all, and a restart of one frees all.
 */
import { Array as Arr, Effect, Redacted } from "effect"
import { likelySameBankAccount, likelySameNumber, loginNameKey } from "@counterfoil/domain"
import { uuid } from "../ids.ts"
import { Transactor } from "../Transactor.ts"
import { Vault } from "../security/Vault.ts"
import type { BankCredentials, NamedAccount } from "./Account.ts"
import { openBankAccount, openPair, sealPair } from "./settingsCells.ts"
import { AccountRepository } from "./AccountRepository.ts"
import type { LoginKey, LoginMember, LoginReader, UserAtBank } from "./LoginRows.ts"

interface Opened extends LoginMember {
  readonly pair: Pick<BankCredentials, "username" | "password">
  /** The same for spellings of one user name. */
  readonly name: string
}

const passwordOf = ({ pair }: Opened): string => Redacted.value(pair.password)

/** One that can't be opened any more shares nothing. */
const openMembers = Effect.fnUntraced(function* (where: UserAtBank) {
  const repository = yield* AccountRepository
  const vault = yield* Vault
  const opened = yield* Effect.forEach(yield* repository.loginMembers(where), (member) =>
    openPair(vault, member).pipe(
      Effect.map((pair): ReadonlyArray<Opened> => [
        { ...member, pair, name: loginNameKey(Redacted.value(pair.username)) }
      ]),
      Effect.orElseSucceed((): ReadonlyArray<Opened> => [])
    )
  )
  return opened.flat()
})

const sameKey = (a: LoginKey, b: LoginKey): boolean =>
  a.loginId === b.loginId && a.credentialsVersion === b.credentialsVersion && a.loginGrant === b.loginGrant

const nextKey = (members: ReadonlyArray<LoginKey>, loginId: string): LoginKey => ({
  loginId,
  credentialsVersion: Math.max(...members.map(({ credentialsVersion }) => credentialsVersion)) + 1,
  loginGrant: Math.max(...members.map(({ loginGrant }) => loginGrant))
})

/**
 * New credentials were saved for the account: it joins the accounts that have its user name, and they have its password from now
 * on. Answers which of them have changed.
 */
export const shareCredentials = Effect.fn("Accounts.shareCredentials")(function* (
  where: UserAtBank,
  accountId: string
) {
  const repository = yield* AccountRepository
  const vault = yield* Vault
  const members = yield* openMembers(where)
  const changed = members.find((member) => member.accountId === accountId)
  if (changed === undefined) return []
  const [mate, ...others] = members.filter(({ name }) => name === changed.name).filter((member) => member !== changed)
  if (mate === undefined) {
    if (members.some((member) => member !== changed && member.loginId === changed.loginId)) {
      yield* repository.assignLogin(accountId, { ...changed, loginId: yield* uuid })
    }
    return []
  }
  const mates = [mate, ...others]
  const isKnown = mates.every((member) => passwordOf(member) === passwordOf(changed) && sameKey(member, mate))
  if (isKnown && mate.credentialsVersion >= changed.credentialsVersion) {
    yield* repository.assignLogin(accountId, mate)
    return []
  }
  const key = nextKey([changed, ...mates], mate.loginId)
  for (const member of mates) {
    if (passwordOf(member) === passwordOf(changed)) yield* repository.carryLogin(member, key)
    else yield* repository.saveCredentials(member.accountId, yield* sealPair(vault, member, changed.pair))
  }
  yield* Effect.forEach([changed, ...mates], (member) => repository.assignLogin(member.accountId, key), {
    discard: true
  })
  return mates.map((member) => member.accountId)
})

interface Named extends NamedAccount {
  readonly loginId: string
  readonly bankAccount: string | null
}

/** One that can't be opened any more is nobody's. */
const openNamed = (vault: Vault["Service"], reader: LoginReader) =>
  openBankAccount(vault, reader).pipe(
    Effect.map((name): ReadonlyArray<Named> => [
      {
        id: reader.accountId,
        loginId: reader.loginId,
        name: reader.name,
        bankAccount: name === null ? null : Redacted.value(name)
      }
    ]),
    Effect.orElseSucceed((): ReadonlyArray<Named> => [])
  )

/** Its owner's others at its bank that most likely read the same bank account, and so each of its payments a second time. */
export const sameBankAccount = Effect.fn("Accounts.sameBankAccount")(function* (accountId: string) {
  const repository = yield* AccountRepository
  const vault = yield* Vault
  const opened = yield* Effect.forEach(yield* repository.readersAtBank(accountId), (reader) => openNamed(vault, reader))
  const readers = opened.flat()
  const own = readers.find(({ id }) => id === accountId)
  if (own === undefined) return []
  return readers
    .filter((reader) => {
      const isSame = reader.loginId === own.loginId ? likelySameBankAccount : likelySameNumber
      return reader !== own && isSame(reader.bankAccount, own.bankAccount)
    })
    .map(({ id, name }): NamedAccount => ({ id, name }))
})

/** Accounts of before logins were shared: which of several passwords is the right one is not known, so each keeps its own. */
const bringTogether = Effect.fnUntraced(function* (members: Arr.NonEmptyReadonlyArray<Opened>) {
  const repository = yield* AccountRepository
  const [{ loginId }] = members
  if (members.every((member) => member.loginId === loginId)) return
  let key = nextKey(members, loginId)
  for (const same of Object.values(Arr.groupBy(members, passwordOf))) {
    for (const member of same) yield* repository.carryLogin(member, key)
    for (const member of same) yield* repository.assignLogin(member.accountId, key)
    key = { ...key, credentialsVersion: key.credentialsVersion + 1 }
  }
})

/** At the start, before any account is looked at. Answers of how many users' banks it looked at the accounts. */
export const joinLogins = Effect.gen(function* () {
  const repository = yield* AccountRepository
  const transactor = yield* Transactor
  const joinAt = Effect.fnUntraced(function* (where: UserAtBank) {
    yield* repository.lockLogins(where)
    const members = yield* openMembers(where)
    yield* Effect.forEach(Object.values(Arr.groupBy(members, ({ name }) => name)), bringTogether, { discard: true })
    yield* repository.noteLoginsKnown(where)
  })
  let count = 0
  for (;;) {
    const found = yield* repository.unknownLogins
    if (found.length === 0) return count
    yield* Effect.forEach(found, (where) => transactor.transact(joinAt(where)), { discard: true })
    count += found.length
  }
}).pipe(Effect.withSpan("joinLogins"))
