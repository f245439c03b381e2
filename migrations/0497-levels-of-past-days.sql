drop index concurrently if exists stock_movements_by_code_new;
create index concurrently stock_movements_by_code_new on stock_movements (kind, code, movement_id) include (on_hand_change, reserved_change);
drop index concurrently if exists stock_movements_by_code;
alter index stock_movements_by_code_new rename to stock_movements_by_code;
