import Synchronization

/// The positions of a table's names: computed at the first lookup, so that a table of thousands of names is not
/// searched for each reference.
struct VariableIndex: Hashable, Sendable {
  private struct Places {
    /// The first entry of each name.
    var named: [String: Int] = [:]
    /// The same for entries from `.env` and the process, which have a second name.
    var process: [String: Int] = [:]
  }

  // A class because all copies of a table share the index that one of them computed.
  private final class Box: Sendable {
    let places = Mutex<Places?>(nil)
  }

  /// Searching fewer entries is faster than indexing them.
  private static let few = 16
  private let box = Box()

  /// The position of the entry that wins for `name`.
  func place(of name: String, in entries: [VariableTable.Entry]) -> Int? {
    guard entries.count > Self.few else { return entries.firstIndex { VariableTable.matches($0, name) } }
    return box.places.withLock { places in
      let known = places ?? Self.places(in: entries)
      places = known
      let plain = known.named[name]
      guard name.hasPrefix(VariableTable.processPrefix) else { return plain }
      let inner = known.process[String(name.dropFirst(VariableTable.processPrefix.count))]
      return [plain, inner].compactMap(\.self).min()
    }
  }

  private static func places(in entries: [VariableTable.Entry]) -> Places {
    var places = Places()
    for (index, entry) in entries.enumerated() {
      if places.named[entry.name] == nil { places.named[entry.name] = index }
      guard entry.origin == .dotenv || entry.origin == .process else { continue }
      if places.process[entry.name] == nil { places.process[entry.name] = index }
    }
    return places
  }

  /// The index depends only on the entries, which are compared separately.
  static func == (left: VariableIndex, right: VariableIndex) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
