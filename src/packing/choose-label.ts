import type { Pool } from 'pg';
import { findClientSlip } from '../clients/client-slip-store.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { listPrintersWithBrowser } from '../printing/manage-printers.ts';
import { ZPL } from '../printing/printing-rules.ts';
import { type SentenceCode, sentence } from '../production/floor-sentences.ts';
import { isLabelPrinter, takesLabelZpl } from '../production/printer-rules.ts';
import { cheapestRate, chooseRule, type LabelRule } from '../shipping/labels/label-choice-rules.ts';
import { LabelError, type LabelProvider, type Rate, type Shipment } from '../shipping/labels/label-provider.ts';
import type { Package, StoredProvider } from '../shipping/labels/label-provider-store.ts';
import { listLabelRules, listPackages, listProviders } from '../shipping/labels/label-provider-store.ts';
import { callWithProvider } from '../shipping/labels/manage-label-providers.ts';
import { gapSentence, labelFactsOf } from './label-facts-rules.ts';
import type { ParcelProblem } from './parcel-paper-rules.ts';
import { type ParcelData, senderTaxIds } from './read-parcel.ts';

export interface LabelChoiceContext {
  pool: Pool;
  clock: () => Date;
  encryptionKey: Uint8Array;
  /** The limit of one call; tests shorten it. */
  timeoutMs?: number | undefined;
}

/** A chosen provider, and the rule that chose it. */
export interface LabelChoice {
  provider: StoredProvider;
  /** Undefined: the cheapest one. */
  service: string | undefined;
  rule: LabelRule;
  /** Place of the rule from 1. Undefined: a person chose. */
  place: number | undefined;
  shipment: Shipment;
}

/** A person's choice, or the choice of an earlier attempt. */
interface Wanted {
  key: string;
  providerId: string | null;
  service: string | null;
  isReturn?: boolean;
}

/** The data of a parcel, or of a whole order, that decide about its label. */
type LabelData = Pick<
  ParcelData,
  | 'code'
  | 'order'
  | 'clientId'
  | 'declaration'
  | 'station'
  | 'packageId'
  | 'weighedGrams'
  | 'packagingGrams'
  | 'packedItems'
> & { names: { clientName: string } };

/** Chooses the label provider of a packed parcel by the rules. Asks no provider. */
export async function chooseLabel(
  { pool, clock }: Pick<LabelChoiceContext, 'pool' | 'clock'>,
  data: LabelData,
  { key, providerId, service, isReturn = false }: Wanted,
): Promise<LabelChoice | { problem: ParcelProblem }> {
  const { order, code, clientId, declaration, names, station } = data;
  const [providers, rules, packages] = await withRetry(() =>
    Promise.all([listProviders(pool), listLabelRules(pool), listPackages(pool)]),
  );
  const box = packages.find(({ packageId }) => packageId === data.packageId) ?? packages[0];
  const carrierId = order.shipping.carrierId ?? null;
  const packagingGrams = box?.weightGrams ?? data.packagingGrams;
  const given = { clientId, carrierId, packagingGrams, weighedGrams: data.weighedGrams };
  const facts = labelFactsOf(order, data.packedItems, given);
  if (facts.weightGrams === undefined) return { problem: weightMissing(data) };
  const gaps = declaration.need === 'declared' ? declaration.gaps : [];
  if (gaps.length > 0) return { problem: { code: 'customs_data_missing', details: gaps.map(gapSentence) } };
  const chosen = providerId === null ? chooseRule(rules, facts) : { place: undefined, rule: { providerId } };
  if (!chosen || chosen === 'weight') return problemOf('label_no_service', 'label_no_rule');
  const provider = providers.find((one) => one.providerId === chosen.rule.providerId);
  if (!provider) return problemOf('label_no_service', 'label_no_provider');
  const printers = await withRetry(() => listPrintersWithBrowser(pool, station, clock()));
  // A label printer that takes PDF needs no conversion by the provider.
  const prefersZpl =
    printers.some(takesLabelZpl) || printers.some((one) => isLabelPrinter(one) && one.mediaTypes.includes(ZPL));
  const { currency = '' } = declaration;
  // The sender of a return is the customer.
  const taxIds = isReturn ? {} : senderTaxIds(order, await withRetry(() => findClientSlip(pool, clientId)));
  const hasTaxIds = Object.keys(taxIds).length > 0;
  const sender = { company: names.clientName, ...provider.sender };
  const recipient = order.shipping.address ?? {};
  const shipment: Shipment = {
    key,
    parcel: code,
    orderId: order.orderId,
    ...(isReturn ? { isReturn: true as const, sender: recipient, recipient: sender } : { sender, recipient }),
    weightGrams: facts.weightGrams,
    ...(box && { package: sizeOf(box) }),
    ...(facts.value && { value: facts.value }),
    ...(declaration.need === 'declared' && {
      customs: { currency, lines: declaration.lines, ...(hasTaxIds && { taxIds }) },
    }),
    // A return label is sent to the recipient as a file.
    labelType: prefersZpl && !isReturn ? ZPL : 'application/pdf',
  };
  const { rule, place } = chosen as { rule: LabelRule; place: number | undefined };
  return { provider, rule, place, service: service ?? rule.service, shipment };
}

function sizeOf({ name, lengthMm, widthMm, heightMm }: Package) {
  return { name, lengthMm, widthMm, heightMm };
}

function problemOf(code: ParcelProblem['code'], detail: SentenceCode, params: Record<string, string> = {}) {
  return { problem: { code, details: [sentence(detail, params)] } };
}

function weightMissing({ packedItems }: LabelData): ParcelProblem {
  const unknown = packedItems.filter(({ customs }) => customs.weightGrams === undefined);
  const details = unknown.map(({ code, title }) => sentence('label_weight_missing', { code, title }));
  return { code: 'label_weight_missing', details };
}

/** Returns the service of the choice. Asks the provider for the cheapest one if the rule names none. */
export async function findService(
  provider: Pick<LabelProvider, 'quote' | 'pricesByQuote'>,
  choice: LabelChoice,
): Promise<{ service: string; rate?: Rate | undefined } | { problem: ParcelProblem }> {
  const { service } = choice;
  if (service !== undefined && !provider.pricesByQuote) return { service };
  if (service !== undefined) {
    const rates = await provider.quote(choice.shipment).catch(withoutRates);
    return { service, rate: rates.find((one) => one.service === service) };
  }
  const rate = cheapestRate(await provider.quote(choice.shipment), choice.rule.withinDays);
  if (rate) return { service: rate.service, rate };
  return problemOf('label_no_service', 'label_no_service', { provider: choice.provider.name });
}

/** A label without a known price is better than none. */
function withoutRates(error: unknown): Rate[] {
  if (error instanceof LabelError) return [];
  throw error;
}

/** `error`: why the provider offers no rates. */
type TriedLabel = { choice: LabelChoice; rates: Rate[]; error?: LabelError } | { problem: ParcelProblem };

/** Chooses the label of a parcel, and asks the provider for its rates, without buying. */
export async function tryLabel(context: LabelChoiceContext, data: LabelData, signal: AbortSignal): Promise<TriedLabel> {
  const choice = await chooseLabel(context, data, { key: 'try', providerId: null, service: null });
  if ('problem' in choice) return choice;
  try {
    const opening = { ...context, signal };
    return { choice, rates: await callWithProvider(choice.provider, opening, (one) => one.quote(choice.shipment)) };
  } catch (error) {
    if (error instanceof LabelError) return { choice, rates: [], error };
    throw error;
  }
}
