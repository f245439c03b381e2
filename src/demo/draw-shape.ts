import { accessories } from './draw-accessories.ts';
import { household } from './draw-household.ts';
import { sweats } from './draw-sweats.ts';
import { tops } from './draw-tops.ts';
import type { Material } from './svg-marks.ts';

/** A print area by its centre; `corner` rounds its ground. */
export type Area = { x: number; y: number; width: number; height: number; corner?: number };

/** The parts of a product's picture, from back to front, in a box of 800 x 800. */
export type Shape = {
  /** Markup below the body: handles, cords. */
  behind?: string;
  /** Path data of the body; it clips print, shading and details. */
  outline: string;
  /** Markup between the body and the print. */
  lining?: string;
  print: Area;
  chest?: Area;
  /** Path data of the left half's soft folds, dark and bright; the right half mirrors them. */
  folds?: [dark: string, bright: string];
  /** How light falls: over cloth, around a cylinder, or evenly. */
  light: 'cloth' | 'round' | 'flat';
  /** Markup above the print, clipped to the body: seams, collars, zips. */
  detail: string;
  /** Markup above everything, not clipped. */
  above?: string;
};

export type DrawShape = (material: Material, back: boolean) => Shape;

const SHAPES = { ...tops, ...sweats, ...accessories, ...household };

export type ShapeName = keyof typeof SHAPES;

/** The picture of a product without its print. */
export function drawShape(name: ShapeName, material: Material, back: boolean): Shape {
  return SHAPES[name](material, back);
}
