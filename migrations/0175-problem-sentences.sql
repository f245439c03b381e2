-- What a parcel without a label lacks, with codes, so that a console says it in its own language.
alter table parcels add column problem_sentences text;
comment on column parcels.problem_sentences is 'JSON: the same with codes and what is filled in. Null: nothing is missing, or it was written before there were codes.';
