/** What runs, as the log of an endpoint, the metrics and `counterfoil --version` say it; the manifests of all packages have the same. */
export const version = "0.3.0-dev"
