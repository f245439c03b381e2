/** The statuses of open orders, as a filter of the list of orders. */
export const OPEN_STATUSES = 'NEW,ASSIGNED,ACCEPTED,ERROR';
