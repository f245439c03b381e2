/**
 * Paths on a grid of 24 by 24, in the colour of the text. Screen readers skip icons, because each icon has
 * text beside it.
 */
export const ICON_PATHS = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M8 15l3 2 5-4',
  orders: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  release: 'M5 4v16M9 6l10 6-10 6z',
  bins: 'M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z',
  batches: 'M4 8l8-4 8 4-8 4zM4 12l8 4 8-4M4 16l8 4 8-4',
  catalogue: 'M9 4 4 7l2 4 2-1v10h8V10l2 1 2-4-5-3c-1 2-5 2-6 0z',
  stock: 'M4 8 12 4l8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  import: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  carriers: 'M3 6h11v10H3zM14 10h4l3 3v3h-7zM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  postage: 'M4 5h16v14H4zM8 9h5M8 12h3M15 9h2v3h-2z',
  machines: 'M4 20V9l5 3V9l5 3V4h6v16zM8 16h2M14 16h2',
  printers: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  papers: 'M9 3h11v14H9zM9 7H4v14h11v-4M12 8h5M12 12h5',
  clients: 'M4 9l1-5h14l1 5M4 9c0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0 0 3 4 3 4 0M5 12v8h14v-8M10 20v-5h4v5',
  webhooks: 'M4 12h10M10 7l5 5-5 5M18 4v16',
  staff:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 3-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.500c2 1 3 3 3 5.500',
  stations: 'M4 5h16v11H4zM9 20h6M12 16v4',
  audit: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h5',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM5 20c0-4 3-6 7-6s7 2 7 6',
  handOvers: 'M3 12h9M8 8l4 4-4 4M14 5h7v14h-7',
  returns: 'M9 7H5V3M5 7a8 8 0 1 1-1 6M12 9v4l3 2',
  reports: 'M4 20h16M6 17v-5M11 17V6M16 17v-8',
  statements: 'M6 3h12v18H6zM9 8h6M9 12h6M9 16h3',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 21 21',
  lock: 'M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3',
  down: 'M6 9l6 6 6-6',
  left: 'M15 6l-6 6 6 6',
  right: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
  circle: 'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16z',
  check: 'M5 12l5 5L20 7',
  warning: 'M12 4 2.500 20h19zM12 10v4M12 17v.5',
  bell: 'M6 17h12l-1.500-2.500V10a4.500 4.500 0 0 0-9 0v4.500zM10 20h4',
  star: 'M12 4l2.500 5.200 5.500.800-4 4 1 5.700-5-2.700-5 2.700 1-5.700-4-4 5.500-.800z',
  pause: 'M8 5v14M16 5v14',
  download: 'M12 4v11M7 10l5 5 5-5M5 20h14',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.500M2 8.500a14 14 0 0 1 4-2.500M19 12a10 10 0 0 0-5-3M22 8.500A14 14 0 0 0 11 5M8.500 15.500a5 5 0 0 1 6-.500M12 19v.5',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.500 9.500a2.500 2.500 0 1 1 3.500 2.300c-.700.300-1 .800-1 1.700M12 17v.5',
  refresh: 'M20 11a8 8 0 0 0-14-4.500L4 8M4 4v4h4M4 13a8 8 0 0 0 14 4.500l2-1.500M20 20v-4h-4',
  image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.500v.5',
  sound: 'M4 9.500h4l5-4.500v14l-5-4.500H4zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  silent: 'M4 9.500h4l5-4.500v14l-5-4.500H4zM16.500 9.500l5 5M21.500 9.500l-5 5',
  note: 'M5 4h14v11l-5 5H5zM19 15h-5v5M9 9h6M9 13h3',
} as const;

export type IconName = keyof typeof ICON_PATHS;
