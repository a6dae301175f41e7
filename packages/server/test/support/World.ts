/** What the doubles of core's services share: rows in memory, and what the actors were asked. */
import type {
  Account,
  AccountEvent,
  AccountSettings,
  ActivityEntry,
  ApiKey,
  Assistance,
  Bank,
  DeliveryDetail,
  Endpoint,
  MovementRecord,
  RequestDetail,
  Script,
  TicketHolder,
  User
} from "@counterfoil/core"
import { DateTime, Effect, PubSub } from "effect"
import { randomUUID } from "node:crypto"

export interface StoredUser extends User {
  readonly password: string
}

export const at = (iso: string): DateTime.Utc => DateTime.makeUnsafe(iso)

export class World {
  readonly users = new Map<string, StoredUser>()
  readonly banks = new Map<string, Bank>()
  readonly scripts = new Map<string, Script>()
  readonly accounts = new Map<string, Account>()
  readonly settings = new Map<string, AccountSettings>()
  readonly passwords = new Map<string, string>()
  readonly secrets = new Map<string, string>()
  readonly keys = new Map<string, ApiKey>()
  /** By the plain key. */
  readonly keysByText = new Map<string, string>()
  readonly tickets = new Map<string, TicketHolder>()
  readonly movements = new Map<string, MovementRecord>()
  readonly requests = new Map<string, RequestDetail>()
  readonly deliveries = new Map<string, DeliveryDetail>()
  /** By account. */
  readonly endpoints = new Map<string, Endpoint>()
  readonly activity: Array<ActivityEntry> = []
  readonly assistance = new Map<string, Assistance>()
  /** What the actors were asked: `scrape <account>`, `otp <account> <code>` … */
  readonly asked: Array<string> = []
  readonly events: PubSub.PubSub<AccountEvent>
  readonly now = at("2026-11-20T09:30:00.000Z")
  registration: "open" | "closed" = "open"
  overloaded = false
  broken = false

  constructor(events: PubSub.PubSub<AccountEvent>) {
    this.events = events
  }

  static readonly make: Effect.Effect<World> = Effect.map(
    PubSub.unbounded<AccountEvent>(),
    (events) => new World(events)
  )

  accountOf(user: User, bank: Bank, name = "Main", extra: Partial<Account> = {}): Account {
    const account: Account = {
      id: randomUUID(),
      userId: user.id,
      bankId: bank.id,
      bank: bank.code,
      name,
      status: "active",
      scrapeBlockedAt: null,
      scrapeBlockedReason: null,
      ...extra
    }
    this.accounts.set(account.id, account)
    return account
  }

  bank(code: string, extra: Partial<Bank> = {}): Bank {
    const bank: Bank = {
      id: randomUUID(),
      code,
      name: `Bank ${code}`,
      loginUrl: "https://bank.example/login",
      status: "active",
      origins: ["https://bank.example"],
      createdBy: null,
      ...extra
    }
    this.banks.set(bank.id, bank)
    return bank
  }

  user(email: string, password = "correct horse", extra: Partial<User> = {}): StoredUser {
    const user: StoredUser = {
      id: randomUUID(),
      email,
      name: null,
      operationMode: null,
      sessionVersion: 1,
      password,
      ...extra
    }
    this.users.set(user.id, user)
    return user
  }

  script(bank: Bank, version: string, status: "active" | "review" = "review"): Script {
    const script: Script = {
      id: randomUUID(),
      bank: bank.code,
      bankId: bank.id,
      flowType: "extract_transactions",
      version,
      status,
      origin: "manual",
      createdAt: this.now
    }
    this.scripts.set(script.id, script)
    return script
  }

  key(userId: string, text: string, extra: Partial<ApiKey> = {}): ApiKey {
    const key: ApiKey = {
      id: randomUUID(),
      userId,
      name: "till",
      prefix: "abcd1234",
      scopes: ["otp:write", "status:read"],
      accountIds: null,
      types: "contract",
      createdAt: this.now,
      lastUsedAt: null,
      revokedAt: null,
      ...extra
    }
    this.keys.set(key.id, key)
    this.keysByText.set(text, key.id)
    return key
  }

  movement(account: Account, extra: Partial<MovementRecord> = {}): MovementRecord {
    const movement: MovementRecord = {
      id: randomUUID(),
      accountId: account.id,
      externalId: "TX-1",
      amountMinor: 125_000n,
      currency: "EUR",
      senderName: "Ana Ruiz",
      receivedAt: at("2026-11-19T23:00:00.000Z"),
      notifiedAt: null,
      excludedAt: null,
      bankId: null,
      bookedDate: "2026-11-20",
      valueDate: null,
      status: "booked",
      description: "TRF DE Ana Ruiz",
      counterparty: null,
      counterpartyAccount: null,
      balanceMinor: null,
      removedAt: null,
      reversedAt: null,
      possibleDuplicateOf: [],
      ...extra
    }
    this.movements.set(movement.id, movement)
    return movement
  }

  request(account: Account, extra: Partial<RequestDetail> = {}): RequestDetail {
    const request: RequestDetail = {
      id: randomUUID(),
      accountId: account.id,
      externalId: "ORDER-1",
      status: "pending",
      amountMinor: 125_000n,
      currency: "EUR",
      senderName: "Ana Ruiz",
      createdAt: this.now,
      bank: account.bank,
      accountName: account.name,
      attempts: [],
      match: null,
      matches: [],
      ...extra
    }
    this.requests.set(request.id, request)
    return request
  }

  delivery(account: Account, extra: Partial<DeliveryDetail> = {}): DeliveryDetail {
    const delivery: DeliveryDetail = {
      id: randomUUID(),
      messageId: "msg_01K5JZV2M3N4P5Q6R7S8T9V0W1",
      accountId: account.id,
      lane: "result",
      event: "matched",
      requestId: null,
      movementId: null,
      externalId: null,
      senderName: null,
      sequence: 1,
      status: "delivered",
      superseded: false,
      attemptsMade: 1,
      createdAt: this.now,
      nextAttemptAt: null,
      deliveredAt: this.now,
      lastOutcome: "delivered",
      lastHttpStatus: 200,
      lastFault: null,
      receiver: "open",
      stoppedBecause: null,
      stoppedCode: null,
      body: '{"status":"matched"}',
      attempts: [],
      ...extra
    }
    this.deliveries.set(delivery.id, delivery)
    return delivery
  }

  /** The account's login waits for a code of six digits. */
  ask(account: Account): Assistance {
    const assistance: Assistance = {
      id: "assist-1",
      type: "otp",
      descriptor: { length: 6, type: "numeric", purpose: "login" },
      attempts: 0
    }
    this.assistance.set(account.id, assistance)
    return assistance
  }
}
