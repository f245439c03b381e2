/** States in which the label is for the parcel. The others are history, or on their way to it. */
const LIVE = `('wanted', 'buying', 'bought', 'failed', 'used')`;

/** States in which a label comes without a person. */
export const IS_COMING = `('wanted', 'buying', 'bought')`;

/**
 * Returns the statement that gives up the live labels of parcels, by a condition on `l`. If a provider was
 * called, the job `labels` then voids the label.
 */
export function releaseLabels(condition: string): string {
  return `update parcel_labels l set state = case when l.called is null then 'void' else 'voiding' end, due = l.asked, attempts = 0
          ${condition} and l.state in ${LIVE}`;
}
