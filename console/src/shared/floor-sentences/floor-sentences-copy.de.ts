import { violations } from '../copy/violation-words.de.ts';
import type { FloorSentence, SentenceCode } from './floor-sentences-copy.en.ts';
import { sayProblem, TEXT_PROBLEMS } from './problem-messages-copy.de.ts';

const SENTENCES: Record<SentenceCode, string> = {
  old_ticket:
    'Der Auftrag wurde nach dem Druck dieses Zettels geändert. Legen Sie das Teil in das Regal zur Wiederverwendung.',
  order_cancelled: 'Der Auftrag wurde storniert. Legen Sie das Teil in das Regal zur Wiederverwendung.',
  order_shipped: 'Der Auftrag ist schon versandt.',
  order_on_hold: 'Der Auftrag ist angehalten: {reason}',
  order_stopped: 'Der Auftrag wurde gestoppt.',
  order_stopped_because: 'Der Auftrag wurde gestoppt: {reason}',
  order_not_to_be_shipped: 'Der Auftrag kann so nicht versandt werden: {message}',
  cancellation_asked: 'Der Kunde möchte stornieren. Arbeiten Sie nicht weiter, und fragen Sie die Leitung.',
  part_has_left: 'Der Auftrag ist schon teilweise versandt. Der Kunde kann ihn nicht mehr ändern. Fragen Sie das Büro.',
  piece_rejected: 'Dieses Teil wurde verworfen.',
  piece_replaced: 'Dieses Teil wurde verworfen und durch {successor} ersetzt.',
  piece_scrapped: 'Dieses Teil ist Ausschuss.',
  piece_unknown: 'Kein Teil hat diesen Code.',
  sheet_unknown: 'Kein Sammelbogen hat diesen Code.',
  sheet_only_at_make: 'Das ist der Code eines Sammelbogens. Scannen Sie ihn dort, wo gefertigt wird.',
  sheet_stopped: 'Kein Teil dieses Bogens kann gefertigt werden.',
  print_corrected:
    'Das Motiv wurde korrigiert, nachdem der Bogen gedruckt wurde. Werfen Sie diesen Druck weg: Der neue steht auf einem anderen Bogen.',
  other_step_first: 'Ein anderer Schritt kommt zuerst: {technology}.',
  order_unknown: 'Kein Auftrag hat diesen Code.',
  parcel_unknown: 'Kein Paket hat diesen Code.',
  bin_unknown: 'Ein Fach mit dieser Nummer gibt es nicht.',
  bin_free: 'Fach {bin} ist frei.',
  code_misread: 'Der Code wurde nicht richtig gelesen. Scannen Sie ihn noch einmal, oder tippen Sie ihn ein.',
  code_unknown: 'Das ist kein Platen-Code.',
  code_or_product_unknown: 'Das ist weder ein Platen-Code noch ein Produkt.',
  code_means_nothing: 'Dieser Code gilt nicht an dieser Station.',
  command_unknown: 'Einen Befehl mit diesem Code gibt es nicht.',
  command_of_packing: 'Dieser Befehl gilt nur beim Packen.',
  command_not_of_packing: 'Dieser Befehl gilt nicht beim Packen.',
  command_not_of_hand_over: 'Dieser Befehl gilt nicht beim Übergeben.',
  badge_at_no_station:
    'Das ist ein Ausweis. Damit können Sie sich nur an einer Station anmelden. Dieser Browser ist keine Station.',
  several_pieces:
    'Mehrere Teile werden aus {sku} gefertigt. Scannen Sie den Zettel, oder suchen Sie das Teil in der Liste.',
  tracking_unknown: 'Kein Paket, das hier gepackt wurde, hat diese Sendungsnummer.',
  tracking_of_several: 'Mehrere Aufträge haben diese Sendungsnummer: {parcels}. Scannen Sie den Code des Pakets.',
  tracking_misread: 'Das ist keine Sendungsnummer. Scannen Sie noch einmal.',
  nothing_to_pack: 'Zu diesem Code gibt es nichts zu packen.',
  nothing_printed: 'Auf dieses Teil wird nichts gedruckt.',
  no_blank: 'Im Regal ist kein {sku}. Holen und zählen Sie einen Rohling, oder lassen Sie das Teil warten.',
  blank_not_counted: 'Für dieses Teil ist kein {sku} gezählt. Fertigen Sie es zuerst.',
  bins_full: 'Am längsten belegt ist Fach {bin} mit Auftrag {orderId}. Packen Sie diesen zuerst.',
  no_bins: 'Es gibt noch keine Fächer. Das Büro legt die Anzahl fest.',
  scan_piece_first: 'Scannen Sie zuerst das Teil.',
  answer_question_first: 'Beantworten Sie zuerst die Frage auf dem Bildschirm. „Zurücknehmen“ schließt sie.',
  screen_too_old:
    'Dieser Bildschirm ist älter als die Station: Ein anderer Scan kam zuvor. Sehen Sie den Bildschirm neu an, und scannen Sie dann noch einmal.',
  not_made: 'Dieses Teil ist nicht gefertigt.',
  not_checked: 'Dieses Teil ist nicht geprüft.',
  tracking_check_digit: 'Die Prüfziffer dieser Sendungsnummer ist falsch.',
  tracking_format: 'So sieht keine Sendungsnummer dieses Paketdienstes aus.',
  tracking_used: 'Diese Sendungsnummer hat schon ein anderes Paket.',
  papers_void:
    'Der Auftrag wurde geändert, die Papiere werden jetzt gedruckt. Vernichten Sie frühere. Kleben Sie das neue Etikett auf das Paket, und scannen Sie dessen Nummer.',
  scan_order_first: 'Scannen Sie zuerst ein Teil, den Auftrag oder das Fach.',
  scan_parcel_code: 'Scannen Sie den Code des Pakets (T…) oder seine Sendungsnummer.',
  close_parcel_first:
    'Auftrag {orderId} wird gerade gepackt. Schließen Sie zuerst dieses Paket, oder legen Sie es zur Seite.',
  parcel_empty: 'Dieses Paket ist noch leer.',
  parcel_not_complete: 'Dieses Paket ist noch nicht vollständig.',
  parcel_without_label: 'Dieses Paket hat kein Etikett. Stellen Sie es zur Seite. Das Büro kümmert sich darum.',
  label_not_printed_again: 'Das Etikett kann nicht noch einmal gedruckt werden: {message}',
  no_parcel_left: 'An dieser Station wurde noch kein Paket fertig gepackt.',
  shipment_final: 'Auftrag {orderId} ist beendet. Seine Pakete können nicht mehr zurückgenommen werden.',
  shipment_erased:
    'Die persönlichen Daten von Auftrag {orderId} sind gelöscht. Seine Pakete können nicht mehr zurückgenommen werden.',
  shipment_returned:
    'Teile von Auftrag {orderId} sind als Retoure zurückgekommen. Das Paket kann nicht mehr zurückgenommen werden.',
  shipment_unknown: 'Zu Paket {code} gibt es keine Sendung. Nehmen Sie die Sendung im Büro zurück.',
  other_parcel_open: 'Paket {open} von Auftrag {orderId} wird an {station} gepackt. Schließen Sie es zuerst.',
  other_parcel_aside: 'Paket {open} von Auftrag {orderId} wurde zur Seite gelegt. Packen und schließen Sie es zuerst.',
  made_already: 'Dieses Teil ist schon gefertigt.',
  sheet_made_already: 'Alle Teile dieses Bogens sind schon gefertigt.',
  checked_already: 'Dieses Teil ist schon geprüft.',
  changed_since: 'Dieses Teil wurde seitdem weiterbearbeitet.',
  in_parcel: 'Schon in Paket {parcel}.',
  in_parcel_of_order: 'Schon in Paket {parcel} dieses Auftrags.',
  nothing_finished: 'Hier gibt es nichts zurückzunehmen.',
  nothing_packed: 'Hier wurde nichts gepackt, das Sie zurücknehmen können.',
  piece_of_other_order: 'Dieses Teil gehört zu Auftrag {orderId}. Offen ist Auftrag {open}.',
  piece_not_in_parcel: 'Dieses Teil ist nicht im offenen Paket.',
  product_not_of_order: 'Auftrag {orderId} braucht kein Produkt {ean13}, oder es ist schon genug davon gepackt.',
  enough_of_item: 'Davon ist schon genug gepackt oder versandt.',
  enough_of_product: 'Von {ean13} ist genug in diesem Paket.',
  order_in_use: '{who} packt diesen Auftrag an {station}. Mit „Paket übernehmen“ packen Sie ihn hier weiter.',
  no_list_open: 'Hier ist keine Liste offen. Scannen Sie zuerst ein Paket.',
  list_closed: '{who} hat Liste {list} für {carrier} geschlossen. Scannen Sie noch einmal für die nächste.',
  list_empty: 'Liste {list} für {carrier} ist noch leer.',
  list_full:
    'Liste {list} für {carrier} ist mit {count} Paketen voll. Schließen Sie sie, und beginnen Sie die nächste.',
  list_incomplete: 'Für {carrier} gepackt, aber nicht gescannt: {parcels}. „Gut“ schließt die Liste ohne sie.',
  nothing_on_list: 'Hier wurde kein Paket gescannt, das Sie von der Liste entfernen können.',
  parcel_on_list: 'Paket {code} von Auftrag {orderId} steht schon auf Liste {list} für {carrier}.',
  parcel_on_closed_list:
    'Paket {code} von Auftrag {orderId} steht schon auf Liste {list} für {carrier}, und die ist geschlossen.',
  parcel_just_listed: 'Jemand hat Paket {code} von Auftrag {orderId} gerade auf eine Liste gesetzt.',
  parcel_being_packed: 'Paket {code} von Auftrag {orderId} wird noch gepackt und kann noch nicht übergeben werden.',
  parcel_unlabelled: 'Paket {code} von Auftrag {orderId} hat noch kein Etikett und kann nicht übergeben werden.',
  parcel_given_up: 'Paket {code} von Auftrag {orderId} wird nicht übergeben. Der Auftrag endete ohne dieses Paket.',
  parcel_of_other_carrier:
    'Paket {code} von Auftrag {orderId} gehört auf eine Liste für {carrier}. Offen ist Liste {list} für {open}.',
  hs_code_missing: 'Für den Zoll fehlt die Zolltarifnummer (HS-Code) von {code} ({title}).',
  country_of_origin_missing: 'Für den Zoll fehlt das Ursprungsland von {code} ({title}).',
  weight_missing: 'Für den Zoll fehlt das Gewicht von {code} ({title}).',
  price_missing: 'Für den Zoll fehlt ein Preis über 0 von {code} ({title}).',
  sender_missing: 'Die Adresse des Absenders fehlt, deshalb wird kein Zollformular gedruckt. Ein Admin stellt sie ein.',
  label_not_kept: 'Beim Auftrag ist kein Etikett vom Kunden gespeichert.',
  slip_not_kept: 'Beim Auftrag ist kein Lieferschein vom Kunden gespeichert.',
  file_lost: 'Die Datei vom Kunden fehlt im Dateispeicher.',
  client_file_not_printable: 'Die Datei vom Kunden kann nicht gedruckt werden: {message}',
  label_used:
    'Das einzige Etikett vom Kunden klebt auf einem anderen Paket dieses Auftrags. Bitten Sie den Kunden um ein weiteres Etikett, und versenden Sie dieses Paket mit dessen Sendungsnummer.',
  no_printer_of_label: 'Kein Drucker an dieser Station kann das Adressetikett drucken ({contentType}).',
  no_printer_of_customs: 'Kein Drucker an dieser Station kann das Zollformular drucken ({contentType}).',
  no_printer_of_client_label: 'Kein Drucker an dieser Station kann das Etikett vom Kunden drucken ({contentType}).',
  no_printer_of_bought_size:
    'Kein Drucker hier hat Papier für das gekaufte Etikett ({size}). Richten Sie einen ein, oder wählen Sie einen anderen Service.',
  no_printer_of_label_size: 'Kein Drucker an dieser Station hat Papier für das Etikett vom Kunden ({size}).',
  no_printer_of_client_slip: 'Kein Drucker an dieser Station kann den Lieferschein vom Kunden drucken ({contentType}).',
  not_printable: 'Das kann nicht gedruckt werden: {message}',
  address_not_printable: 'Die Adresse enthält in {field} Zeichen, die nicht gedruckt werden können.',
  paper_not_drawn: 'Das Papier konnte nicht erstellt werden. Den Grund finden Sie im Serverprotokoll.',
  order_gone: 'Den Auftrag gibt es nicht mehr.',
  label_coming:
    'Das Etikett für dieses Paket kommt. Es wird an seiner Station gedruckt, und das Paket gilt dann als versandt.',
  label_is_test:
    'Das Etikett von {provider} ist ein Test. Wählen Sie einen anderen Anbieter, oder versenden Sie mit einer eigenen Nummer.',
  label_unreadable: 'Das gekaufte Etikett kann nicht gedruckt werden. Wählen Sie einen anderen Service.',
  label_lost: 'Das gekaufte Etikett ist nicht mehr gespeichert.',
  label_weight_missing:
    'Im Katalog fehlt das Gewicht von {code} ({title}). Tragen Sie es ein, oder wiegen Sie das Paket.',
  label_no_rule:
    'Keine Etikettenregel passt zu diesem Paket. Wählen Sie einen Service, oder ein Admin ändert die Regeln.',
  label_no_service: '{provider} bietet für dieses Paket keinen rechtzeitigen Service an. Wählen Sie einen anderen.',
  label_no_provider: 'Der Etikettenanbieter wurde gelöscht. Wählen Sie einen anderen Service.',
  label_refused: '{provider} hat das Etikett abgelehnt: {message}',
  manifest_refused: '{provider} erstellt das Manifest nicht: {message}',
  label_credentials_refused: '{provider} hat die Zugangsdaten abgelehnt. Ein Admin gibt sie neu ein. ({message})',
  label_provider_unreachable: '{provider} ist nicht erreichbar. Platen versucht es wieder. ({message})',
  label_answer_unusable: '{provider} hat unbrauchbar geantwortet. Platen fragt noch einmal. ({message})',
  shop_unreachable: '{shop} ist nicht erreichbar. Prüfen Sie die Adresse. Platen versucht es wieder. ({message})',
  shop_address_private:
    '{shop} führt zu keiner Adresse im öffentlichen Internet. Prüfen Sie die Adresse. Liegt der Shop in Ihrem eigenen Netz, tragen Sie Host und Port in die Einstellung WEBHOOK_ALLOW ein.',
  shop_name_unknown:
    'Den Namen in {shop} hat kein Server. Prüfen Sie die Schreibweise der Adresse. Platen versucht es wieder, falls nur der Nameserver nicht geantwortet hat.',
  shop_certificate_invalid: 'Das Zertifikat von {shop} ist ungültig. Der Betreiber des Shops muss es erneuern.',
  shop_too_slow: '{shop} hat nicht rechtzeitig geantwortet. Platen versucht es wieder.',
  shop_redirects: '{shop} leitet auf {message} weiter. Geben Sie diese Adresse ein.',
  shop_credentials_refused:
    '{shop} hat die Zugangsdaten abgelehnt. Kopieren Sie sie noch einmal aus dem Shop. ({message})',
  shop_app_not_installed:
    'Die App ist in {shop} nicht installiert. Wählen Sie auf der Seite der App „App installieren“; App und Shop müssen in Shopify zur selben Organisation gehören. ({message})',
  shop_permission_missing: '{shop} erlaubt Platen das nicht: {message}. Ergänzen Sie die Berechtigung im Shop.',
  shop_not_found: 'Unter {shop} gibt es keinen solchen Shop. Prüfen Sie die Adresse und das Shopsystem.',
  shop_api_not_found:
    'Unter {shop} gibt es keine REST-API von WooCommerce. Prüfen Sie die Adresse. In WordPress dürfen die Permalinks nicht „Einfach“ sein, und kein Plugin darf die REST-API abschalten.',
  shop_busy: '{shop} ist überlastet oder hat einen Fehler. Platen versucht es wieder. ({message})',
  shop_answer_unusable: '{shop} hat unbrauchbar geantwortet. Prüfen Sie, ob das die Adresse des Shops ist. ({message})',
  shop_refuses: '{shop} hat eine Anfrage abgelehnt: {message}',
  shop_credentials_lost: 'Die gespeicherten Zugangsdaten sind nicht lesbar. Geben Sie sie neu ein.',
  ...TEXT_PROBLEMS,
};

