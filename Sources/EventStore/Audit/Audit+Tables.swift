import MerkleLog

/// A journal as the facts describe it.
struct AuditedJournal {
  let identity: JournalIdentity
  let names: JournalFormat.Names
  let head: TreeHead
  /// The stored checkpoints by their sizes, ascending.
  let checkpoints: [(size: UInt64, text: [UInt8])]
}

/// What the table of facts says.
struct AuditedFacts {
  var journals: [AuditedJournal] = []
}

extension Audit {
  /// The tables of the file by their names.
  mutating func namedTables(in file: PageFile) throws -> [String: TableRecord] {
    var tables: [String: TableRecord] = [:]
    var cursor = PageCursor(over: file.roots.main, in: file, holdsTables: true)
    while try advance(&cursor, "the list of tables") {
      let record = cursor.withValue { value in
        value.count == TableRecord.byteCount ? TableRecord(value, at: 0) : nil
      }
      guard let record, record.pad == 0, record.flags == 0 else {
        report.note(.damagedPage, "The record of a table is not as LMDB writes it.")
        continue
      }
      tables[String(decoding: cursor.key, as: UTF8.self)] = record
    }
    return tables
  }

  /// Takes a table off the list. Throws `PageDamage` where it is missing.
  func take(
    _ name: String, from tables: inout [String: TableRecord]
  ) throws -> TableRecord {
    guard let table = tables.removeValue(forKey: name) else {
      throw PageDamage("it has no table of the name \(name)")
    }
    return table
  }

  /// Goes to the next entry, noting what is damaged on the way; false at the end.
  mutating func advance(_ cursor: inout PageCursor, _ what: String) throws -> Bool {
    while true {
      switch try cursor.next() {
      case .entry:
        if let fault = cursor.branchFault {
          report.note(.damagedPage, "A page of \(what) is damaged: \(fault.reason).")
        }
        return true
      case .end: return false
      case .damage(let damage):
        report.note(.damagedPage, "A page of \(what) is damaged: \(damage.reason).")
      }
    }
  }

  /// Goes through a table for its pages alone.
  mutating func skim(_ table: TableRecord, in file: PageFile) throws {
    var cursor = PageCursor(over: table, in: file)
    while try advance(&cursor, "another table") {}
  }

  /// Reads the table of free pages: they belong to it, and to nothing else.
  mutating func readFreePages(in file: PageFile) throws {
    var cursor = PageCursor(over: file.roots.free, in: file, keys: .numbers)
    while try advance(&cursor, "the table of free pages") {
      let transaction = LittleEndian.number(cursor.key.span, 0, 8)
      do {
        try cursor.withValue { value in
          guard value.count >= 8, value.count % 8 == 0, transaction > 0,
            transaction <= file.roots.transaction
          else { throw PageDamage("an entry is not as LMDB writes it") }
          let count = LittleEndian.number(value, 0, 8)
          guard count <= value.count / 8 - 1 else { throw PageDamage("a list is cut short") }
          var last = UInt64.max
          for index in 0..<Int(count) {
            let page = LittleEndian.number(value, 8 + 8 * index, 8)
            guard page < last else { throw PageDamage("a list is out of order") }
            try file.claim(page)
            last = page
          }
        }
      } catch let damage as PageDamage {
        report.note(.damagedPage, "The table of free pages is damaged: \(damage.reason).")
      }
    }
  }

  /// Reads the table of facts. Throws `PageDamage` where it does not say which journals there are.
  mutating func readFacts(_ table: TableRecord, in file: PageFile) throws -> AuditedFacts {
    var values: [[UInt8]: [UInt8]] = [:]
    var cursor = PageCursor(over: table, in: file)
    while try advance(&cursor, "the table of facts") {
      values[cursor.key] = cursor.withValue { value in value.indices.map { value[$0] } }
    }
    let format = values.removeValue(forKey: JournalFormat.formatKey)
    if format != Array(JournalFormat.version.utf8) {
      report.note(.damagedFacts, "The format is not the one that this version writes.")
    }
    guard let own = values.removeValue(forKey: JournalFormat.ownKey),
      let count = JournalFormat.number(ofEvents: String(decoding: own, as: UTF8.self))
    else { throw PageDamage("it does not say which its own journal is") }
    var facts = AuditedFacts()
    for number in 1...count {
      facts.journals.append(try journal(number, from: &values))
    }
    if !values.isEmpty {
      report.note(
        .damagedFacts, "The table of facts has \(values.count) that Daybook does not write.")
    }
    return facts
  }

  private mutating func journal(
    _ number: Int, from values: inout [[UInt8]: [UInt8]]
  ) throws -> AuditedJournal {
    let names = JournalFormat.Names(journal: number)
    guard let source = values.removeValue(forKey: names.source),
      let publicKey = values.removeValue(forKey: names.publicKey),
      let identity = JournalIdentity(
        number: number, source: String(decoding: source, as: UTF8.self), publicKey: publicKey),
      let head = values.removeValue(forKey: names.head).flatMap({ JournalFormat.head($0.span) })
    else { throw PageDamage("it does not say whose journal \(number) is, or how long") }
    if !identity.source.hasSuffix("/\(identity.origin)") || Array(identity.source.utf8) != source {
      report.note(
        .damagedFacts, journal: number, "The source and the public key of the journal differ.")
    }
    var checkpoints: [(size: UInt64, text: [UInt8])] = []
    for key in values.keys {
      guard let size = names.checkpointSize(key), let text = values.removeValue(forKey: key) else {
        continue
      }
      checkpoints.append((size, text))
    }
    checkpoints.sort { $0.size < $1.size }
    if checkpoints.first?.size != 0 {
      report.note(
        .badSignature, journal: number, at: 0, "The checkpoint of the empty journal is missing.")
    }
    return AuditedJournal(
      identity: identity, names: names, head: head, checkpoints: checkpoints)
  }

  /// Notes expected checkpoints that belong to no journal of the ledger's.
  mutating func checkExpectedJournals(_ facts: AuditedFacts) throws {
    for checkpoint in expected {
      let source = checkpoint.checkpoint.source
      if !facts.journals.contains(where: { $0.identity.source == source }) {
        report.note(
          .otherJournal,
          "The expected checkpoint is of \(source), and this ledger has no such "
            + "journal.")
      }
    }
  }
}
