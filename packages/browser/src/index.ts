export { ChromiumBrowser, type ChromiumBrowserOptions } from "./ChromiumBrowser.ts"
export { pictureHash } from "./typeOnKeypad.ts"
