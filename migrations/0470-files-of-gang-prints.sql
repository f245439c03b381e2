create index gang_prints_by_content on gang_prints (sha256);
