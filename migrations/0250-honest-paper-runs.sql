-- A run says why it has no papers, and may be printed by the browser that asked.
alter table paper_runs
  add column problem text,
  drop constraint paper_runs_state_check,
  add constraint paper_runs_state_check check (state in ('drawing', 'enqueued', 'not_made', 'here'));
comment on column paper_runs.problem is 'Why nothing was printed. Only in state not_made, else null.';
comment on column paper_runs.state is
  'drawing: to be drawn. enqueued: all parts are print jobs. not_made: see problem. here: printed by the browser that asked.';
comment on column paper_runs.printer_id is 'The printer. Empty: the browser that asked.';
