/** Which methods a path knows: the router only says that nothing fits. */
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export interface Route {
  readonly method: string
  /** `/accounts/:accountId` */
  readonly path: string
}

/** The methods of a path in the order of their declaration; empty for an unknown one. */
export type RouteTable = (path: string) => ReadonlyArray<string>

export const routesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Route> => {
  const routes: Array<Route> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint }) => void routes.push({ method: endpoint.method, path: endpoint.path })
  })
  return routes
}

export const routeTable = (routes: ReadonlyArray<Route>): RouteTable => {
  const shapes = routes.map(({ method, path }) => ({ method, segments: segmentsOf(path) }))
  return (path) => {
    const segments = segmentsOf(path)
    const methods = shapes.filter((shape) => fits(shape.segments, segments)).map((shape) => shape.method)
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
  }
}

const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/, "").split("/")

const fits = (shape: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  shape.length === segments.length &&
  shape.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
