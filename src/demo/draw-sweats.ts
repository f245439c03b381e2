import { LABEL, ribColor, roundCollar } from './draw-collar.ts';
import type { DrawShape } from './draw-shape.ts';
import { both, dot, fill, type Material, seam, stitches, stroke, symmetrical, tone } from './svg-marks.ts';

const OUTLINE = symmetrical(
  [0, 172],
  [
    [36, 172, 62, 166, 76, 152],
    [118, 164, 156, 178, 186, 196],
    [232, 222, 256, 330, 290, 570],
    [296, 606, 299, 634, 302, 668],
    [280, 677, 254, 680, 230, 680],
    [229, 654, 226, 628, 222, 600],
    [212, 500, 202, 430, 188, 374],
    [186, 480, 186, 590, 186, 706],
    [126, 716, 60, 719, 0, 719],
  ],
);

const FOLDS: [string, string] = [
  'M216 374C260 386 280 420 274 480M240 690C262 630 288 600 302 540M144 470C158 482 172 484 186 478M150 404C164 412 178 414 192 408M384 664C390 620 392 600 390 560',
  'M304 260C290 320 302 400 306 460M340 664C346 620 338 590 348 540M204 236C176 330 152 450 136 570',
];

/** The seams where the sleeves are set in. */
function armholes(material: Material): string {
  return both(seam('M214 197C200 250 204 316 212 374', material));
}

/** Ribbed cuffs and hem. */
function ribs(material: Material): string {
  const hem = Array.from({ length: 42 }, (_, index) => `M${212 + index * 9.1} 676v44`).join('');
  const cuff = Array.from({ length: 10 }, (_, index) => `M${101 + index * 8} 622l-5 60`).join('');
  const line = (data: string) =>
    `<path d="${data}" stroke="${material.dark ? '#000' : '#4a4036'}" stroke-opacity="${material.dark ? 0.3 : 0.14}" stroke-width="2.5"/>`;
  return (
    fill('M200 672C280 680 520 680 600 672V724H200Z', ribColor(material)) +
    line(hem) +
    seam('M210 672C280 680 520 680 590 672', material) +
    both(
      fill('M90 612C120 624 150 626 184 622V690H86Z', ribColor(material)) +
        line(cuff) +
        seam('M100 615C124 624 150 627 178 623', material),
    )
  );
}

const longsleeve: DrawShape = (material) => ({
  outline: OUTLINE,
  print: { x: 400, y: 404, width: 236, height: 236 },
  folds: FOLDS,
  light: 'cloth',
  detail:
    roundCollar(material, 74, 152, 234, 16) +
    armholes(material) +
    both(stitches('M98 656C120 664 146 668 174 668', material)) +
    stitches('M212 698C280 708 340 711 400 711S520 708 588 698', material),
});

const sweatshirt: DrawShape = (material) => ({
  outline: OUTLINE,
  print: { x: 400, y: 418, width: 252, height: 252 },
  folds: FOLDS,
  light: 'cloth',
  detail:
    roundCollar(material, 74, 152, 230, 24) +
    seam('M382 249L400 282L418 249', material) +
    armholes(material) +
    ribs(material),
});

const hoodie: DrawShape = (material, back) => ({
  outline: OUTLINE,
  print: back ? { x: 400, y: 440, width: 244, height: 244 } : { x: 400, y: 438, width: 236, height: 236 },
  folds: FOLDS,
  light: 'cloth',
  detail:
    armholes(material) +
    ribs(material) +
    (back
      ? ''
      : fill('M300 506H500L550 600V676H250V600Z', tone(material.hex, material.dark ? 0.04 : -0.025)) +
        seam('M300 506H500L550 600V674M300 506L250 600V674', material) +
        stitches('M309 513H491M292 510L258 602M508 510L542 602', material)),
  above: back ? closedHood(material) : openHood(material) + both(cord(material)),
});

const zipHoodie: DrawShape = (material, back) => {
  const shape = hoodie(material, back);
  if (back) return shape;
  const pocket = 'M386 512L308 508L262 596V676H386Z';
  return {
    ...shape,
    chest: { x: 502, y: 418, width: 88, height: 88 },
    detail:
      armholes(material) +
      both(
        fill(pocket, tone(material.hex, material.dark ? 0.05 : -0.03)) +
          seam('M386 512L308 508L262 596V674', material) +
          stitches('M300 514L270 598M384 262V716', material),
      ) +
      ribs(material) +
      fill('M388 250h24v470h-24Z', tone(material.hex, -0.18)) +
      `<path d="M400 256V720" stroke="${material.dark ? '#c9c5bc' : '#8f8b83'}" stroke-width="7" stroke-dasharray="3 2.5"/>`,
    above:
      openHood(material) +
      both(cord(material)) +
      fill('M394 268h12v26l-2 18h-8l-2 -18Z', '#b9b6ae') +
      stroke('M400 298v10', '#7d7a73', 3),
  };
};

/** A hood lying open: its outside, the dark inside, the rim. */
function openHood(material: Material): string {
  const inside =
    'M326 186C318 128 350 96 400 96C450 96 482 128 474 186C464 222 432 246 400 262C368 246 336 222 326 186Z';
  const facing =
    'M338 178C346 204 372 214 400 214C428 214 454 204 462 178C470 204 440 240 400 256C360 240 330 204 338 178Z';
  return (
    fill(
      'M290 190C272 108 328 66 400 66C472 66 528 108 510 190C496 236 446 262 400 268C354 262 304 236 290 190Z',
      tone(material.hex, material.dark ? 0.04 : -0.03),
    ) +
    fill(inside, tone(material.hex, material.dark ? -0.45 : -0.24)) +
    fill(facing, tone(material.hex, material.dark ? -0.25 : -0.13)) +
    fill('M384 216h32v20h-32Z', LABEL, 0.85) +
    stitches(
      'M314 190C304 122 342 84 400 84C458 84 496 122 486 190C474 230 436 254 400 272C364 254 326 230 314 190',
      material,
    ) +
    seam(inside, material)
  );
}

/** A hood seen from behind, lying on the back. */
function closedHood(material: Material): string {
  const hood =
    'M296 178C282 110 330 74 400 74C470 74 518 110 504 178C494 226 444 258 400 282C356 258 306 226 296 178Z';
  return (
    `<path d="${hood}" transform="translate(0 10)" fill="#000" fill-opacity=".3" filter="url(#soft)"/>` +
    fill(hood, tone(material.hex, material.dark ? 0.05 : -0.02)) +
    seam('M400 75V280', material) +
    both(seam('M322 120C312 170 340 214 376 240', material))
  );
}

/** The left cord of a hood, with its eyelet and tip. */
function cord(material: Material): string {
  const hanging = 'M352 246C346 280 350 310 345 342';
  return (
    dot(352, 244, 6, '#8d8a84') +
    stroke(hanging, '#000000', 8, 0.16) +
    stroke(hanging, material.dark ? '#e8e2d6' : '#f7f4ee', 6) +
    stroke('M345 334V352', '#b9b4aa', 7)
  );
}

export const sweats = { longsleeve, sweatshirt, hoodie, zipHoodie };
