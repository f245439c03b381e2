import { lettering } from './draw-letters.ts';
import { dot, fill, place, round, stroke } from './svg-marks.ts';

/** Motifs fill a box from -100 to 100 both ways; a drawing takes its inks in the order of the product's list. */
const MOTIFS = {
  logo: ([text, ...arcs]: string[]) =>
    arcs
      .map((ink, index) => {
        const radius = 72 - index * 21;
        return stroke(`M${-radius} 22A${radius} ${radius} 0 0 1 ${radius} 22`, ink, 15);
      })
      .join('') +
    stroke('M-86 44H86', text!, 7) +
    lettering('PLATEN', 76, 172, text!),

  wordmark: ([text, line]: string[]) =>
    lettering('PLATEN', -8, 180, text!, 9) + stroke('M-86 32H30M50 32H86', line!, 7),

  mountain: ([peak, sun, far]: string[]) =>
    dot(26, -34, 42, sun!) +
    fill('M-20 44L42 -34Q48 -41 54 -34L100 30Q104 44 92 44Z', far!) +
    fill('M-100 44L-38 -52Q-30 -62 -22 -52L44 44Z', peak!) +
    fill(
      'M-30 -60Q-34 -59 -38 -52L-64 -12L-48 -20L-38 -6L-26 -20L-14 -8L-4 -26L-22 -52Q-26 -59 -30 -60Z',
      far!,
    ) +
    stroke('M-74 62H74M-52 78H52M-26 94H26', peak!, 7),

  waves: ([crest, near, deep, sun]: string[]) =>
    fill('M-58 -8A58 58 0 0 1 58 -8Z', sun!) +
    [crest, near, deep, near, crest]
      .map((ink, row) => stroke(wave(10 + row * 20, [96, 96, 96, 72, 48][row]!), ink!, 9))
      .join(''),

  leaf: ([dark, light]: string[]) => {
    const blade = 'M0 0C-20 -14 -24 -42 0 -68C24 -42 20 -14 0 0Z';
    const rows = [0, 1, 2, 3].map((row) => {
      const y = 62 - row * 36;
      const size = 1 - row * 0.11;
      const [left, right] = row % 2 ? [light!, dark!] : [dark!, light!];
      return place(fill(blade, left), 0, y, size, -58) + place(fill(blade, right), 0, y - 12, size, 56);
    });
    return (
      stroke('M0 98C-3 40 3 -20 0 -62', dark!, 5) + rows.join('') + place(fill(blade, dark!), 0, -50, 0.72)
    );
  },

  stripes: (inks: string[]) =>
    inks
      .map((ink, index) => {
        const y = index * 20;
        const [rise, level] = [30 + y, 90 - y];
        return stroke(
          `M-96 ${y + 40}H-52A${rise} ${rise} 0 0 0 ${y - 22} 10V-8A${level} ${level} 0 0 1 68 ${y - 98}H96`,
          ink,
          17,
        );
      })
      .join(''),

  moon: ([crescent, star, cloud]: string[]) =>
    fill('M22 -88A66 66 0 1 0 66 14A54 54 0 1 1 22 -88Z', crescent!) +
    sparkle(40, -34, 17, star!) +
    sparkle(78, -74, 10, star!) +
    sparkle(-74, -66, 9, star!) +
    sparkle(82, -8, 6, star!) +
    stroke('M-92 62H8M34 62H60M-58 80H92M-84 98H-22M2 98H44', cloud!, 8),

  bicycle: ([frame, accent, tyre]: string[]) =>
    [-56, 56].map((x) => spokes(x, 26, tyre!) + ring(x, 26, 40, frame!, 7)).join('') +
    stroke('M-56 26L-30 -30H34L-4 26H-56M-34 -40L-4 26M30 -44L56 26', accent!, 8) +
    stroke('M-50 -43H-20M14 -46H32C46 -46 50 -30 38 -26', frame!, 8) +
    ring(-4, 26, 10, frame!, 6) +
    lettering('VELO CLUB', 90, 150, frame!, 7),

  coffee: ([line, steam, brew]: string[]) =>
    stroke(
      'M-30 -48C-46 -64 -14 -74 -30 -94M2 -48C-14 -64 18 -74 2 -94M34 -48C18 -64 50 -74 34 -94',
      steam!,
      7,
    ) +
    stroke('M58 -8C96 -14 96 44 46 40', line!, 10) +
    fill('M-66 -26H66C66 30 46 64 0 64C-46 64 -66 30 -66 -26Z', line!) +
    fill('M-52 -14C-49 24 -36 46 -14 53C-30 36 -38 14 -40 -14Z', brew!) +
    stroke('M-84 82H84', line!, 10),

  cat: ([fur, light, nose]: string[]) =>
    fill(
      'M-78 -92Q-68 -96 -28 -62Q0 -68 28 -62Q68 -96 78 -92Q88 -40 84 4C84 62 46 88 0 88C-46 88 -84 62 -84 4Q-88 -40 -78 -92Z',
      fur!,
    ) +
    fill('M-68 -72L-40 -52L-64 -34ZM68 -72L40 -52L64 -34Z', nose!, 0.75) +
    dot(-36, 4, 19, light!) +
    dot(36, 4, 19, light!) +
    fill('M-36 -13A7 17 0 0 1 -36 21A7 17 0 0 1 -36 -13ZM36 -13A7 17 0 0 1 36 21A7 17 0 0 1 36 -13Z', fur!) +
    fill('M-11 30H11L0 42Z', nose!) +
    stroke('M0 42C0 56 -18 58 -22 50M0 42C0 56 18 58 22 50', light!, 5) +
    stroke('M-58 40L-98 32M-58 50L-96 58M58 40L98 32M58 50L96 58', light!, 4),

  camp: ([tree, tent, glow]: string[]) =>
    dot(52, -62, 19, glow!) +
    [
      [-70, 58, 1.05],
      [-36, 58, 0.72],
      [80, 58, 0.85],
    ]
      .map(([x, y, size]) =>
        place(fill('M0 -104L22 -62H13L32 -28H18L40 6H-40L-18 -28H-32L-13 -62H-22Z', tree!), x!, y!, size!),
      )
      .join('') +
    fill('M14 -24L74 62H-46Z', tent!) +
    fill('M14 4L38 62H-10Z', glow!) +
    stroke('M14 -24L6 -36M14 -24L22 -36', tent!, 5) +
    stroke('M-96 66H96M-60 82H60', tree!, 7),

  sunset: (inks: string[]) => {
    const bands = [0, 1, 2, 3, 4, 5, 6].map((row) => {
      const top = -92 + row * 25;
      const bottom = Math.min(top + 22.5 - row * 2, 80);
      return fill(slice(86, top + 6, bottom + 6), inks[Math.min(Math.floor(row / 1.75), inks.length - 1)]!);
    });
    const birds = stroke(
      'M-92 -64Q-82 -76 -74 -64Q-66 -76 -56 -64M66 -82Q74 -92 81 -82Q88 -92 96 -82',
      inks[0]!,
      5,
    );
    return bands.join('') + birds;
  },

  whale: ([body, belly, eye]: string[]) =>
    stroke('M-34 -42V-58M-34 -58C-34 -78 -60 -80 -64 -66M-34 -58C-34 -78 -8 -80 -4 -66', body!, 7) +
    fill(
      'M-94 6C-94 -26 -66 -38 -34 -36C8 -34 26 12 58 6C70 4 74 -12 72 -26C60 -30 50 -42 50 -56C66 -56 76 -50 80 -40C84 -52 92 -58 104 -58C106 -42 98 -30 88 -26C92 24 62 66 2 66C-56 66 -94 46 -94 6Z',
      body!,
    ) +
    fill('M-94 10C-70 34 -34 40 10 38C26 37 36 40 40 48C28 60 18 66 2 66C-56 66 -92 48 -94 10Z', belly!) +
    stroke('M-60 44C-50 50 -42 53 -32 55M-30 46C-20 51 -10 53 0 54', body!, 3.5, 0.6) +
    dot(-58, 6, 6, eye!) +
    stroke('M-66 88Q-54 78 -42 88T-18 88T6 88T30 88', body!, 6, 0.55),

  bear: ([fur, muzzle, nose, cheek]: string[]) =>
    dot(-58, -52, 32, fur!) +
    dot(58, -52, 32, fur!) +
    dot(-58, -52, 17, muzzle!) +
    dot(58, -52, 17, muzzle!) +
    `<ellipse cy="8" rx="86" ry="78" fill="${fur}"/><ellipse cy="36" rx="40" ry="32" fill="${muzzle}"/>` +
    dot(-34, -8, 8, nose!) +
    dot(34, -8, 8, nose!) +
    `<ellipse cy="22" rx="13" ry="9" fill="${nose}"/>` +
    stroke('M0 28V42M-14 44Q-6 52 0 42Q6 52 14 44', nose!, 4.5) +
    dot(-58, 24, 11, cheek!) +
    dot(58, 24, 11, cheek!),

  contours: ([line, peak]: string[]) =>
    [92, 80, 68, 56, 45, 34, 24, 14]
      .map((radius, index) => stroke(contour(radius), index > 5 ? peak! : line!, 2.2))
      .join(''),

  /** As long as whatever they go round. */
  rings: (inks: string[]) =>
    inks.map((ink, index) => stroke(`M-400 ${index * 30 - 30}H400`, ink, 18)).join(''),

  crest: ([shield, accent, light]: string[]) =>
    fill('M-70 -84H70V0C70 48 36 76 0 92C-36 76 -70 48 -70 0Z', accent!) +
    fill('M-57 -71H57V0C57 38 30 62 0 76C-30 62 -57 38 -57 0Z', shield!) +
    lettering('P', -8, 46, light!, 9),

  lemons: ([fruit, leaf, peel]: string[]) => {
    const lemon =
      fill(
        'M-36 0C-36 -26 -16 -32 4 -32C26 -32 34 -16 36 -6C42 -4 44 4 36 6C32 20 20 32 2 32C-18 32 -36 24 -36 0Z',
        fruit!,
      ) +
      stroke('M-24 6C-22 16 -12 22 0 22', peel!, 5) +
      stroke('M-36 0C-46 -6 -50 -14 -50 -24', leaf!, 5) +
      fill('M-50 -22C-36 -46 -14 -50 4 -44C-6 -28 -28 -18 -50 -22Z', leaf!);
    const spots = [
      [-50, -68, -14],
      [52, -64, 28],
      [0, 2, 8],
      [-54, 72, 22],
      [54, 68, -18],
    ];
    return spots.map(([x, y, degrees]) => place(lemon, x!, y!, 0.8, degrees)).join('');
  },
} satisfies Record<string, (inks: string[]) => string>;