/** Translates words in the parameters. */
const WORDS: Readonly<Record<string, string>> = { 'address labels': 'Adressetiketten' };
/** Replaces a missing name. */
const NAMELESS = {
  who: 'Jemand',
  carrier: 'Etiketten vom Kunden',
  open: 'Etiketten vom Kunden',
  provider: 'Der Etikettenanbieter',
};

/** How connectors write a violation of Platen: its message, allowed values, its pointer and its code. */
const VIOLATION = /^.*?(?: Allowed: ([^:]+)\.)? \(Platen, at (\S+): (\w+)\)$/;

export const copy: typeof import('./floor-sentences-copy.en.ts').copy = {
  /** A newer server may send sentences without a translation here. */
  say: ({ code, params = {}, message }: FloorSentence) => {
    const pattern: string | undefined = code === undefined ? undefined : SENTENCES[code];
    return pattern === undefined ? message : fillIn(pattern, { ...NAMELESS, ...params });
  },
  sayShopReason: (line) => {
    const [, allowed, pointer, code = ''] = VIOLATION.exec(line) ?? [];
    const violation = violations[code]?.(allowed?.split(', ') ?? []);
    return violation === undefined ? sayProblem(line) : `${violation} (Platen, bei ${pointer})`;
  },
};

/** Fills in a pattern such as `Fach {bin} ist frei.` */
function fillIn(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(
    /\{(\w+)\}/g,
    (_, name: string) => WORDS[params[name] ?? ''] ?? sayProblem(params[name] ?? ''),
  );
}
