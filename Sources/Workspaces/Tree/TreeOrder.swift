import Basics

/// The order of a folder's items (opencollection.md, section 1): folders, then apps, then requests; or all of them by
/// `seq`, if the folder's file sets that.
enum TreeOrder {
  /// The value of `extensions.apus.order` for a folder whose items are sorted together.
  static let bySequence = "sequence"

  static func isMixed(_ root: YAMLNode?) -> Bool {
    root?["extensions"]?["apus"]?["order"]?.text == bySequence
  }

  static func sorted(folders: [FolderNode], requests: [RequestNode], isMixed: Bool) -> [TreeItem] {
    var items: [TreeItem] = []
    items.reserveCapacity(folders.count + requests.count)
    for node in self.folders(folders) { items.append(.folder(node)) }
    for place in places(of: requests) { items.append(.request(requests[place])) }
    guard isMixed else { return items }
    return items.enumerated().map { (sequence($0.element.sequence), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// Sorts by name, then moves those with a positive integer `seq` to that position, equal ones side by side.
  static func folders(_ folders: [FolderNode]) -> [FolderNode] {
    let byName = folders.map { (NameKey($0.name), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    var sorted = byName.filter { place($0.sequence) == nil }
    let placed = Dictionary(grouping: byName) { place($0.sequence) }
    for case (let place?, let nodes) in placed.sorted(by: { ($0.key ?? 0) < ($1.key ?? 0) }) {
      sorted.insert(contentsOf: nodes, at: min(place - 1, sorted.count))
    }
    return sorted
  }

  /// Sorts by `seq`, where missing and 0 count as 1; ties in the order of the file names.
  private static func places(of requests: [RequestNode]) -> [Int] {
    // Sorts positions, which are smaller than the nodes.
    requests.indices.map { index in
      let node = requests[index]
      let rank = node.kind == .unsupported("app") ? 0 : 1
      return (rank, sequence(node.sequence), NameKey(FilePaths.name(of: node.path)), index)
    }.sorted { ($0.0, $0.1, $0.2) < ($1.0, $1.1, $1.2) }.map(\.3)
  }

  static func sequence(_ value: Double?) -> Double {
    guard let value, value.isFinite, value != 0 else { return 1 }
    return value
  }

  private static func place(_ value: Double?) -> Int? {
    guard let value, value > 0, value < 1e9, let whole = Int(exactly: value) else { return nil }
    return whole
  }
}

/// Compares names ignoring case first, then lower case before upper case, as in a list for people.
struct NameKey: Comparable {
  private let folded: String
  private let exact: String

  init(_ name: String) {
    folded = name.lowercased()
    exact = name
  }

  static func < (left: NameKey, right: NameKey) -> Bool {
    left.folded != right.folded ? left.folded < right.folded : left.exact > right.exact
  }
}

/// Compares names as people do: ignoring case, and with numbers by value, so that `r2` comes before `r10`.
struct NaturalName: Comparable {
  /// A number without leading zeros, or the text between two numbers.
  private enum Part: Equatable {
    case number([UInt8])
    case text(Substring)
  }

  private let parts: [Part]
  private let name: NameKey

  init(_ name: String) {
    self.name = NameKey(name)
    var parts: [Part] = []
    var rest = name.lowercased()[...]
    while let first = rest.utf8.first {
      let isNumber = first.isASCIIDigit
      let end = rest.utf8.firstIndex { $0.isASCIIDigit != isNumber } ?? rest.endIndex
      parts.append(isNumber ? .number(Array(rest.utf8[..<end].drop { $0 == UInt8(ascii: "0") })) : .text(rest[..<end]))
      rest = rest[end...]
    }
    self.parts = parts
  }

  static func < (left: NaturalName, right: NaturalName) -> Bool {
    for (one, other) in zip(left.parts, right.parts) where one != other {
      switch (one, other) {
      case (.number(let one), .number(let other)):
        return one.count != other.count ? one.count < other.count : one.lexicographicallyPrecedes(other)
      case (.text(let one), .text(let other)): return one < other
      case (.number, .text): return true
      case (.text, .number): return false
      }
    }
    return left.parts.count != right.parts.count ? left.parts.count < right.parts.count : left.name < right.name
  }
}
