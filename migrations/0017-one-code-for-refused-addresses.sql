-- One code tells that a host is unknown or private: which of them it is, is nobody's business.
update webhook_deliveries set last_error = 'address_refused' where last_error = 'host_unknown';
