-- Buyer sets of spans that have ended, in the order in which lists read them. While payments of a span arrive, its sets
-- are written in the order of its buyers, among those of other spans and kinds: a list that reads a thousand of them
-- reads nearly as many pages. The worker that folds moves them here (store/listing/packed-sets.ts), where nothing
-- leaves a gap that later ones would fill.
--
-- A query of buyer_sets reads both, also one of an earlier version. Folds add what comes late to buyer_sets, so a set
-- may be in both.
create table packed_buyer_sets (
  primary key (scope, level, span, kind, chunk)
) inherits (buyer_sets);
