// Generated from src/platform/errors/problem-messages.ts by `npm run openapi`.
export const problemMessages = {
  held_by_shop: 'The shop has put this order on hold. It is not processed until the shop or the center releases it.',
  file_url_invalid: 'The URL is not an http or https address without credentials.',
  file_not_found: 'The server answered {status}: there is no file at the URL.',
  file_forbidden: 'The server answered {status}: the file is not public, or the link has expired.',
  file_request_rejected: 'The server answered {status}: it rejects the request.',
  file_unexpected_answer: 'The server answered {status}, which brings no file.',
  file_too_large: 'The file is larger than {limit}.',
  unsupported_encoding:
    'The server compressed the file in a way that cannot be undone. Let it send the file uncompressed.',
  insecure_redirect: 'The URL redirects from https to http, where anybody can change the file.',
  invalid_redirect: 'The URL redirects to something that is not an http or https address without credentials.',
  too_many_redirects: 'The URL redirects more than {count} times.',
  file_address_refused: 'The URL leads to no address on the public internet: check its host.',
  redirect_refused:
    'The URL redirects to an address that is not on the public internet: correct the redirect, or give its public target.',
  file_unreachable: 'The connection to the server failed or broke off.',
  file_certificate_invalid: 'The TLS certificate of the server is expired, self-signed or for another name.',
  file_timeout: 'The server did not deliver the file in time.',
  file_server_error: 'The server answered {status} instead of the file.',
  file_rate_limited: 'The server answered {status}: too many requests.',
  storage_low: 'Files are not fetched for now, for want of space. It goes on by itself.',
  file_quota_reached:
    'You have reached the limit of bytes that are fetched for you on one day (UTC). The file is fetched the next day.',
  order_files_too_large: 'The files of an order must not be larger than {limit} bytes together.',
  file_waits: 'A file cannot be had for now. The order waits for another attempt. See details.',
  files_wait: '{count} files cannot be had for now. The order waits for another attempt. See details.',
  file_too_complex: 'Reading the file takes too much time or memory: make it simpler, or smaller.',
  file_empty: 'The file must be {accepted}, but its content is empty.',
  wrong_file_type: 'The file must be {accepted}, but its content is {type}.',
  unreadable_file: 'The file begins as {type}, but it is incomplete or damaged.',
  image_too_large: 'The image must not have more than {limit} million pixels.',
  encrypted_file: 'The PDF needs a password or forbids printing: save it without a password and without restrictions.',
  file_without_pages: 'The PDF has no page.',
  too_many_pages: 'The PDF has {pages} pages. At most {limit} are printed.',
  active_content: 'The PDF has {content}. Send one without, for example by printing it to a new PDF.',
  low_resolution: 'Scaled to the print area of {size} the artwork has {dpi} dpi. Prints below {limit} dpi look coarse.',
  no_print_area:
    'The catalogue has no print area for {location} of {article} ({variants} variants), so no print files are made there.',
  no_transparency: 'The artwork has no transparent pixel: its background is printed too. Send a PNG with transparency.',
  artwork_empty: 'Nothing is visible in the artwork.',
  artwork_small: 'The artwork fills {percent} percent of the print area of {size}. Check its size.',
  size_unknown: 'The artwork names no resolution, so its own size is unknown. It is scaled to fit the print area.',
  artwork_unusable: 'The artwork cannot be printed as it is. Send another file, or cancel the order.',
  document_not_printable:
    'The printer {printer} takes {accepted}, and this document is {type}. Choose another printer, or let an admin add the format to this one.',
  leading_zeros_lost:
    '"{field}" has {digits} digits; did you mean {meant}? Spreadsheets drop leading zeros: give the column the format "Text". The value was imported unchanged.',
  not_utf_8: 'The file is not in UTF-8: it was read as {encoding}. Check its umlauts and accents.',
  shop_product_not_mapped:
    'The product {name} (SKU {sku}) is not mapped yet. Map it on the page of the shop; then the order goes on.',
  shop_item_without_sku: 'Item {item} ({name}) has no SKU in the shop; give its product one.',
  shop_option_missing:
    'Item {item} (SKU {sku}) has no option {option} in the order. Correct the name of the option in the mapping, or the order in the shop.',
  shop_order_on_hold: 'The order is on hold in the shop.',
  shop_order_unknown: 'The shop has no such order. Check the address of the shop.',
  shop_text_not_printable: 'The text of item {item} cannot be printed. {problem}',
  shop_endpoint_enabled_again:
    'Platen had disabled the webhook endpoint of this connection, because it did not answer. It is enabled again.',
  shop_endpoint_disabled:
    'The webhook endpoint of this connection is disabled on purpose. The shop gets news every hour.',
  shopify_refused: 'Shopify refused {what}: {words}',
  text_area_unknown:
    'The catalogue has no print area for {location} of {sku}. Enter it on the page of the article, then try again.',
  text_empty: 'The text is empty.',
  text_too_long: 'The text has more than {characters} characters or {lines} lines.',
  text_not_in_font: 'The font cannot draw {characters}. Choose another font, or ask the customer for another text.',
  out_of_stock: 'An item of the order is out of stock. The order waits until all items are in stock.',
  retired: 'An item of the order is out of stock and retired, so no more is expected. Change or cancel the order.',
  item_out_of_stock: 'There are too few pieces of this for the order, or other orders have waited for them longer.',
  item_retired:
    'This item is retired, and its stock is too low for the order. No more is expected, but the order waits in case it arrives.',
  postal_code_format: 'Postal codes in {country} ({code}) have the form {form}: 9 is a digit, A a letter, X either.',
  email_without_domain: 'The e-mail address has no domain, such as "@example.com", so nobody can write to it.',
  requested_date_past: 'The wished day of delivery was over when the order was sent.',
  internal_problem:
    'An internal problem stops this order. Staff of the fulfillment center see it and can try again. You need not change anything.',
};
