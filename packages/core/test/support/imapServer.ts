/** The scripted mail server, with the certificate of these tests. */
import { imapServer as scripted } from "@counterfoil/testing/imapServer"
import { testCertificate, testKey } from "../delivery/testCertificate.ts"

export const imapServer = (security: "tls" | "starttls") =>
  scripted(security, { tls: { key: testKey, cert: testCertificate } })
