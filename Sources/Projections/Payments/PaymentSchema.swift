/// The tables of the payment projection. The same text stands in
/// `schemas/projections/payments-v1.sql`, column by column explained; a test keeps both equal.
enum PaymentSchema {
  /// Raised with every change of the tables or of what is written into them: the projection is
  /// then rebuilt.
  static let version = 2

  static let tables = """
    CREATE TABLE origins (
      id INTEGER PRIMARY KEY,
      origin TEXT NOT NULL UNIQUE
    ) STRICT;

    CREATE TABLE projection_positions (
      projection TEXT NOT NULL,
      origin_id INTEGER NOT NULL REFERENCES origins (id),
      next_position INTEGER NOT NULL,
      PRIMARY KEY (projection, origin_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE events_1 (
      event INTEGER PRIMARY KEY,
      type TEXT NOT NULL,
      time TEXT NOT NULL,
      tier TEXT NOT NULL,
      channel INTEGER,
      attempt INTEGER
    ) STRICT;
    CREATE INDEX events_1_by_attempt ON events_1 (attempt) WHERE attempt IS NOT NULL;

    CREATE TABLE channels_1 (
      channel INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      surface TEXT NOT NULL,
      page_channel TEXT,
      sender TEXT,
      requested TEXT,
      reference TEXT,
      sealed_reference TEXT,
      parent_attempt INTEGER,
      open_attempt INTEGER,
      last_attempt INTEGER,
      is_closed INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE attempts_1 (
      attempt INTEGER PRIMARY KEY,
      provider TEXT NOT NULL,
      channel INTEGER,
      state TEXT NOT NULL,
      cluster INTEGER NOT NULL,
      transaction_name INTEGER,
      sealed_reference TEXT,
      first_time TEXT NOT NULL,
      last_time TEXT NOT NULL
    ) STRICT;
    CREATE INDEX attempts_1_by_cluster ON attempts_1 (cluster);
    CREATE INDEX attempts_1_by_transaction ON attempts_1 (transaction_name);
    CREATE INDEX attempts_1_without_end ON attempts_1 (state, attempt) WHERE state <> 'ended';

    CREATE TABLE assertions_1 (
      attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
      event INTEGER NOT NULL,
      operation TEXT NOT NULL,
      outcome TEXT NOT NULL,
      status TEXT NOT NULL,
      money TEXT NOT NULL,
      tier TEXT NOT NULL,
      code TEXT,
      PRIMARY KEY (attempt, event)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX assertions_1_by_event ON assertions_1 (event);

    CREATE TABLE identifiers_1 (
      attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
      ordinal INTEGER NOT NULL,
      provider TEXT,
      kind TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (attempt, ordinal)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX identifiers_1_by_value ON identifiers_1 (value, kind);

    CREATE TABLE amounts_1 (
      attempt INTEGER NOT NULL REFERENCES attempts_1 (attempt),
      event INTEGER NOT NULL,
      ordinal INTEGER NOT NULL,
      kind TEXT NOT NULL,
      literal TEXT NOT NULL,
      value TEXT,
      currency TEXT,
      tier TEXT NOT NULL,
      PRIMARY KEY (attempt, event, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE links_1 (
      link TEXT NOT NULL,
      attempt INTEGER NOT NULL,
      PRIMARY KEY (link, attempt)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE anomalies_1 (
      event INTEGER NOT NULL,
      kind TEXT NOT NULL,
      cluster INTEGER,
      PRIMARY KEY (event, kind)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX anomalies_1_by_cluster ON anomalies_1 (cluster) WHERE cluster IS NOT NULL;

    CREATE TABLE transactions_1 (
      transaction_name INTEGER PRIMARY KEY,
      cluster INTEGER NOT NULL,
      provider TEXT NOT NULL,
      status TEXT NOT NULL,
      is_confirmed INTEGER NOT NULL,
      claimed TEXT,
      tier TEXT NOT NULL,
      evidence INTEGER NOT NULL,
      code TEXT,
      is_conflict INTEGER NOT NULL,
      money TEXT NOT NULL,
      amount_literal TEXT,
      amount_value TEXT,
      currency TEXT,
      sealed_reference TEXT,
      first_event INTEGER NOT NULL,
      last_event INTEGER NOT NULL,
      updated TEXT NOT NULL
    ) STRICT;
    CREATE INDEX transactions_1_by_cluster ON transactions_1 (cluster);

    CREATE VIEW events AS SELECT * FROM events_1;
    CREATE VIEW channels AS SELECT * FROM channels_1;
    CREATE VIEW attempts AS SELECT * FROM attempts_1;
    CREATE VIEW assertions AS SELECT * FROM assertions_1;
    CREATE VIEW identifiers AS SELECT * FROM identifiers_1;
    CREATE VIEW amounts AS SELECT * FROM amounts_1;
    CREATE VIEW anomalies AS SELECT event, kind FROM anomalies_1;
    CREATE VIEW transactions AS SELECT * FROM transactions_1;
    """
}
