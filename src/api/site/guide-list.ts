/** A page under /docs that is made from a Markdown file of this repository. */
export type Guide = { slug: string; file: string; title: string; summary: string };

/** For the customers' engineers. */
export const SHOP_GUIDES: readonly Guide[] = [
  {
    slug: 'integrating',
    file: 'docs/integrating.md',
    title: 'Getting started',
    summary: 'Get a token, send a first order, and follow it.',
  },
  {
    slug: 'catalog',
    file: 'docs/catalog.md',
    title: 'Catalogue',
    summary: 'The products, articles and carriers that you may order, and their stock.',
  },
  {
    slug: 'order-life',
    file: 'docs/order-life.md',
    title: 'The life of an order',
    summary: 'Every status, what you can do in it, and every reason why an order waits or fails.',
  },
  {
    slug: 'label-files',
    file: 'docs/label-files.md',
    title: 'Labels and packing slips',
    summary: 'The permitted content of PDF, ZPL and PNG files, with the supported commands of ZPL.',
  },
  {
    slug: 'webhooks',
    file: 'docs/webhooks.md',
    title: 'Webhooks',
    summary: 'Receive every change as a signed event, in order.',
  },
  {
    slug: 'credentials',
    file: 'docs/credentials.md',
    title: 'Credentials and limits',
    summary: 'Scopes, rotation of secrets, the allow-list of networks, and your quota.',
  },
  {
    slug: 'errors',
    file: 'docs/errors.md',
    title: 'Errors',
    summary: 'Every error name and every violation code, and what to do about it.',
  },
  {
    slug: 'versioning',
    file: 'docs/versioning.md',
    title: 'Versions',
    summary: 'The changes that /v1 may get, and how you learn of them in time.',
  },
  {
    slug: 'coding-assistants',
    file: 'docs/coding-assistants.md',
    title: 'Coding assistants',
    summary: 'What to give an assistant that writes your integration.',
  },
  {
    slug: 'typescript',
    file: 'docs/typescript.md',
    title: 'TypeScript client',
    summary: 'A package without dependencies that you install from this server.',
  },
];

/** For the fulfillment center's own engineers. */
export const CENTER_GUIDES: readonly Guide[] = [
  {
    slug: 'operator-api',
    file: 'docs/operator-api.md',
    title: 'The operator API',
    summary: 'Work orders and stock from your own systems.',
  },
  {
    slug: 'printing',
    file: 'docs/printing.md',
    title: 'Printing',
    summary: 'Set up printers, and find the print jobs that wait or failed.',
  },
  {
    slug: 'machines',
    file: 'docs/machines.md',
    title: 'Machines',
    summary: 'Put print files with job tickets into the folders of RIPs and printers.',
  },
  {
    slug: 'postage',
    file: 'docs/postage.md',
    title: 'Postage',
    summary: 'Buy and print the labels of packed parcels by themselves.',
  },
  {
    slug: 'money',
    file: 'docs/money.md',
    title: 'Prices and statements',
    summary: 'Charge orders by price lists, and sum the charges by client and month.',
  },
  {
    slug: 'floor',
    file: 'docs/floor.md',
    title: 'The floor',
    summary: 'Pieces with codes, batches, and the scans at stations.',
  },
  {
    slug: 'stock',
    file: 'docs/stock.md',
    title: 'Shelves',
    summary: 'Places of blanks and products, picking, receiving, buying and counting.',
  },
  {
    slug: 'catalog-import',
    file: 'docs/catalog-import.md',
    title: 'Importing the catalogue',
    summary: 'Articles, products and carriers from JSON or spreadsheets.',
  },
  {
    slug: 'print-files',
    file: 'docs/print-files.md',
    title: 'Print files',
    summary: 'Files for machines: print areas, fitting, technologies and checks of artwork.',
  },
  {
    slug: 'connectors',
    file: 'docs/connectors.md',
    title: 'Connecting a shop',
    summary: 'Take orders from Shopify, WooCommerce and Order Desk, and send tracking back.',
  },
  {
    slug: 'order-files',
    file: 'docs/order-files.md',
    title: 'Orders as CSV files',
    summary: 'Create orders from a spreadsheet, and export orders to one.',
  },
];

export const CHANGELOG: Guide = {
  slug: 'changelog',
  file: 'CHANGELOG.md',
  title: 'Changelog',
  summary: 'The changes of each version.',
};

export const GUIDES: readonly Guide[] = [...SHOP_GUIDES, ...CENTER_GUIDES];

/** A page that shows an OpenAPI document of this server field by field. */
export type Reference = {
  slug: string;
  title: string;
  summary: string;
  document: string;
  /** Whether the page sends requests. The operator API has no sandbox, so its page sends none. */
  canTry: boolean;
};

export const SHOP_REFERENCE: Reference = {
  slug: 'reference',
  title: 'API reference',
  summary: 'Every request and answer, field by field.',
  document: '../openapi.json',
  canTry: true,
};

export const CENTER_REFERENCE: Reference = {
  slug: 'operator-reference',
  title: 'Operator API reference',
  summary: 'Every request and answer of the operator API, field by field.',
  document: '../operator/openapi.json',
  canTry: false,
};

export const REFERENCES: readonly Reference[] = [SHOP_REFERENCE, CENTER_REFERENCE];

/** The pages under /docs/ for linked files of the repository that are not guides. */
export const LINKED_FILES: Readonly<Record<string, string>> = {
  'CHANGELOG.md': CHANGELOG.slug,
  'openapi.json': SHOP_REFERENCE.slug,
  'operator-openapi.json': CENTER_REFERENCE.slug,
};
