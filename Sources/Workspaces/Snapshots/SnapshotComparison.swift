import Basics
import Documents

/// The differences between a recorded value and the one that came now, in words.
struct SnapshotComparison {
  /// In the order of the recorded value.
  let differences: [String]
  /// Whether there are more.
  let isCut: Bool

  private static let most = 50

  /// - Parameters:
  ///   - steps: how many values the exceptions may visit.
  ///   - mask: what stands for a secret: a recorded value with one in it is any text.
  init(
    recorded: JSONValue, now: JSONValue, leavingOut exceptions: SnapshotExceptions, spending steps: inout Int,
    mask: String
  ) throws(SnapshotFault) {
    let old = try exceptions.without(recorded, spending: &steps)
    let new = try exceptions.without(now, spending: &steps)
    let (left, right) = (old.compact, new.compact)
    guard let found = DocumentDifference(from: Self.document(left), to: Self.document(right), limit: 10_000) else {
      differences = old.isEquivalent(to: new) ? [] : ["$: \(Self.words(old, new))"]
      isCut = false
      return
    }
    let counted = found.changes.lazy.filter { change in
      guard let place = change.left, change.right != nil else { return true }
      return !(Self.value(at: place, in: left).string?.contains(mask) ?? false)
    }
    let shown = counted.prefix(Self.most + 1).map { change in
      let old = change.left.map { Self.value(at: $0, in: left) }
      let new = change.right.map { Self.value(at: $0, in: right) }
      return "\(change.path.expression): \(Self.words(old, new))"
    }
    differences = Array(shown.prefix(Self.most))
    isCut = found.isCut || shown.count > Self.most
  }

  /// `2 differences: $.a: recorded 1, now 2; $.b: recorded 3, now missing`
  var words: String {
    let count =
      isCut
      ? "more than \(differences.count) differences"
      : differences.count == 1
        ? "1 difference" : "\(differences.count) differences"
    return "\(count): \(differences.joined(separator: "; "))"
  }

  private static func words(_ old: JSONValue?, _ new: JSONValue?) -> String {
    switch (old.map(SchemaWords.shown), new.map(SchemaWords.shown)) {
    case (let old?, let new?): "recorded \(old), now \(new)"
    case (let old?, nil): "recorded \(old), now missing"
    case (nil, let new?): "not recorded, now \(new)"
    case (nil, nil): "the same"
    }
  }

  private static func document(_ bytes: [UInt8]) -> Document {
    let document = Document(bytes: bytes, kind: .json)
    document.advanceToEnd()
    return document
  }

  private static func value(at range: Range<Int>, in bytes: [UInt8]) -> JSONValue {
    // Written by this program a moment ago.
    (try? JSONValue(parsing: bytes[range])) ?? .null
  }
}
