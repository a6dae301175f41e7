/**
 * The contract on the whole service: real Postgres, real actors, real sockets; only the bank's side is in memory.
 * docs/conformance.md says which sentence is proven where. One file for the runner, since starting the service costs more
 * than most of the parts.
 */
import "./support/served.ts"
import "./rows/abuse.ts"
import "./rows/accounts.ts"
import "./rows/banks.ts"
import "./rows/byFile.ts"
import "./rows/client.ts"
import "./rows/codes.ts"
import "./rows/conciliation.ts"
import "./rows/further.ts"
import "./rows/fuzz.ts"
import "./rows/isolation.ts"
import "./rows/movements.ts"
import "./rows/otherAccounts.ts"
import "./rows/people.ts"
import "./rows/realtime.ts"
import "./rows/rehearsal.ts"
import "./rows/scrapes.ts"
import "./rows/settings.ts"
import "./rows/statements.ts"
import "./rows/stories.ts"
import "./rows/webhooks.ts"
