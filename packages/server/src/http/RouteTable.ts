/** Which methods a path knows: the router only says that nothing fits. */
import { HttpApi, type HttpApiGroup } from "effect/http-api"

export interface Route {
  readonly method: string
  /** `/accounts/:accountId` */
  readonly path: string
}

export interface RouteTable {
  /** The methods of a path in the order of their declaration; empty for an unknown one. */
  (path: string): ReadonlyArray<string>
  /** The path as it is declared, `/accounts/:accountId`; `other` for an unknown one. */
  readonly shapeOf: (path: string) => string
}

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
  const shapes = routes.map(({ method, path }) => ({ method, path, segments: segmentsOf(path) }))
  const alike = Map.groupBy(shapes, ({ segments }) => likeness(segments))
  const shapeOf = (path: string): string => {
    const segments = segmentsOf(path)
    return alike.get(likeness(segments))?.find((shape) => fits(shape.segments, segments))?.path ?? "other"
  }
  const methodsOf = (path: string) => {
    const segments = segmentsOf(path)
    const methods = shapes.filter((shape) => fits(shape.segments, segments)).map((shape) => shape.method)
    return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))]
  }
  return Object.assign(methodsOf, { shapeOf })
}

/** Few routes share it, so that few have to be compared. */
const likeness = (segments: ReadonlyArray<string>): string =>
  `${segments.length} ${segments[1] ?? ""} ${segments[1] === "v1" ? (segments[2] ?? "") : ""}`

const segmentsOf = (path: string): ReadonlyArray<string> => path.replace(/\/$/, "").split("/")

const fits = (shape: ReadonlyArray<string>, segments: ReadonlyArray<string>): boolean =>
  shape.length === segments.length &&
  shape.every((part, index) => (part.startsWith(":") ? segments[index] !== "" : part === segments[index]))
