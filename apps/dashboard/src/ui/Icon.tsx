/** Line icons on a grid of 24, drawn for this page. They say nothing by themselves: a text stands beside each. */
const paths = {
  home: "M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4.5v-5h-5v5H5a1 1 0 0 1-1-1z",
  orders: "M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h4",
  movements: "M7 8h11m0 0-3-3m3 3-3 3M17 16H6m0 0 3-3m-3 3 3 3",
  accounts: "M4 9.5 12 5l8 4.5M5.5 10v7M10 10v7M14 10v7M18.5 10v7M4 19h16",
  deliveries: "M4 12 20 5l-4 15-4.5-6zM11.5 14 20 5",
  banks: "M8 4h8l3 5-7 11L5 9zM5 9h14M9.5 9 12 20l2.5-11",
  keys: "M14.5 9.5a4 4 0 1 1-2.4-3.7 4 4 0 0 1 2.4 3.7zm-1.2 2.3L20 18.5V21h-3v-2h-2v-2l-2.2-2.2",
  settings:
    "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM12 3.5v2.3M12 18.2v2.3M20.5 12h-2.3M5.8 12H3.5M18 6l-1.6 1.6M7.6 16.4 6 18M18 18l-1.6-1.6M7.6 7.6 6 6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  check: "m5 12.5 4.5 4.5L19 7.5",
  cross: "M6 6l12 12M18 6 6 18",
  alert:
    "M12 8.5v5M12 16.6v.01M10.6 4.6 3.2 17.5A1.6 1.6 0 0 0 4.6 20h14.8a1.6 1.6 0 0 0 1.4-2.5L13.4 4.6a1.6 1.6 0 0 0-2.8 0z",
  refresh: "M19 12a7 7 0 1 1-2-4.9L19 9M19 4.5V9h-4.5",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10-6.5z",
  phone: "M8 3.5h8a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1zM11 17.5h2",
  search: "M16 16l4.5 4.5M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0z",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  plus: "M12 5v14M5 12h14",
  arrow: "M5 12h14m0 0-5-5m5 5-5 5",
  out: "M14 5h4a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1h-4M10 8l-4 4 4 4M6 12h9",
  clock: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4.3l2.8 1.7",
  eye: "M3 12s3.2-6 9-6 9 6 9 6-3.2 6-9 6-9-6-9-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z"
} as const

export type IconName = keyof typeof paths

interface IconProps {
  readonly name: IconName
  /** With its size: an icon without one takes all the width that there is. */
  readonly className?: `size-${string}`
}

export const Icon = ({ className = "size-5", name }: IconProps) => (
  <svg
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={name === "more" ? 2.6 : 1.7}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    className={`shrink-0 ${className}`}
  >
    <path d={paths[name]} />
  </svg>
)
