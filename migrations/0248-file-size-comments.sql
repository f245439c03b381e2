-- All pages of a PDF count, not only its first.
comment on column order_files.width_mm is 'Width in millimeters of the paper that takes every page of a PDF, upright if the first page is. Null: not a PDF.';
comment on column order_files.height_mm is 'Height in millimeters of the paper that takes every page of a PDF, upright if the first page is. Null: not a PDF.';
