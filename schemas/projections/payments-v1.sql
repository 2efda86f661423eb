-- The payment projection, version 1: tables in projections.sqlite that are derived from journals
-- alone. Delete the file and nothing is lost. Read through the views, whose names stay; a table's
-- name carries the version. All texts are UTF-8, and PRAGMA user_version is 1.

-- The journals, numbered as they came. A name is one integer in every table: origin number << 40 |
-- position; the first journal has number 0, so there a name is the position.
CREATE TABLE origins (
  -- The number in names, from 0. Never null.
  id INTEGER PRIMARY KEY,
  -- The journal's identity, 32 lower-case hexadecimal digits. Never null.
  origin TEXT NOT NULL UNIQUE
) STRICT;

-- How far each journal is projected. Committed with the rows that follow from it.
CREATE TABLE projection_positions (
  -- The projection's name: payments. Never null.
  projection TEXT NOT NULL,
  -- The journal. Never null.
  origin_id INTEGER NOT NULL REFERENCES origins (id),
  -- The first position that is not projected yet, a count of records. Never null.
  next_position INTEGER NOT NULL,
  PRIMARY KEY (projection, origin_id)
) STRICT, WITHOUT ROWID;

-- Every record, and its place.
CREATE TABLE events_1 (
  -- The record's name. Never null.
  event INTEGER PRIMARY KEY,
  -- The record's type, such as moonpay.frame.buy.complete. Never null.
  type TEXT NOT NULL,
  -- When it happened, RFC 3339, as in the record. Never null.
  time TEXT NOT NULL,
  -- How far it can be trusted: local, claim, sdk, read or signed. Never null.
  tier TEXT NOT NULL,
  -- The name of the event that opened its channel. Null where it has none.
  channel INTEGER,
  -- The attempt that it belongs to. Null where it belongs to none, or to several.
  attempt INTEGER
) STRICT;
CREATE INDEX events_1_by_attempt ON events_1 (attempt) WHERE attempt IS NOT NULL;

-- What was opened: frames, challenges, requests to other apps.
CREATE TABLE channels_1 (
  -- The name of the event that opened it. Never null.
  channel INTEGER PRIMARY KEY,
  -- Whose page or app it leads to: moonpay or monei. Never null.
  provider TEXT NOT NULL,
  -- frame, challenge or request. Never null.
  surface TEXT NOT NULL,
  -- The channel id that the host gave the page. Null where it gave none.
  page_channel TEXT,
  -- The web origin that the page was loaded from. Null where that is not known.
  sender TEXT,
  -- What a bare success means here: operation, outcome, status and money, in words with a space
  -- between. Null where the messages say it themselves.
  requested TEXT,
  -- The fingerprint of the host's reference. Null where it gave none.
  reference TEXT,
  -- The same, sealed for those who hold the key. Null where it gave none, or cannot be opened
  -- again.
  sealed_reference TEXT,
  -- For a challenge: the attempt that it answers for. Null where that is not known, and for other
  -- surfaces.
  parent_attempt INTEGER,
  -- The attempt that takes what comes next. Null where none is open.
  open_attempt INTEGER,
  -- The last attempt that ended here. Null where none did.
  last_attempt INTEGER,
  -- 1 when it was closed, else 0. Never null.
  is_closed INTEGER NOT NULL
) STRICT;

-- One row for each try to pay, as one journal saw it.
CREATE TABLE attempts_1 (
  -- The name of the event that opened it. Never null.
  attempt INTEGER PRIMARY KEY,
  -- With whom: moonpay or monei. Never null.
  provider TEXT NOT NULL,
  -- The channel that it was made on. Null for a redirect that fits no request.
  channel INTEGER,
  -- open, interrupted (the app was started again before it ended) or ended. Never null.
  state TEXT NOT NULL,
  -- The least attempt among those that it can be joined with. Never null.
  cluster INTEGER NOT NULL,
  -- The transaction that it is part of. Null only inside a batch.
  transaction_name INTEGER,
  -- The host's reference as sealed in the record that gave it first. Null where none did.
  sealed_reference TEXT,
  -- When its first record happened, RFC 3339. Never null.
  first_time TEXT NOT NULL,
  -- When its last record happened, RFC 3339. Never null.
  last_time TEXT NOT NULL
) STRICT;
CREATE INDEX attempts_1_by_cluster ON attempts_1 (cluster);
CREATE INDEX attempts_1_by_transaction ON attempts_1 (transaction_name);
CREATE INDEX attempts_1_without_end ON attempts_1 (state, attempt) WHERE state <> 'ended';

-- What a record says about an attempt.
CREATE TABLE assertions_1 (
  -- The attempt. Never null.
  attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
  -- The record that says it. Never null.
  event INTEGER NOT NULL,
  -- pay, authorize, capture, void, refund, verify, payout or dispute. Never null.
  operation TEXT NOT NULL,
  -- progressing, succeeded, failed, cancelled, expired, notStarted or unknown. Never null.
  outcome TEXT NOT NULL,
  -- The status that follows, in the words of transactions_1.status. Never null.
  status TEXT NOT NULL,
  -- Where the customer's money is if this is the last word: none, possible, taken or returned.
  -- Never null.
  money TEXT NOT NULL,
  -- How far it can be trusted, as in events_1. Never null.
  tier TEXT NOT NULL,
  -- The provider's own code for the outcome. Null where it gave none.
  code TEXT,
  PRIMARY KEY (attempt, event)
) STRICT, WITHOUT ROWID;
CREATE INDEX assertions_1_by_event ON assertions_1 (event);

