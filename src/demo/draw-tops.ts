import { backCollar, LABEL, ribColor, roundCollar } from './draw-collar.ts';
import type { DrawShape } from './draw-shape.ts';
import { both, dot, fill, seam, stitches, stroke, symmetrical, tone } from './svg-marks.ts';

const TEE_OUTLINE = symmetrical(
  [0, 150],
  [
    [34, 150, 62, 146, 78, 132],
    [124, 146, 166, 160, 198, 178],
    [242, 204, 280, 280, 312, 350],
    [288, 374, 262, 388, 230, 400],
    [220, 374, 208, 346, 196, 322],
    [190, 430, 194, 570, 198, 702],
    [136, 716, 60, 720, 0, 720],
  ],
);

const TEE_FOLDS: [string, string] = [
  'M218 330C264 350 282 400 276 460M246 700C262 630 286 590 300 520M374 712C380 650 386 620 384 580M182 300C204 300 216 312 224 328',
  'M300 240C286 300 300 390 306 450M334 700C340 630 330 600 340 540M224 208C192 250 172 294 154 342',
];

const tee: DrawShape = (material, back) => ({
  outline: TEE_OUTLINE,
  print: back ? { x: 400, y: 270, width: 190, height: 190 } : { x: 400, y: 384, width: 240, height: 240 },
  folds: TEE_FOLDS,
  light: 'cloth',
  detail:
    (back ? backCollar(material, 78, 138) : roundCollar(material, 76, 132, 220, 17)) +
    both(
      seam('M212 176C196 222 196 276 206 326', material) +
        stitches('M96 338C118 360 144 376 176 388M102 329C124 351 150 367 180 379', material),
    ) +
    stitches(
      'M198 699C270 712 340 712 400 712S530 712 602 699M198 690C270 703 340 703 400 703S530 703 602 690',
      material,
    ),
});

const kidsTee: DrawShape = (material) => ({
  outline: symmetrical(
    [0, 186],
    [
      [36, 186, 62, 180, 76, 168],
      [112, 178, 142, 190, 170, 206],
      [214, 230, 244, 290, 270, 350],
      [246, 372, 222, 384, 194, 394],
      [186, 376, 178, 358, 170, 342],
      [166, 430, 172, 550, 178, 668],
      [126, 682, 60, 686, 0, 686],
    ],
  ),
  print: { x: 400, y: 424, width: 208, height: 208 },
  folds: [
    'M236 346C268 362 284 400 280 456M262 670C276 610 298 580 310 520M382 680C386 630 390 600 388 570',
    'M304 272C294 326 304 400 308 460M338 672C342 620 336 590 346 540M258 240C228 274 208 314 190 350',
  ],
  light: 'cloth',
  detail:
    roundCollar(material, 74, 168, 244, 15) +
    both(
      seam('M232 206C218 248 218 300 228 342', material) +
        stitches('M136 338C158 360 184 374 210 382M142 330C164 351 188 365 214 374', material),
    ) +
    stitches('M218 664C280 676 340 678 400 678S520 676 582 664', material),
});

const tank: DrawShape = (material) => ({
  outline: symmetrical(
    [0, 206],
    [
      [50, 206, 78, 180, 84, 106],
      [100, 102, 118, 104, 134, 110],
      [136, 210, 150, 284, 196, 316],
      [188, 430, 192, 560, 200, 692],
      [136, 708, 60, 712, 0, 712],
    ],
  ),
  behind: fill(
    'M316 108C330 166 360 178 400 178C440 178 470 166 484 108L470 250H330Z',
    tone(material.hex, -0.2),
  ),
  print: { x: 400, y: 424, width: 240, height: 240 },
  folds: [
    'M212 334C264 346 288 400 284 456M246 688C266 614 292 580 304 520M378 704C384 640 388 610 386 580',
    'M306 250C298 324 310 400 308 456M336 690C344 630 334 600 344 540',
  ],
  light: 'cloth',
  detail:
    stroke('M316 106C322 180 350 206 400 206S478 180 484 106', ribColor(material), 22) +
    seam('M304 106C310 190 342 218 400 218S490 190 496 106', material) +
    both(
      stroke('M266 110C264 214 250 284 204 316', ribColor(material), 18) +
        seam('M277 108C275 220 262 294 206 330', material),
    ) +
    stitches(
      'M198 690C270 702 340 704 400 704S530 702 602 690M198 681C270 693 340 695 400 695S530 693 602 681',
      material,
    ),
});

const polo: DrawShape = (material) => {
  const collar = 'M328 126C318 136 312 146 308 158L352 234C372 224 388 214 401 198C368 182 340 162 328 126Z';
  const button = (y: number) =>
    dot(401, y, 6.5, material.dark ? '#d8d3c8' : '#ffffff') +
    seam(`M394.5 ${y}a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0 -13 0`, material);
  return {
    outline: TEE_OUTLINE,
    print: { x: 400, y: 420, width: 220, height: 220 },
    chest: { x: 492, y: 312, width: 74, height: 74 },
    folds: TEE_FOLDS,
    light: 'cloth',
    detail:
      fill('M380 186H422V358H380Z', tone(material.hex, material.dark ? 0.04 : -0.02)) +
      seam('M380 202V358H422V202', material) +
      stitches('M385 202V352H417V202', material) +
      both(
        seam('M212 176C196 222 196 276 206 326', material) +
          stroke('M88 346C112 372 140 386 172 398', ribColor(material), 26) +
          seam('M102 328C124 350 150 366 180 376', material),
      ) +
      stitches('M198 699C270 712 340 712 400 712S530 712 602 699', material),
    above:
      fill(
        'M328 128C350 114 450 114 472 128C470 156 440 176 402 200C360 176 330 156 328 128Z',
        tone(material.hex, -0.24),
      ) +
      fill('M382 144h36v20h-36Z', LABEL, 0.9) +
      both(fill(collar, ribColor(material)) + seam(collar, material)) +
      [236, 280, 324].map(button).join(''),
  };
};

const bodysuit: DrawShape = (material) => ({
  outline: symmetrical(
    [0, 162],
    [
      [40, 162, 72, 152, 92, 130],
      [122, 140, 152, 156, 178, 176],
      [216, 202, 240, 250, 260, 310],
      [238, 330, 212, 342, 184, 348],
      [178, 336, 172, 326, 166, 316],
      [164, 396, 176, 452, 178, 534],
      [130, 552, 84, 604, 70, 680],
      [46, 692, 22, 694, 0, 694],
    ],
  ),
  print: { x: 400, y: 392, width: 204, height: 204 },
  folds: [
    'M236 322C272 342 282 392 276 436M240 530C290 544 320 594 336 644',
    'M304 250C292 304 300 376 306 420M372 570C376 610 370 636 368 656',
  ],
  light: 'cloth',
  detail:
    roundCollar(material, 92, 130, 222, 16) +
    both(
      seam('M308 132C290 178 262 220 236 252M222 176C210 218 216 280 234 318', material) +
        stroke('M216 530C268 550 316 604 330 688', tone(material.hex, -0.08), 20) +
        stitches('M232 526C282 546 326 600 342 678M146 298C168 320 196 332 222 338', material),
    ) +
    seam('M338 656C370 664 430 664 462 656', material) +
    [362, 400, 438].map((x) => dot(x, 676, 8, '#d5d2cb') + dot(x, 676, 4, '#a8a49b')).join(''),
});

export const tops = { tee, kidsTee, tank, polo, bodysuit };
