import type { AccountSettings } from "../../src/accounts/Account.ts"

/** Of a one-shot account that logs in without a person; nothing is asked for and nothing sent. */
export const plainSettings: AccountSettings = {
  id: "settings",
  accountId: "account",
  pendingOrdersEndpoint: null,
  webhookUrl: "",
  webhookAuthType: null,
  webhookAuthToken: null,
  notificationEndpointUrl: null,
  notificationAuthType: null,
  notificationAuthToken: null,
  notificationEvents: [],
  retryLimit: 3,
  pollingMethod: "GET",
  pollingBody: null,
  authType: null,
  authToken: null,
  bankUsername: null,
  bankAccount: null,
  notifyOnExpired: false,
  webhookExtraFields: null,
  sessionType: "one-shot",
  loginMode: "simple",
  silentIngestion: false,
  credentialsVersion: 1,
  webhookAddress: "",
  notificationAddress: null
}
