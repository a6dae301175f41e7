/** The one script of the scripted bank, written against the host's verbs; a "bundle" is the JSON text of its manifest. */
import {
  type HostAnswer,
  type HostCall,
  ScriptDoesNotLoad,
  ScriptFault,
  ScriptManifest,
  type ScriptPhase,
  ScriptRunner
} from "@counterfoil/core"
import { Duration, Effect, Schema } from "effect"

const Bundle = Schema.fromJsonString(ScriptManifest)

const load = (bundle: string) =>
  Effect.mapError(
    Schema.decodeUnknownEffect(Bundle)(bundle),
    () => new ScriptDoesNotLoad({ message: "SyntaxError: the bundle is not a script" })
  )

type Host = (call: HostCall) => Effect.Effect<HostAnswer>

const declared = (failure: string) =>
  new ScriptFault({ kind: "declared", failure, message: `The bank says ${failure}` })

const Descriptor = Schema.Struct({
  length: Schema.Int,
  type: Schema.Literals(["numeric", "alphanumeric"]),
  purpose: Schema.optionalKey(Schema.String)
})
const decodeDescriptor = Schema.decodeUnknownEffect(Schema.fromJsonString(Descriptor))
const decodeHandle = Schema.decodeUnknownEffect(Schema.Struct({ secret: Schema.String, length: Schema.Int }))
const decodeExtract = Schema.decodeUnknownEffect(
  Schema.Struct({
    since: Schema.String,
    account: Schema.Struct({ bankAccount: Schema.optionalKey(Schema.String) })
  })
)
const decodeText = Schema.decodeUnknownEffect(Schema.String)
const decodeJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Json))

const scriptOn = (host: Host) => {
  const ask = (verb: string, args: Readonly<Record<string, Schema.Json>> = {}) =>
    Effect.flatMap(host({ verb, args: { ...args } }), (answer) =>
      "ok" in answer
        ? Effect.succeed(answer.ok)
        : new ScriptFault({ kind: "script_error", message: `${answer.err.code}: ${answer.err.message}` })
    )
  const onPage = (verb: string, more: Readonly<Record<string, Schema.Json>> = {}) => ask(verb, { page: 0, ...more })
  const element = (name: string) => ({ steps: [{ method: "getByTestId", arg: name }] })
  const fill = (secret: string) => onPage("locator.fill", { ...element(secret), value: { secret } })
  const submit = Effect.andThen(onPage("locator.click", element("submit")), onPage("page.title"))

  const answerWith = Effect.fnUntraced(function* (asked: Schema.Json) {
    const { secret } = yield* decodeHandle(asked)
    yield* fill(secret)
    return yield* submit
  })

  const giveCode = Effect.gen(function* () {
    const text = yield* onPage("locator.getAttribute", { ...element("code"), name: "data-descriptor" })
    const first = yield* ask("otp.request", { ...(yield* decodeDescriptor(text)) })
    let screen = yield* answerWith(first)
    while (screen === "wrong_code") screen = yield* answerWith(yield* ask("otp.rejected"))
    yield* ask("otp.accepted")
    return screen
  })

  /** The app asks its owner; the page goes on by itself. */
  const waitForApproval = Effect.gen(function* () {
    yield* ask("otp.approval", { message: "Confirm the login in your app" })
    const look = Effect.delay(onPage("page.title"), "20 millis")
    const screen = yield* Effect.repeat(look, { while: (shown) => shown === "approval" })
    yield* ask("otp.accepted")
    return screen
  })

  const login = Effect.gen(function* () {
    yield* fill("username")
    yield* fill("password")
    let screen = yield* submit
    if (screen === "code") screen = yield* giveCode
    if (screen === "approval") screen = yield* waitForApproval
    if (screen === "home") return "authenticated"
    return yield* declared(screen === "wrong_password" ? "invalid_credentials" : String(screen).replace("refused ", ""))
  })

  const extract = Effect.fnUntraced(function* (args: Schema.Json) {
    const { account, since } = yield* decodeExtract(args)
    const { steps } = element(since)
    const named = account.bankAccount === undefined ? [] : element(account.bankAccount).steps
    const text = yield* decodeText(yield* onPage("locator.inputValue", { steps: [...steps, ...named] }))
    return text.startsWith("{") ? yield* decodeJson(text) : yield* declared(text)
  })

  return (phase: ScriptPhase, args: Schema.Json) => {
    switch (phase) {
      case "login":
        return login
      case "extract":
        return extract(args)
      case "logout":
        return Effect.as(onPage("locator.click", element("logout")), null)
      case "resume":
      case "keepAlive":
        return Effect.map(onPage("page.title"), (screen) => screen === "home")
    }
  }
}

/** `onStart` hears of each run. */
export const scriptedRunner = (onStart: (run: { readonly bank: string; readonly version: string }) => void) =>
  ScriptRunner.of({
    inspect: load,
    start: Effect.fnUntraced(function* ({ bundle, host }) {
      const manifest = yield* load(bundle)
      onStart(manifest)
      const run = scriptOn(host)
      return {
        manifest,
        invoke: (phase, args, deadline) =>
          run(phase, args).pipe(
            Effect.catchTag(
              "SchemaError",
              (error) => new ScriptFault({ kind: "script_error", message: error.message })
            ),
            Effect.timeoutOrElse({
              duration: deadline,
              orElse: () =>
                new ScriptFault({ kind: "timeout", message: `${phase} did not end in ${Duration.format(deadline)}` })
            })
          )
      }
    })
  })
