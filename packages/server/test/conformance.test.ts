/**
 * The contract over real sockets, endpoint by endpoint. One file for the runner, since loading the server costs more than
 * all of these together.
 */
import "./conformance/accounts.ts"
import "./conformance/apiKeys.ts"
import "./conformance/auth.ts"
import "./conformance/banks.ts"
import "./conformance/codes.ts"
import "./conformance/deliveries.ts"
import "./conformance/envelopes.ts"
import "./conformance/lists.ts"
import "./conformance/openapi.ts"
import "./conformance/otp.ts"
import "./conformance/realtime.ts"
import "./conformance/reference.ts"
import "./conformance/settings.ts"
