import EventStore

extension Ledger {
  /// Goes on in a new journal with a new signing key: for a ledger that was restored or copied
  /// without its keys, or that went on apart from another copy. The old journal stays, frozen;
  /// everything that is derived spans both. Missing keys are made; fingerprint, link and persons'
  /// keys that are there are kept.
  ///
  /// The first record of the new journal, `daybook.continued`, holds size and root of the old one
  /// and its last checkpoint, signed anew where the old key is there; that key is then destroyed.
  /// Cut short, either nothing was begun, or the next opening finishes it.
  ///
  /// - Returns: the origin of the new journal.
  /// - Throws: as `open`, and `outOfDiskSpace`, `inputOutput`.
  @discardableResult
  public static func reorigin(at directory: String) async throws(LedgerError) -> Origin {
    try await Worker.run("daybook.reorigin") {
      let store = try EventLog.open(at: directory, mode: .writing)
      defer { store.close() }
      let keys = try KeyFiles.create(at: keysPath(directory))
      try keys.settleSigningKey(of: store.publicKey)
      let last = try lastCheckpoint(of: store, keys)
      let privateKey = try keys.makeNextSigningKey()
      let publicKey = try Ed25519.publicKey(of: privateKey)
      let source = store.source(of: publicKey)
      let origin = Origin(publicKey: publicKey)
      let record = try continuation(of: store, after: last, by: source, origin)
      try store.beginJournal(
        publicKey: publicKey, checkpoint: SignedCheckpoint.empty(of: source, privateKey),
        first: record)
      try keys.settleSigningKey(of: publicKey)
      return origin
    }
  }

  /// The old journal's checkpoint of all its records where its key is there; else its last.
  private static func lastCheckpoint(
    of store: EventLog, _ keys: KeyFiles
  ) throws -> SignedCheckpoint? {
    let book = CheckpointBook(store: store, keys: keys)
    do {
      return try book.sign()
    } catch let error as EventStoreError where error.code == .keyMissing {
      return try book.kept(of: store.identity)
    }
  }

  private static func continuation(
    of store: EventLog, after last: SignedCheckpoint?, by source: String, _ origin: Origin
  ) throws -> [UInt8] {
    let head = try store.head()
    var data = #"{"origin":"\#(store.origin)","source":"\#(store.source)","#
    data += #""size":\#(head.size),"root":"\#(head.root)""#
    if let last {
      // A checkpoint's only character that JSON escapes is its newline.
      let lines = last.text.split(separator: "\n", omittingEmptySubsequences: false)
      data += #","checkpoint":"\#(lines.joined(separator: #"\n"#))""#
    }
    data += "}"
    var recorder = Recorder(source: source, origin: origin, keys: nil)
    let now = Moment.now
    let place = Recorder.Head(
      position: Position(0), channel: nil, time: now, recordedTime: now, direction: .out,
      tier: .local, person: nil)
    _ = try recorder.write(own: Array(data.utf8), as: LedgerTypes.continued, place)
    var record: [UInt8] = []
    try recorder.withRecord { span in record = span.indices.map { span[$0] } }
    return record
  }
}
