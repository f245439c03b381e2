import { type FloorSentence, fillIn, type SentenceCode } from './sentence-rules.ts';

const SENTENCES: Record<SentenceCode, string> = {
  old_ticket: 'Dieser Zettel ist von vor der Änderung des Auftrags. Legen Sie das Teil zur Wiederverwendung.',
  order_cancelled: 'Der Auftrag wurde storniert. Legen Sie das Teil zur Wiederverwendung.',
  order_shipped: 'Der Auftrag ist schon verschickt.',
  order_on_hold: 'Der Auftrag ist angehalten: {reason}',
  order_stopped: 'Der Auftrag wurde gestoppt.',
  order_stopped_because: 'Der Auftrag wurde gestoppt: {reason}',
  order_not_to_be_shipped: 'Der Auftrag kann so nicht verschickt werden: {message}',
  cancellation_asked: 'Der Kunde bittet um Storno. Halten Sie an, und fragen Sie die Leitung.',
  part_has_left:
    'Ein Teil des Auftrags ist schon weg, deshalb kann der Kunde ihn nicht mehr ändern: Fragen Sie das Büro.',
  piece_rejected: 'Dieses Teil wurde verworfen.',
  piece_replaced: 'Dieses Teil wurde verworfen. Der Nachfolger ist {successor}.',
  piece_scrapped: 'Dieses Teil ist Ausschuss.',
  piece_unknown: 'Kein Teil hat diesen Code.',
  order_unknown: 'Kein Auftrag hat diesen Code.',
  parcel_unknown: 'Kein Paket hat diesen Code.',
  bin_unknown: 'Ein Fach mit dieser Nummer gibt es nicht.',
  bin_free: 'Fach {bin} ist frei.',
  code_misread: 'Der Code wurde nicht richtig gelesen. Noch einmal scannen oder eintippen.',
  code_unknown: 'Das ist keiner unserer Codes.',
  code_or_product_unknown: 'Das ist keiner unserer Codes und kein Produkt.',
  code_means_nothing: 'Dieser Code bedeutet an dieser Station nichts.',
  command_unknown: 'Einen Befehl mit diesem Code gibt es nicht.',
  command_of_packing: 'Dieser Befehl gehört zum Packen.',
  command_not_of_packing: 'Dieser Befehl bedeutet beim Packen nichts.',
  command_not_of_hand_over: 'Dieser Befehl bedeutet beim Übergeben nichts.',
  badge_at_no_station: 'Das ist ein Ausweis. Hier meldet sich niemand an: Dieser Browser ist keine Station.',
  several_pieces:
    'Mehrere Teile werden aus {sku} gemacht: Scannen Sie den Zettel, oder suchen Sie das Teil in der Liste.',
  tracking_unknown: 'Kein Paket, das hier gepackt wurde, hat diese Sendungsnummer.',
  tracking_of_several:
    'Mehrere Aufträge haben diese Sendungsnummer: {parcels}. Scannen Sie den Code des Pakets.',
  tracking_misread: 'Das ist keine Sendungsnummer. Scannen Sie noch einmal.',
  nothing_to_pack: 'Zu diesem Code gibt es nichts zu packen.',
  nothing_printed: 'Auf dieses Teil wird nichts gedruckt.',
  no_blank: 'Im Regal ist kein {sku}. Holen und zählen Sie einen, oder lassen Sie das Teil warten.',
  blank_not_counted: 'Für dieses Teil ist kein {sku} gezählt. Fertigen Sie es zuerst.',
  bins_full: 'Am längsten belegt ist Fach {bin}, mit Auftrag {orderId}: Packen Sie den zuerst.',
  no_bins: 'Es gibt noch keine Fächer: Das Büro legt fest, wie viele es sind.',
  scan_piece_first: 'Scannen Sie zuerst das Teil.',
  scan_order_first: 'Scannen Sie zuerst ein Teil, den Auftrag oder sein Fach.',
  scan_parcel_code: 'Scannen Sie den Code des Pakets (T…) oder seine Sendungsnummer.',
  close_parcel_first: 'Auftrag {orderId} wird gerade gepackt: Schließen Sie zuerst sein Paket.',
  parcel_empty: 'In diesem Paket ist noch nichts.',
  parcel_not_complete: 'In diesem Paket ist noch nicht alles.',
  parcel_without_label: 'Dieses Paket hat kein Etikett. Stellen Sie es zur Seite: Das Büro macht weiter.',
  label_not_printed_again: 'Das Etikett kann nicht noch einmal gedruckt werden: {message}',
  no_parcel_left: 'Von dieser Station ging noch kein Paket weg.',
  made_already: 'Dieses Teil ist schon gefertigt.',
  checked_already: 'Dieses Teil ist schon geprüft.',
  changed_since: 'Mit diesem Teil ist seither etwas anderes geschehen.',
  in_parcel: 'Schon in Paket {parcel}.',
  in_parcel_of_order: 'Schon in Paket {parcel} dieses Auftrags.',
  nothing_finished: 'Hier wurde nichts fertig, was sich zurücknehmen lässt.',
  nothing_packed: 'Hier wurde nichts gepackt, was sich zurücknehmen lässt.',
  piece_of_other_order: 'Dieses Teil gehört zu Auftrag {orderId}. Offen ist Auftrag {open}.',
  piece_not_in_parcel: 'Dieses Teil ist nicht im offenen Paket.',
  product_not_of_order: 'Auftrag {orderId} braucht kein Produkt {ean13} oder keines mehr davon.',
  enough_of_item: 'So viele davon, wie der Auftrag noch braucht, sind in einem Paket oder schon weg.',
  enough_of_product: 'Von {ean13} ist genug in diesem Paket.',
  order_in_use: '{who} packt diesen Auftrag an {station}. HAND OVER TO ME übernimmt ihn.',
  no_list_open: 'Hier ist keine Liste offen. Scannen Sie zuerst ein Paket.',
  list_closed: '{who} hat Liste {list} für {carrier} geschlossen. Scannen Sie noch einmal für die nächste.',
  list_empty: 'Auf Liste {list} für {carrier} ist noch nichts.',
  list_full:
    'Auf Liste {list} für {carrier} sind {count} Pakete, mehr passen nicht. Schließen Sie sie, und beginnen Sie die nächste.',
  list_incomplete: 'Für {carrier} gepackt und nicht gescannt: {parcels}. PASS schließt die Liste ohne sie.',
  nothing_on_list: 'Hier wurde kein Paket gescannt, das sich von der Liste nehmen lässt.',
  parcel_on_list: 'Paket {code} von Auftrag {orderId} steht schon auf Liste {list} für {carrier}.',
  parcel_on_closed_list:
    'Paket {code} von Auftrag {orderId} steht schon auf Liste {list} für {carrier}, und die ist geschlossen.',
  parcel_just_listed: 'Jemand hat Paket {code} von Auftrag {orderId} eben auf eine Liste gesetzt.',
  parcel_being_packed: 'Paket {code} von Auftrag {orderId} wird noch gepackt. Es kann noch nicht weg.',
  parcel_unlabelled:
    'Paket {code} von Auftrag {orderId} hat noch kein Etikett. Ohne Etikett kann es nicht weg.',
  parcel_given_up: 'Paket {code} von Auftrag {orderId} geht nicht weg: Der Auftrag endete ohne es.',
  parcel_of_other_carrier:
    'Paket {code} von Auftrag {orderId} geht mit {carrier}. Offen ist Liste {list} für {open}.',
  hs_code_missing: 'Für den Zoll fehlt die HS-Nummer von {code} ({title}).',
  country_of_origin_missing: 'Für den Zoll fehlt das Ursprungsland von {code} ({title}).',
  weight_missing: 'Für den Zoll fehlt das Gewicht von {code} ({title}).',
  price_missing: 'Für den Zoll fehlt ein Preis über 0 von {code} ({title}).',
  label_not_kept: 'Das Etikett des Kunden liegt nicht beim Auftrag.',
  slip_not_kept: 'Der Lieferschein des Kunden liegt nicht beim Auftrag.',
  file_lost: 'Die Datei, die der Kunde geschickt hat, ist aus dem Dateispeicher verschwunden.',
  client_file_not_printable: 'Die Datei, die der Kunde geschickt hat, wird nicht gedruckt: {message}',
  label_used:
    'Das einzige Etikett des Kunden klebt auf einem anderen Paket dieses Auftrags. Bitten Sie den Kunden um noch eines, kleben Sie es auf dieses Paket, und verschicken Sie es mit dessen Sendungsnummer.',
  no_printer_of_label: 'Kein Drucker nimmt hier das Adressetikett, {contentType}.',
  no_printer_of_customs: 'Kein Drucker nimmt hier das Zollformular, {contentType}.',
  no_printer_of_client_label: 'Kein Drucker nimmt hier das Etikett des Kunden, {contentType}.',
  no_printer_of_client_slip: 'Kein Drucker nimmt hier den Lieferschein des Kunden, {contentType}.',
  not_printable: 'Das kann nicht gedruckt werden: {message}',
  address_not_printable: 'Die Adresse hat in {field} Zeichen, die sich nicht drucken lassen.',
  paper_not_drawn: 'Es konnte nicht gezeichnet werden; warum, steht im Protokoll des Servers.',
  order_gone: 'Den Auftrag gibt es nicht mehr.',
};

/** What stands where somebody or something has no name. */
const NAMELESS = {
  who: 'Jemand',
  carrier: 'einen unbekannten Versender',
  open: 'einen unbekannten Versender',
};

export const copy: typeof import('./floor-sentences-copy.en.ts').copy = {
  /** A later server may have sentences that this page has no words for. */
  say: ({ code, params = {}, message }: FloorSentence) => {
    const pattern: string | undefined = code === undefined ? undefined : SENTENCES[code];
    return pattern === undefined ? message : fillIn(pattern, { ...NAMELESS, ...params });
  },
};