export type MotifName = keyof typeof MOTIFS;

/** Draws a motif in the box from -100 to 100. */
export function drawMotif(name: MotifName, inks: string[]): string {
  return MOTIFS[name](inks);
}

/** A wavy line; lines of any width that is a multiple of 24 swing together. */
function wave(y: number, halfWidth: number): string {
  const swing = (halfWidth / 24) % 2 ? 15 : -15;
  return `M${-halfWidth} ${y}q12 ${swing} 24 0${'t24 0'.repeat(halfWidth / 12 - 1)}`;
}

/** The part of a circle around the origin between two heights. */
function slice(radius: number, top: number, bottom: number): string {
  const high = round(Math.sqrt(Math.max(0, radius ** 2 - top ** 2)));
  const low = round(Math.sqrt(Math.max(0, radius ** 2 - bottom ** 2)));
  return `M${-high} ${top}H${high}A${radius} ${radius} 0 0 1 ${low} ${bottom}H${-low}A${radius} ${radius} 0 0 1 ${-high} ${top}Z`;
}

/** A wobbling closed line around the origin, as on a map. */
function contour(radius: number): string {
  const points = Array.from({ length: 28 }, (_, index) => {
    const angle = (index / 28) * 2 * Math.PI;
    const reach =
      radius * (1 + 0.13 * Math.sin(2 * angle + radius / 30) + 0.09 * Math.sin(5 * angle - radius / 22));
    return [round(reach * Math.cos(angle)), round(reach * Math.sin(angle))] as const;
  });
  const middles = points.map(([x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    return `${x} ${y} ${round((x + nextX) / 2)} ${round((y + nextY) / 2)}`;
  });
  return `M${middles.at(-1)!.split(' ').slice(2).join(' ')}Q${middles.join(' ')}Z`;
}

function sparkle(x: number, y: number, size: number, color: string): string {
  return place(
    fill('M0 -1Q0.14 -0.14 1 0Q0.14 0.14 0 1Q-0.14 0.14 -1 0Q-0.14 -0.14 0 -1Z', color),
    x,
    y,
    size,
  );
}

function ring(x: number, y: number, radius: number, color: string, width: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
}

function spokes(x: number, y: number, color: string): string {
  const lines = [0, 45, 90, 135].map((degrees) =>
    place(stroke('M-37 0H37', color, 2, 0.7), x, y, 1, degrees),
  );
  return lines.join('');
}
