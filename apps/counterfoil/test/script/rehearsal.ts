/** What an author's tools run a script with: an isolate, and a browser that may reach this machine. */
import { RehearsalBrowser } from "@counterfoil/browser"
import { IsolatedScriptRunner } from "@counterfoil/sandbox"
import { Layer } from "effect"

export const rehearsal = Layer.merge(
  IsolatedScriptRunner.layer(),
  RehearsalBrowser.layer({ executablePath: process.env["CHROMIUM_PATH"], egressAllow: ["127.0.0.0/8"] })
)
