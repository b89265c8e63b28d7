-- Searches of merchants by one or two characters, and the erasure of personal data from the audit log.

create index merchants_by_name on merchants (partner_id, lower(name) text_pattern_ops) where deleted_at is null;
