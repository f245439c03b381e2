/** The demo shop's palette: `code` ends up in SKUs, `hex` in drawings; `dark` cloth needs a white underbase. */
export const demoColors = {
  Black: { code: 'BLK', hex: '#28282c', dark: true },
  White: { code: 'WHT', hex: '#f7f6f3', dark: false },
  Natural: { code: 'NAT', hex: '#ebe0c9', dark: false },
  'Heather Grey': { code: 'HGR', hex: '#b8babd', dark: false },
  Charcoal: { code: 'CHA', hex: '#494c52', dark: true },
  Navy: { code: 'NVY', hex: '#22304f', dark: true },
  'Ocean Blue': { code: 'OCN', hex: '#2f6c86', dark: true },
  'Sky Blue': { code: 'SKY', hex: '#a9cbdf', dark: false },
  'Forest Green': { code: 'FOR', hex: '#2d4d3e', dark: true },
  Sage: { code: 'SAG', hex: '#a9b79b', dark: false },
  Sand: { code: 'SND', hex: '#d9c7a6', dark: false },
  Mustard: { code: 'MUS', hex: '#d9a53f', dark: false },
  Rust: { code: 'RST', hex: '#ab5431', dark: true },
  Red: { code: 'RED', hex: '#b5332f', dark: true },
  Burgundy: { code: 'BUR', hex: '#67233a', dark: true },
  'Dusty Pink': { code: 'PNK', hex: '#dfb3ae', dark: false },
  Lavender: { code: 'LAV', hex: '#bcb2d6', dark: false },
  Kraft: { code: 'KRA', hex: '#bb9a70', dark: false },
  Silver: { code: 'SLV', hex: '#c9cdd0', dark: false },
  Clear: { code: 'CLR', hex: '#e8edef', dark: false },
} as const satisfies Record<string, { code: string; hex: string; dark: boolean }>;

export type ColorName = keyof typeof demoColors;
