/** Under which it is kept where the demo's own pages are, for as long as this page is open. */
export const demoKey = ["demo", "pages"] as const

export interface DemoPages {
  readonly shop: string
  readonly bank: string
}
