import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';

export interface DecorationMapping {
  dataUrl?: string;
  sku?: string;
  location: string;
  technology: string;
  qualityControlImageUrl?: string;
  /** For prints. */
  designName?: string;
  /** For prints of a stored mapping: a text of the customer instead of `dataUrl`. */
  text?: PrintText;
}

/** How a text of the customer is printed. Heights are in millimeters. */
export interface PrintText {
  /** Name of the option with the text. */
  option: string;
  font: string;
  color: string;
  align: string;
  heightMm: number;
}

export type ProductMapping =
  | { ean13: string }
  | {
      sku: string;
      prints?: DecorationMapping[];
      customizations?: DecorationMapping[];
      qualityControlImageUrl?: string;
    }
  | { ignore: true };

export type ShopKind = 'shopify' | 'woocommerce' | 'shopware' | 'orderdesk';

/** The mapping file. mapping.schema.json describes each field. */
export interface Mapping {
  shop: ShopKind;
  shopUrl?: string;
  platen: string;
  publicUrl: string;
  port: number;
  host: string;
  orderIdPrefix: string;
  /** Statuses in which orders are taken. An empty list takes orders in any status. */
  takeWhen: readonly string[];
  takeTestOrders: boolean;
  currency: string;
  orderDeskFolder?: string;
  shopifyApiVersion?: string;
  notifyCustomer: boolean;
  packingSlip?: string;
  message?: string;
  gift?: string;
  importerReference?: string;
  carriers?: Readonly<Record<string, string | null>>;
  skus: Readonly<Record<string, ProductMapping>>;
  /** True: the mapping is in the database, and people change it in the console. */
  isStored?: boolean;
}

export const DEFAULTS: Readonly<Record<ShopKind, Pick<Mapping, 'orderIdPrefix' | 'takeWhen'>>> = {
  shopify: { orderIdPrefix: 'SHOPIFY-', takeWhen: ['paid'] },
  woocommerce: { orderIdPrefix: 'WOO-', takeWhen: ['processing'] },
  shopware: { orderIdPrefix: 'SW-', takeWhen: ['paid'] },
  orderdesk: { orderIdPrefix: 'OD-', takeWhen: [] },
};

const SCHEMA = JSON.parse(readFileSync(new URL('./mapping.schema.json', import.meta.url), 'utf8'));

/** An invalid mapping or environment. The message says how to correct it. */
export class ConnectError extends Error {}

/** Reads the mapping file. Throws a ConnectError that names every mistake. */
export function readMapping(path: string): Mapping {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new ConnectError(`Cannot read the file ${path}.`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ConnectError(`${path} is not JSON: ${(error as Error).message}`);
  }
  const validate = new Ajv({ allErrors: true, useDefaults: true, strict: false }).compile<Mapping>(SCHEMA);
  if (!validate(value)) {
    const faults = validate.errors?.map(({ instancePath, message, params }) => {
      const { additionalProperty, allowedValues } = params as Record<string, unknown>;
      const which = additionalProperty ?? (allowedValues as string[] | undefined)?.join(', ');
      return `${instancePath || '/'} ${message}${which === undefined ? '' : ` (${which})`}`;
    });
    throw new ConnectError(`${path} is not a valid mapping: ${faults?.join('; ')}.`);
  }
  const withoutSlash = (url: string) => url.replace(/\/+$/, '');
  return {
    ...DEFAULTS[value.shop],
    ...value,
    currency: value.currency ?? 'EUR',
    platen: withoutSlash(value.platen),
    publicUrl: withoutSlash(value.publicUrl),
    ...(value.shopUrl !== undefined && { shopUrl: withoutSlash(value.shopUrl) }),
  };
}
