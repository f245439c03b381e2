-- Reads the ledger while others write to it.
alter table stock_movements validate constraint stock_movements_reason_check;
