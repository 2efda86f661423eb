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

  /// A named member of an object, or a parameter of a URL.
  struct Member: Sendable {
    let name: [UInt8]
    let node: Int
  }

  enum Action: UInt8, Sendable {
    case code, time, personal, reference, secret, card, secretParameter, url, object
  }

  private(set) var nodes: [Node] = []
  private(set) var members: [Member] = []

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
    case .personal: return leaf(.personal)
    case .reference: return leaf(.reference)
    case .secret: return leaf(.secret)
    case .card: return leaf(.card)
    case .secretParameter(let name): return layOut(.secretParameter, [(name, .secret)])
    case .url(let parameters): return layOut(.url, parameters.sorted { $0.key < $1.key })
    case .object(let members): return layOut(.object, members.sorted { $0.key < $1.key })
    }
  }

  private mutating func layOut(_ action: Action, _ rules: [(String, FieldRule)]) -> Node {
    let firstMember = members.count
    for (name, _) in rules {
      members.append(Member(name: Array(name.utf8), node: nodes.count))
      nodes.append(Node(action: .object, firstMember: 0, memberCount: 0))
    }
    for (index, entry) in rules.enumerated() {
      let node = layOut(entry.1)
      nodes[members[firstMember + index].node] = node
    }
    return Node(action: action, firstMember: firstMember, memberCount: rules.count)
  }
}
