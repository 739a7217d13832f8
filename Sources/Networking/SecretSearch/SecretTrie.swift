/// Secrets as a trie of bytes, so that a text is compared with all of them at once.
struct SecretTrie: Sendable {
  typealias Node = Int32

  static let root: Node = 0
  /// For each node: its byte, its first child, its next sibling, and whether a secret ends here.
  private var bytes: [UInt8] = [0]
  private var firstChild: [Node] = [0]
  private var sibling: [Node] = [0]
  private var reaches: [UInt8] = [0]
  /// The children of the root by byte, as there may be many.
  private var starts = [Node](repeating: 0, count: 256)
  /// The length of the longest secret in bytes.
  private(set) var longest = 0

  var isEmpty: Bool { longest == 0 }

  /// The reach of the secret that ends at a node; `nil` if none ends there.
  func reach(_ node: Node) -> SecretReach? {
    let raw = reaches[Int(node)]
    return raw == 0 ? nil : SecretReach(rawValue: raw)
  }

  /// `nil` if no secret continues with that byte.
  @inline(__always)
  func child(_ node: Node, _ byte: UInt8) -> Node? {
    if node == Self.root {
      let start = starts[Int(byte)]
      return start == 0 ? nil : start
    }
    var next = firstChild[Int(node)]
    while next != 0 {
      if bytes[Int(next)] == byte { return next }
      next = sibling[Int(next)]
    }
    return nil
  }

  mutating func insert(_ secret: [UInt8], _ reach: SecretReach) {
    guard reach > .nowhere, !secret.isEmpty else { return }
    var node = Self.root
    for byte in secret {
      if let known = child(node, byte) {
        node = known
        continue
      }
      let made = Node(bytes.count)
      bytes.append(byte)
      firstChild.append(0)
      reaches.append(0)
      if node == Self.root {
        sibling.append(0)
        starts[Int(byte)] = made
      } else {
        sibling.append(firstChild[Int(node)])
        firstChild[Int(node)] = made
      }
      node = made
    }
    reaches[Int(node)] = max(reaches[Int(node)], reach.rawValue)
    longest = max(longest, secret.count)
  }
}
