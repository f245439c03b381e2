import type { Status } from './order-search.ts';

export const copy = {
  title: 'Orders',
  all: 'All',
  statuses: {
    NEW: 'New',
    ASSIGNED: 'Assigned',
    ACCEPTED: 'In production',
    SHIPPED: 'Shipped',
    ERROR: 'Error',
    CANCELLED: 'Cancelled',
  } satisfies Record<Status, string>,
  search: 'Order, recipient, tracking number, SKU or EAN',
  byStatus: 'By status',
  columns: {
    order: 'Order',
    client: 'Client',
    status: 'Status',
    reason: 'Reason',
    items: 'Items',
    created: 'Created',
    updated: 'Changed',
  },
  none: 'No order is like this.',
  noneYet: 'There is no order yet.',
  clearFilters: 'Show all orders',
  pages: 'Pages of the list',
  first: 'First page',
  next: 'Next page',
};
