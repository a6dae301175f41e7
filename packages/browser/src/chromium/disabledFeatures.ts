/**
 * Features of Chromium that Playwright 1.65.1 turns off. Of two `--disable-features` Chromium heeds the last, so ours
 * has to say Playwright's once more; a test compares them with what the browser was started with.
 */
const playwrights = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion"
]

/**
 * What a whole Chromium (not a headless shell) does for every window, and each context is a window: the suggestions of the
 * address bar, a page with a renderer of its own, and a spare renderer for the next site. Half and a sixth of the processor
 * time of a short session (Debian's Chromium 156: 1.0 s a context with all, 0.38 without the first, 0.32 without both).
 */
const forPeople = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "PreloadTopChromeWebUI",
  "SpareRendererForSitePerProcess"
]

export const disabledFeaturesFlag = `--disable-features=${[...playwrights, ...forPeople].join(",")}`
