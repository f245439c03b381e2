import { TEXT_PROBLEMS } from '../shops/draw-text.ts';

/** The messages of stations and of the office, in English. The console has its own words for each code. */
const SENTENCES = {
  // Nobody may work on the piece.
  old_ticket: 'This ticket is from before the order was changed. Put the piece on the reuse shelf.',
  order_cancelled: 'The order was cancelled. Put the piece on the reuse shelf.',
  order_shipped: 'The order has already been shipped.',
  order_on_hold: 'The order is on hold: {reason}',
  order_stopped: 'The order was stopped.',
  order_stopped_because: 'The order was stopped: {reason}',
  order_not_to_be_shipped: '{message}',
  cancellation_asked: 'The customer asks to cancel this order. Stop, and ask the lead.',
  part_has_left: 'A part of this order has left, so its customer can no longer correct it. Ask the office.',
  piece_rejected: 'This piece was rejected.',
  piece_replaced: 'This piece was rejected. Its successor is {successor}.',
  piece_scrapped: 'This piece was scrapped.',
  // The code is unknown, or has no meaning here.
  piece_unknown: 'No piece has this code.',
  sheet_unknown: 'No gang sheet has this code.',
  sheet_only_at_make: 'This is the code of a gang sheet. Scan it where pieces are made.',
  sheet_stopped: 'No piece of this sheet can be made.',
  print_corrected:
    'The artwork was corrected after the sheet was printed. Throw this print away: the new one is on another sheet.',
  other_step_first: 'Another step comes first: {technology}.',
  order_unknown: 'No order has this code.',
  parcel_unknown: 'No parcel has this code.',
  bin_unknown: 'No bin has this number.',
  bin_free: 'Bin {bin} is free.',
  code_misread: 'The code was misread. Scan it again, or type it.',
  code_unknown: 'This code is unknown.',
  code_or_product_unknown: 'This is neither a known code nor a product.',
  code_means_nothing: 'This code has no function at this station.',
  command_unknown: 'No command has this code.',
  command_of_packing: 'This command works only at a packing station.',
  command_not_of_packing: 'This command does not work while packing.',
  command_not_of_hand_over: 'This command does not work during a hand-over.',
  badge_at_no_station: 'This is a badge. It works only at a station that staff have set up.',
  several_pieces: 'Several pieces are made of {sku}. Scan the ticket, or find the piece in the list.',
  tracking_unknown: 'No parcel that was packed here has this tracking number.',
  tracking_of_several: 'Several orders have this tracking number: {parcels}. Scan the code of the parcel.',
  tracking_check_digit: 'The check digit of this tracking number is wrong.',
  tracking_format: 'The carrier has no tracking numbers of this form.',
  tracking_used: 'This tracking number is already on another parcel.',
  papers_void:
    'The order has changed, so its papers are printed now. Destroy earlier ones. Put the new label on the parcel, and scan its number.',
  tracking_misread: 'This is not a tracking number. Scan it again.',
  nothing_to_pack: 'There is nothing to pack for this code.',
  nothing_printed: 'Nothing is printed on this piece.',
  // Something else has to be done first.
  answer_question_first: 'Answer the question on the screen first. UNDO closes it.',
  screen_too_old:
    'This screen is older than the station: another scan came first. Look at the screen again, then repeat the scan.',
  not_made: 'This piece has not been made.',
  not_checked: 'This piece has not been checked.',
  no_blank: 'There is no {sku} on the shelf. Bring one and count it, or let the piece wait.',
  blank_not_counted: 'No {sku} is reserved for this piece. Make it first.',
  bins_full: 'All bins are taken. The oldest is bin {bin}, with order {orderId}. Pack it first.',
  no_bins: 'There are no bins. Ask the office to set how many there are.',
  scan_piece_first: 'Scan the piece first.',
  scan_order_first: 'Scan a piece, an order or its bin first.',
  scan_parcel_code: 'Scan the code of the parcel (T…), or its tracking number.',
  close_parcel_first: 'Order {orderId} is being packed. Close its parcel first, or put it aside.',
  parcel_empty: 'This parcel is empty.',
  parcel_not_complete: 'This parcel is not complete.',
  parcel_without_label: 'This parcel has no label. {why} Put it aside. The office continues with it.',
  label_not_printed_again: '{message}',
  no_parcel_left: 'No parcel has left this station yet.',
  shipment_final: 'Order {orderId} is {status}. Its parcels cannot be taken back.',
  shipment_erased: 'The personal data of order {orderId} was erased. Its parcels cannot be taken back.',
  shipment_returned: 'Pieces of order {orderId} came back as a return. Its parcels cannot be taken back.',
  shipment_unknown: 'No shipment of order {orderId} belongs to parcel {code}. Withdraw the shipment in the office.',
  other_parcel_open: 'Parcel {open} of order {orderId} is being packed at {station}. Close it first.',
  other_parcel_aside: 'Parcel {open} of order {orderId} was put aside. Continue it, and close it first.',
  // It is done already, or there is nothing to undo.
  made_already: 'This piece has already been made.',
  sheet_made_already: 'All pieces of this sheet have already been made.',
  checked_already: 'This piece has already been checked.',
  changed_since: 'The piece has changed since.',
  in_parcel: 'Already in parcel {parcel}.',
  in_parcel_of_order: 'Already in parcel {parcel} of this order.',
  nothing_finished: 'There is no finished piece to take back.',
  nothing_packed: 'There is no packed piece to take back.',
  // It belongs to another order or parcel.
  piece_of_other_order: 'This piece belongs to order {orderId}. Order {open} is open.',
  piece_not_in_parcel: 'This piece is not in the open parcel.',
  product_not_of_order: 'Order {orderId} needs no product {ean13}, or no more of it.',
  enough_of_item: 'The order needs no more of this item: the rest is in a parcel or has left.',
  enough_of_product: 'This parcel needs no more of {ean13}.',
  order_in_use: '{who} packs this order at {station}. "Take over parcel" continues it here.',
  // Hand-over lists.
  no_list_open: 'No list is open here. Scan a parcel first.',
  list_closed: '{who} has closed list {list} of {carrier}. Scan again for the next list.',
  list_empty: 'List {list} of {carrier} is empty.',
  list_full: 'List {list} of {carrier} is full with {count} parcels. Close it, and open the next one.',
  list_incomplete: 'Packed for {carrier} and not scanned: {parcels}. PASS closes the list without them.',
  nothing_on_list: 'There is no scanned parcel to take off the list.',
  parcel_on_list: 'Parcel {code} of order {orderId} is already on list {list} of {carrier}.',
  parcel_on_closed_list: 'Parcel {code} of order {orderId} is already on list {list} of {carrier}, which is closed.',
  parcel_just_listed: 'Another person has just put parcel {code} of order {orderId} on a list.',
  parcel_being_packed: 'Parcel {code} of order {orderId} is still being packed. It cannot leave yet.',
  parcel_unlabelled: 'Parcel {code} of order {orderId} has no label yet. It cannot leave without one.',
  parcel_given_up: 'Parcel {code} of order {orderId} must not leave, because its order ended without it.',
  parcel_of_other_carrier: 'Parcel {code} of order {orderId} goes with {carrier}. List {list} of {open} is open.',
  // Why a parcel has no label.
  hs_code_missing: 'Cannot be declared: the HS code is missing for {code} ({title}).',
  country_of_origin_missing: 'Cannot be declared: the country of origin is missing for {code} ({title}).',
  weight_missing: 'Cannot be declared: the weight is missing for {code} ({title}).',
  price_missing: 'Cannot be declared: a price above 0 is missing for {code} ({title}).',
  sender_missing: 'The sender’s address is not set, so no customs form is printed. An admin sets it.',
  label_not_kept: "The client's label is not kept with the order.",
  slip_not_kept: "The client's packing slip is not kept with the order.",
  file_lost: "The file store has lost the client's file.",
  client_file_not_printable: "The client's file cannot be printed: {message}",
  label_used:
    "The client's only label is on another parcel of this order. Ask the client for another one, put it on this parcel, and ship the parcel with its tracking number.",
  no_printer_of_label: 'No printer here prints the address label, which is {contentType}.',
  no_printer_of_customs: 'No printer here prints the customs form, which is {contentType}.',
  no_printer_of_client_label: "No printer here prints the client's label, which is {contentType}.",
  no_printer_of_bought_size:
    'No printer here has paper for the label that was bought ({size}). Add one, or choose another service.',
  no_printer_of_label_size: "No printer here has paper for the client's label ({size}).",
  no_printer_of_client_slip: "No printer here prints the client's packing slip, which is {contentType}.",
  not_printable: '{message}',
  address_not_printable: '/shipping/address/{field} has characters that cannot be printed.',
  paper_not_drawn: 'The paper could not be drawn. The server log has the reason.',
  order_gone: 'The order no longer exists.',
  // Labels that are bought.
  label_coming:
    'The label of this parcel is coming. It is printed at its station, and the parcel then leaves by itself.',
  label_is_test: 'The label of {provider} is a test. Choose another provider, or ship with a number of your own.',
  label_unreadable: 'The label that was bought cannot be printed. Choose another service.',
  label_lost: 'The label that was bought is no longer stored.',
  label_weight_missing: 'The weight of {code} ({title}) is missing in the catalogue. Enter it, or weigh the parcel.',
  label_no_rule: 'No label rule fits this parcel. Choose a service, or ask an admin to change the rules.',
  label_no_service: '{provider} offers no service for this parcel in time. Choose another service.',
  label_no_provider: 'The label provider was deleted. Choose another service.',
  label_refused: '{provider} has refused to make the label: {message}',
  manifest_refused: '{provider} has refused to make the manifest: {message}',
  label_credentials_refused: '{provider} has refused the credentials. An admin enters them again. ({message})',
  label_provider_unreachable: '{provider} cannot be reached. Platen tries again. ({message})',
  label_answer_unusable: '{provider} has sent an unusable answer. Platen asks again. ({message})',
  // Connected shops.
  shop_unreachable: '{shop} cannot be reached. Check the address. Platen tries again. ({message})',
  shop_address_private:
    '{shop} leads to no address on the public internet. Check the address. If the shop is in your own network, add its host and port to the setting WEBHOOK_ALLOW.',
  shop_name_unknown:
    'No server has the name in {shop}. Check the spelling of the address. Platen tries again, in case only the name server did not answer.',
  shop_certificate_invalid: 'The certificate of {shop} is not valid. The operator of the shop must renew it.',
  shop_too_slow: '{shop} did not answer in time. Platen tries again.',
  shop_redirects: '{shop} sends Platen on to {message}. Enter that address instead.',
  shop_credentials_refused: '{shop} has refused the credentials. Copy them again from the shop. ({message})',
  shop_app_not_installed:
    'The app is not installed in {shop}. Choose “Install app” on the page of the app; app and shop must belong to the same organization in Shopify. ({message})',
  shop_permission_missing: '{shop} does not allow Platen to do this: {message}. Add the permission in the shop.',
  shop_not_found: 'There is no such shop at {shop}. Check the address and the shop system.',
  shop_api_not_found:
    'There is no REST API of WooCommerce at {shop}. Check the address. In WordPress, the permalinks must not be “Plain”, and no plugin may switch the REST API off.',
  shop_busy: '{shop} is busy or has an error. Platen tries again. ({message})',
  shop_answer_unusable: '{shop} has sent an unusable answer. Check that this is the address of the shop. ({message})',
  shop_refuses: '{shop} has refused a request: {message}',
  shop_credentials_lost: 'The stored credentials cannot be decrypted. Enter them again.',
  ...TEXT_PROBLEMS,
} as const;

export type SentenceCode = keyof typeof SENTENCES;
export const SENTENCE_CODES = Object.keys(SENTENCES) as SentenceCode[];

/** A message in English, with its code and parameters for other languages. */
export interface Sentence {
  code: SentenceCode;
  /** Values in the message. Unknown values are absent. */
  params: Readonly<Record<string, string>>;
  message: string;
}

/** Words for unknown values. */
const NAMELESS: Readonly<Record<string, string>> = {
  who: 'Somebody',
  carrier: 'labels of clients',
  open: 'labels of clients',
  provider: 'The label provider',
};

export function sentence(
  code: SentenceCode,
  given: Readonly<Record<string, string | number | null | undefined>> = {},
): Sentence {
  const params = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
  const message = SENTENCES[code].replace(/\{(\w+)\}/g, (_, name) => params[name] ?? NAMELESS[name] ?? '');
  return { code, params, message: message.replace(/ {2,}/g, ' ') };
}
