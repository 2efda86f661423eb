/// The rules of one message, laid out so that the redactor finds a member's rule without
/// allocating or hashing: members of one object lie side by side, and few are compared.
package struct RedactionTable: Sendable {
  /// One rule, with the span of its members where it has any.
  struct Node: Sendable {
    let action: Action
    /// Where its members begin, and how many there are.
    let firstMember: Int
    let memberCount: Int
  }

  /// A named member of an object, or a parameter of a URL. Its name lies in `names`, between
  /// `,"` and `":`, ready to be copied as it stands in a record; length and first bytes stand here,
  /// because they tell most names apart.
  struct Member: Sendable {
    let start: Int
    let length: Int
    let firstBytes: UInt64
    let node: Int
  }

  enum Action: UInt8, Sendable {
    case code, time, origin, personal, reference, secret, card, secretParameter, url, object, list
    case base64JSON
  }

  private(set) var nodes: [Node] = []
  private(set) var members: [Member] = []
  private(set) var names: [UInt8] = []

  /// Lays out the rules; the node at 0 is the root's.
  package init(_ root: FieldRule) {
    nodes.append(Node(action: .object, firstMember: 0, memberCount: 0))
    nodes[0] = layOut(root)
  }

  private mutating func layOut(_ rule: FieldRule) -> Node {
    func leaf(_ action: Action) -> Node { Node(action: action, firstMember: 0, memberCount: 0) }
    switch rule {
    case .clear(.code): return leaf(.code)
    case .clear(.time): return leaf(.time)
    case .clear(.origin): return leaf(.origin)
    case .personal: return leaf(.personal)
    case .reference: return leaf(.reference)
    case .secret: return leaf(.secret)
    case .card: return leaf(.card)
    case .secretParameter(let name): return layOut(.secretParameter, [(name, .secret)])
    case .url(let parameters): return layOut(.url, parameters.sorted { $0.key < $1.key })
    case .object(let members): return layOut(.object, members.sorted { $0.key < $1.key })
    case .list(let element): return layOut(.list, [("", element)])
    case .base64JSON(let content): return layOut(.base64JSON, [("", content)])
    }
  }

  private mutating func layOut(_ action: Action, _ rules: [(String, FieldRule)]) -> Node {
    let firstMember = members.count
    for (name, _) in rules {
      let bytes = Array(name.utf8)
      let firstBytes = RedactionTable.firstBytes(of: bytes.span, 0..<bytes.count)
      members.append(
        Member(
          start: names.count + 2, length: bytes.count, firstBytes: firstBytes, node: nodes.count))
      names += Array(",\"".utf8) + bytes + Array("\":".utf8)
      nodes.append(Node(action: .object, firstMember: 0, memberCount: 0))
    }
    for (index, entry) in rules.enumerated() {
      let node = layOut(entry.1)
      nodes[members[firstMember + index].node] = node
    }
    return Node(action: action, firstMember: firstMember, memberCount: rules.count)
  }

  /// The node of what a list or an embedded text holds.
  func content(of node: Node) -> Node { nodes[members[node.firstMember].node] }

  /// The first eight bytes of a name, as one word to compare.
  @inline(__always)
  static func firstBytes(of text: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    var word: UInt64 = 0
    for index in range.prefix(8) { word = word << 8 | UInt64(text[index]) }
    return word
  }

  /// The rule of a member by its name as it stands in the text.
  @inline(__always)
  func member(named key: JSONToken, in text: Span<UInt8>, of node: Node) -> Member? {
    if key.hasEscapes { return memberUnescaping(key, in: text, of: node) }
    return member(named: text, key.range, of: node)
  }

  /// The rule of a member by its name's bytes.
  @inline(__always)
  func member(named text: Span<UInt8>, _ range: Range<Int>, of node: Node) -> Member? {
    let firstBytes = RedactionTable.firstBytes(of: text, range)
    for index in node.firstMember..<node.firstMember &+ node.memberCount {
      let member = members[index]
      guard member.length == range.count, member.firstBytes == firstBytes else { continue }
      var offset = 8
      while offset < member.length,
        names[member.start &+ offset] == text[range.lowerBound &+ offset]
      {
        offset &+= 1
      }
      if offset >= member.length { return member }
    }
    return nil
  }

  @inline(never)
  private func memberUnescaping(
    _ key: JSONToken, in text: Span<UInt8>, of node: Node
  ) -> Member? {
    var name = ByteBuffer(capacity: Int(key.length))
    JSONText.append(key, of: text, to: &name)
    let bytes = name.bytes
    return member(named: bytes.span, 0..<bytes.count, of: node)
  }
}
