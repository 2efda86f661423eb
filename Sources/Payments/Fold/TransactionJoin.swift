/// Makes transactions of the attempts of one cluster.
///
/// A function of the set of attempts: the order in which their records arrived does not matter.
struct TransactionJoin {
  private let attempts: [Attempt]
  private var group: [Int]
  private var doubled: [Anomaly] = []

  init(_ attempts: [Attempt]) {
    self.attempts = attempts.sorted { $0.name < $1.name }
    group = Array(attempts.indices)
    joinByPayment()
    let groupedOnly = joinByReference()
    joinFailuresToNext()
    for reference in groupedOnly { noteDoublePayment(under: reference) }
  }

  /// The transactions, in name order. An attempt about which nothing was asserted makes none.
  var transactions: [Transaction] {
    members.compactMap { Transaction($0.map { attempts[$0] }) }.sorted { $0.name < $1.name }
  }

  /// What is odd about them: finals that contradict each other, and two payments under one
  /// reference, each of which is a transaction of its own.
  var anomalies: [Anomaly] {
    doubled
      + transactions.filter(\.isConflict).map { Anomaly(event: $0.evidence, kind: .conflict) }
  }

  private var members: [[Int]] {
    Dictionary(grouping: attempts.indices) { root($0) }.values.map { $0.sorted() }
  }

  private mutating func joinByPayment() {
    var first: [Identifier: Int] = [:]
    for (index, attempt) in attempts.enumerated() {
      guard let payment = attempt.payment else { continue }
      if let other = first[payment] { join(index, other) } else { first[payment] = index }
    }
  }

  /// Joins what stands under one reference, as long as it touches one payment at most.
  ///
  /// - Returns: the references that touch more, and so only group.
  private mutating func joinByReference() -> [Identifier] {
    var under: [Identifier: [Int]] = [:]
    for (index, attempt) in attempts.enumerated() {
      for identifier in attempt.identifiers where identifier.kind == .reference {
        under[identifier, default: []].append(index)
      }
    }
    var groupedOnly: [Identifier] = []
    for (reference, indices) in under.sorted(by: { $0.key.value < $1.key.value }) {
      // What was joined before counts too: an attempt may stand under two references.
      let touched = Set(indices.map(root))
      let payments = attempts.indices.filter { touched.contains(root($0)) }
        .compactMap { attempts[$0].payment }
      if Set(payments).count > 1 {
        groupedOnly.append(reference)
      } else if let first = indices.first {
        for index in indices.dropFirst() { join(index, first) }
      }
    }
    return groupedOnly
  }

  /// A try that failed and has no id belongs to the next one under the same reference or channel.
  private mutating func joinFailuresToNext() {
    for (index, attempt) in attempts.enumerated() where attempt.payment == nil {
      guard let status = AttemptStatus(attempt.assertions)?.status,
        [.failed, .cancelled, .expired, .notStarted].contains(status)
      else { continue }
      let next = attempts.indices.dropFirst(index + 1).first { candidate in
        let other = attempts[candidate]
        guard other.name.origin == attempt.name.origin else { return false }
        let hasChannel = attempt.channel != nil && attempt.channel == other.channel
        let hasReference = attempt.reference != nil && attempt.reference == other.reference
        return hasChannel || hasReference
      }
      if let next { join(index, next) }
    }
  }

  private mutating func noteDoublePayment(under reference: Identifier) {
    let paid = members.filter { indices in
      indices.contains { attempts[$0].identifiers.contains(reference) }
    }.compactMap { Transaction($0.map { attempts[$0] }) }
      .filter { $0.money != .none }.sorted { $0.name < $1.name }
    doubled += paid.dropFirst().map {
      Anomaly(event: $0.firstEvent, kind: .possibleDoublePayment)
    }
  }

  private func root(_ index: Int) -> Int {
    var index = index
    while group[index] != index { index = group[index] }
    return index
  }

  private mutating func join(_ left: Int, _ right: Int) {
    let (left, right) = (root(left), root(right))
    group[max(left, right)] = min(left, right)
  }
}