-- What an attempt is called by.
CREATE TABLE identifiers_1 (
  -- The attempt. Never null.
  attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
  -- The place in the order seen, from 0. Never null.
  ordinal INTEGER NOT NULL,
  -- In whose name space the value lies. Null for the host's own references.
  provider TEXT,
  -- transaction (the provider's id of the payment, in clear) or reference (the host's, as its
  -- fingerprint). Never null.
  kind TEXT NOT NULL,
  -- The id, or the fingerprint. Never null.
  value TEXT NOT NULL,
  PRIMARY KEY (attempt, ordinal)
) STRICT, WITHOUT ROWID;
CREATE INDEX identifiers_1_by_value ON identifiers_1 (value, kind);

-- The sums given for an attempt.
CREATE TABLE amounts_1 (
  -- The attempt. Never null.
  attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
  -- The record that gives it. Never null.
  event INTEGER NOT NULL,
  -- The place among the attempt's sums, from 0. Never null.
  ordinal INTEGER NOT NULL,
  -- requested (by the host) or reported (by the provider). Never null.
  kind TEXT NOT NULL,
  -- The text as it came, in the unit that it came in. Never null.
  literal TEXT NOT NULL,
  -- The exact value in the currency itself, a decimal text such as 57.49. Null where the text or
  -- the currency determines none.
  value TEXT,
  -- ISO 4217 code, or a crypto asset's. Null where none was given.
  currency TEXT,
  -- How far it can be trusted, as in events_1. Never null.
  tier TEXT NOT NULL,
  PRIMARY KEY (attempt, event, ordinal)
) STRICT, WITHOUT ROWID;

-- Which attempts share a key, and so are one cluster.
CREATE TABLE links_1 (
  -- identifier kind, provider or -, and value; or channel and its name; with spaces between. Never
  -- null.
  link TEXT NOT NULL,
  -- The attempt. Never null.
  attempt INTEGER NOT NULL,
  PRIMARY KEY (link, attempt)
) STRICT, WITHOUT ROWID;

-- What a reader should look at.
CREATE TABLE anomalies_1 (
  -- The record where it shows. Never null.
  event INTEGER NOT NULL,
  -- unlisted, unreadable, channelMismatch, duplicate, lateRedirect, unboundRedirect,
  -- repeatedParameter, conflict, contradictedLink, amountMismatch or possibleDoublePayment. Never
  -- null.
  kind TEXT NOT NULL,
  -- The cluster that it follows from, with which it comes and goes. Null for an oddity of the
  -- record itself.
  cluster INTEGER,
  PRIMARY KEY (event, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX anomalies_1_by_cluster ON anomalies_1 (cluster) WHERE cluster IS NOT NULL;

-- Payments as the business means them: attempts that belong together, weighed.
CREATE TABLE transactions_1 (
  -- The first event that asserts something about it. Never null.
  transaction_name INTEGER PRIMARY KEY,
  -- The cluster of its attempts. Never null.
  cluster INTEGER NOT NULL,
  -- With whom its first attempt was made. Never null.
  provider TEXT NOT NULL,
  -- The best of its attempts: refunded, partiallyRefunded, completed, authorized, pending,
  -- unknown, challenged, inProgress, initiated, failed, cancelled, expired or notStarted. Never
  -- null.
  status TEXT NOT NULL,
  -- 1 where a final or authorized status rests on tier read or signed, else 0. Never null.
  is_confirmed INTEGER NOT NULL,
  -- The best that a lower tier says. Null where that is not different.
  claimed TEXT,
  -- The tier that decided. Never null.
  tier TEXT NOT NULL,
  -- The record that decided. Never null.
  evidence INTEGER NOT NULL,
  -- The provider's code for the outcome. Null where it gave none.
  code TEXT,
  -- 1 where one attempt has two final results that cannot both be true, else 0. Never null.
  is_conflict INTEGER NOT NULL,
  -- Where the customer's money is, as far as the evidence goes: none, possible, taken or returned.
  -- Never null.
  money TEXT NOT NULL,
  -- The sum in force, as it came: the last one asked for, else the last one reported. Null where
  -- none was given.
  amount_literal TEXT,
  -- Its exact value in the currency itself, a decimal text. Null where it is not determined.
  amount_value TEXT,
  -- Its currency. Null where none was given.
  currency TEXT,
  -- The host's reference, sealed. Null where none was given, or it cannot be opened again.
  sealed_reference TEXT,
  -- The first event that asserts something. Never null.
  first_event INTEGER NOT NULL,
  -- The last event that asserts something. Never null.
  last_event INTEGER NOT NULL,
  -- When the last record about it happened, RFC 3339. Never null.
  updated TEXT NOT NULL
) STRICT;
CREATE INDEX transactions_1_by_cluster ON transactions_1 (cluster);

-- The names to read by.
CREATE VIEW events AS SELECT * FROM events_1;
CREATE VIEW channels AS SELECT * FROM channels_1;
CREATE VIEW attempts AS SELECT * FROM attempts_1;
CREATE VIEW assertions AS SELECT * FROM assertions_1;
CREATE VIEW identifiers AS SELECT * FROM identifiers_1;
CREATE VIEW amounts AS SELECT * FROM amounts_1;
CREATE VIEW anomalies AS SELECT event, kind FROM anomalies_1;
CREATE VIEW transactions AS SELECT * FROM transactions_1;
