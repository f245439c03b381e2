import type { Money, Rate } from './label-provider.ts';

/** All conditions must hold. Absent conditions always hold. */
export interface RuleConditions {
  clientIds?: readonly string[] | undefined;
  /** Carriers that the order names. */
  carrierIds?: readonly string[] | undefined;
  /** ISO 3166-1 alpha-2. */
  countries?: readonly string[] | undefined;
  zone?: 'EU' | 'OUTSIDE_EU' | undefined;
  /** Weight of the parcel: at least, and at most. */
  weightGramsMin?: number | undefined;
  weightGramsMax?: number | undefined;
  /** Value of the goods in `currency`: at least, and at most. */
  valueMin?: number | undefined;
  valueMax?: number | undefined;
  currency?: string | undefined;
}

export interface LabelRule {
  providerId: string;
  /** Absent: the cheapest service. */
  service?: string | undefined;
  /** Days until delivery of the cheapest service, at most. */
  withinDays?: number | undefined;
  /** The carrier whose hand-over list takes the parcel. Absent: the carrier of the order. */
  carrierId?: string | undefined;
  when?: RuleConditions | undefined;
}

/** The facts of a parcel that rules compare. */
export interface LabelFacts {
  clientId: string;
  carrierId: string | null;
  country: string | undefined;
  isInEuZone: boolean;
  /** Undefined: the catalogue lacks a weight. */
  weightGrams: number | undefined;
  value: Money | undefined;
}

/** `place` counts from 1. `weight`: the first rule that may fit needs the unknown weight. */
type RuleChoice = { place: number; rule: LabelRule } | 'weight' | undefined;

/** Returns the first rule that fits. */
export function chooseRule(rules: readonly LabelRule[], facts: LabelFacts): RuleChoice {
  for (const [index, rule] of rules.entries()) {
    const { when = {} } = rule;
    if (!fits(when, facts)) continue;
    const { weightGramsMin: min = 0, weightGramsMax: max = Number.POSITIVE_INFINITY } = when;
    const { weightGrams } = facts;
    if (weightGrams === undefined && (min > 0 || max < Number.POSITIVE_INFINITY)) return 'weight';
    if (weightGrams === undefined || (weightGrams >= min && weightGrams <= max)) return { place: index + 1, rule };
  }
  return undefined;
}

/** Returns whether all conditions hold, except the weight. */
function fits(when: RuleConditions, { clientId, carrierId, country, isInEuZone, value }: LabelFacts): boolean {
  const { valueMin, valueMax, currency, zone } = when;
  const isIn = (list: readonly string[] | undefined, one: string | null | undefined) =>
    list === undefined || (one != null && list.includes(one));
  if (!isIn(when.clientIds, clientId) || !isIn(when.carrierIds, carrierId) || !isIn(when.countries, country))
    return false;
  if (zone !== undefined && (zone === 'EU') !== isInEuZone) return false;
  if (valueMin === undefined && valueMax === undefined) return true;
  if (!value || (currency !== undefined && currency !== value.currency)) return false;
  return value.amount >= (valueMin ?? 0) && value.amount <= (valueMax ?? Number.POSITIVE_INFINITY);
}

/** Returns the cheapest rate in time. Rates without a price, or in another currency, come last. */
export function cheapestRate(rates: readonly Rate[], withinDays: number | undefined): Rate | undefined {
  const inTime = rates.filter(({ days }) => withinDays === undefined || (days !== undefined && days <= withinDays));
  const currency = inTime.find(({ cost }) => cost)?.cost?.currency;
  const priceOf = ({ cost }: Rate) => (cost && cost.currency === currency ? cost.amount : Number.POSITIVE_INFINITY);
  return inTime.toSorted((one, other) => {
    const [first, second] = [priceOf(one), priceOf(other)];
    return first === second ? 0 : first - second;
  })[0];
}
