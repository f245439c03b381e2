import type { Schemas } from '../api/operator-client.ts';

/** What orders are in, as the pages of orders and of today call it. */
export const statuses: Record<Schemas['ListedOrder']['status'], string> = {
  NEW: 'New',
  ASSIGNED: 'Assigned',
  ACCEPTED: 'In production',
  SHIPPED: 'Shipped',
  ERROR: 'Error',
  CANCELLED: 'Cancelled',
};

/** Why orders stand still. Of codes that are not here, which may be the center's own, the code itself is shown. */
export const reasons: Record<string, string> = {
  waiting_for_stock: 'Waits for stock',
  waiting_for_file: 'Waits for files',
  on_hold: 'On hold',
  file_not_found: 'File not found',
  file_forbidden: 'No access to the file',
  file_request_rejected: 'Request for the file rejected',
  file_unexpected_answer: 'Answer is not the file',
  file_unreachable: 'File server unreachable',
  file_timeout: 'File server too slow',
  file_server_error: 'Fault of the file server',
  file_rate_limited: 'File server limits requests',
  file_certificate_invalid: 'Certificate of the file server invalid',
  file_url_invalid: 'URL of the file invalid',
  file_address_refused: 'Address of the file refused',
  too_many_redirects: 'Too many redirects',
  invalid_redirect: 'Invalid redirect',
  unsupported_encoding: 'File sent compressed',
  file_too_large: 'File too large',
  storage_low: 'Our disk is nearly full',
  order_files_too_large: 'Files of the order too large',
  file_quota_reached: 'Bytes of the day used up',
  wrong_file_type: 'Wrong kind of file',
  unreadable_file: 'Unreadable file',
  image_too_large: 'Image too large',
  encrypted_file: 'Encrypted PDF',
  file_without_pages: 'PDF without pages',
  file_too_complex: 'File too complex',
  production_problem: 'Problem in production',
  internal_problem: 'Fault of Platen',
};
