/** The messages of stations and of the office, in English. The console has its own words for each code. */
const SENTENCES = {
  // Nobody may work on the piece.
  old_ticket: 'This ticket is from before the order was changed. Put the piece to the reuse shelf.',
  order_cancelled: 'The order was cancelled. Put the piece to the reuse shelf.',
  order_shipped: 'The order has been shipped already.',
  order_on_hold: 'The order is on hold: {reason}',
  order_stopped: 'The order was stopped.',
  order_stopped_because: 'The order was stopped: {reason}',
  order_not_to_be_shipped: '{message}',
  cancellation_asked: 'The customer asks to cancel this order. Stop, and ask the lead.',
  part_has_left: 'A part of this order has left, so that its customer can no longer mend it: ask the office.',
  piece_rejected: 'This piece was rejected.',
  piece_replaced: 'This piece was rejected. Its successor is {successor}.',
  piece_scrapped: 'This piece was scrapped.',
  // The code is unknown, or has no meaning here.
  piece_unknown: 'No piece has this code.',
  order_unknown: 'No order has this code.',
  parcel_unknown: 'No parcel has this code.',
  bin_unknown: 'There is no bin of this number.',
  bin_free: 'Bin {bin} is free.',
  code_misread: 'The code was not read right. Scan it again, or type it.',
  code_unknown: 'This is none of our codes.',
  code_or_product_unknown: 'This is none of our codes, and no product.',
  code_means_nothing: 'This code means nothing at this station.',
  command_unknown: 'There is no command of this code.',
  command_of_packing: 'This command is for packing.',
  command_not_of_packing: 'This command means nothing while packing.',
  command_not_of_hand_over: 'This command means nothing while parcels are handed over.',
  badge_at_no_station: 'This is a badge. Nobody signs on here: it is no station.',
  several_pieces: 'Several pieces are made of {sku}: scan the ticket, or find the piece in the list.',
  tracking_unknown: 'No parcel that was packed here has this tracking number.',
  tracking_of_several: 'Several orders have this tracking number: {parcels}. Scan the code of the parcel.',
  tracking_misread: 'This is no tracking number. Scan it again.',
  nothing_to_pack: 'There is nothing to pack by this code.',
  nothing_printed: 'Nothing is printed on this piece.',
  // Something else has to be done first.
  no_blank: 'The shelf has no {sku}. Bring one and count it, or let it wait.',
  blank_not_counted: 'No {sku} is counted for this piece. Make it first.',
  bins_full: 'All bins are taken. The oldest is bin {bin}, with order {orderId}: pack it first.',
  no_bins: 'There are no bins yet: an office colleague sets how many there are.',
  scan_piece_first: 'Scan the piece first.',
  scan_order_first: 'Scan a piece, the order or its bin first.',
  scan_parcel_code: 'Scan the code of the parcel (T…), or its tracking number.',
  close_parcel_first: 'Order {orderId} is being packed: close its parcel first.',
  parcel_empty: 'Nothing is in this parcel yet.',
  parcel_not_complete: 'Not all is in this parcel yet.',
  parcel_without_label: 'This parcel has no label. {why} Put it aside: the office goes on with it.',
  label_not_printed_again: '{message}',
  no_parcel_left: 'No parcel has left this station yet.',
  // It is done already, or there is nothing to undo.
  made_already: 'This piece is made already.',
  checked_already: 'This piece was checked already.',
  changed_since: 'Something else has happened to this piece since.',
  in_parcel: 'Already in parcel {parcel}.',
  in_parcel_of_order: 'Already in parcel {parcel} of this order.',
  nothing_finished: 'Nothing was finished here that could be taken back.',
  nothing_packed: 'Nothing was packed here that could be taken back.',
  // It belongs to another order or parcel.
  piece_of_other_order: 'This piece is of order {orderId}. Open is order {open}.',
  piece_not_in_parcel: 'This piece is not in the open parcel.',
  product_not_of_order: 'Order {orderId} needs no product {ean13}, or no more of it.',
  enough_of_item: 'As many of these as the order still needs are in a parcel or have left.',
  enough_of_product: 'There are enough of {ean13} in this parcel.',
  order_in_use: '{who} packs this order at {station}. HAND OVER TO ME takes it.',
  // Hand-over lists.
  no_list_open: 'No list is open here. Scan a parcel first.',
  list_closed: '{who} has closed list {list} of {carrier}. Scan again for the next list.',
  list_empty: 'Nothing is on list {list} of {carrier} yet.',
  list_full:
    'There are {count} parcels on list {list} of {carrier}, which is as many as one can have. Close it, and open the next.',
  list_incomplete: 'Packed for {carrier} and not scanned: {parcels}. PASS closes the list without them.',
  nothing_on_list: 'No parcel was scanned here that could be taken off the list.',
  parcel_on_list: 'Parcel {code} of order {orderId} is on list {list} of {carrier} already.',
  parcel_on_closed_list:
    'Parcel {code} of order {orderId} is on list {list} of {carrier} already, which was closed.',
  parcel_just_listed: 'Somebody has just put parcel {code} of order {orderId} on a list.',
  parcel_being_packed: 'Parcel {code} of order {orderId} is still being packed. It cannot leave yet.',
  parcel_unlabelled: 'Parcel {code} of order {orderId} has no label yet. It cannot leave without one.',
  parcel_given_up: 'Parcel {code} of order {orderId} does not leave: its order ended without it.',
  parcel_of_other_carrier:
    'Parcel {code} of order {orderId} goes with {carrier}. Open is list {list} of {open}.',
  // Why a parcel has no label.
  hs_code_missing: 'Cannot be declared: the HS code is missing for {code} ({title}).',
  country_of_origin_missing: 'Cannot be declared: the country of origin is missing for {code} ({title}).',
  weight_missing: 'Cannot be declared: the weight is missing for {code} ({title}).',
  price_missing: 'Cannot be declared: a price above 0 is missing for {code} ({title}).',
  label_not_kept: "The client's label is not kept with the order.",
  slip_not_kept: "The client's packing slip is not kept with the order.",
  file_lost: 'The file store has lost the file that the client sent.',
  client_file_not_printable: 'The file that the client sent is not printed: {message}',
  label_used:
    "The client's only label is on another parcel of this order. Ask the client for one more, put it onto this parcel, and ship the parcel with its tracking number.",
  no_printer_of_label: 'No printer here takes the address label, which is {contentType}.',
  no_printer_of_customs: 'No printer here takes the customs form, which is {contentType}.',
  no_printer_of_client_label: "No printer here takes the client's label, which is {contentType}.",
  no_printer_of_client_slip: "No printer here takes the client's packing slip, which is {contentType}.",
  not_printable: '{message}',
  address_not_printable: '/shipping/address/{field} has characters that cannot be printed.',
  paper_not_drawn: 'It could not be drawn; the log tells why.',
  order_gone: 'The order is no longer there.',
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
  carrier: 'an unknown carrier',
  open: 'an unknown carrier',
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
