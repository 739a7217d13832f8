import Basics
import HTTPModel
import Workspaces

/// The parts of a recorded job that a replay compares with the same job now: tests, console, changed variables, the
/// request as changed, and the values of expressions. A mask in the record is equal to any text in its place.
struct ReplayComparison {
  let recorded: JSONValue
  /// With the masks of the record where it is equal to them.
  let now: JSONValue

  /// - Parameters:
  ///   - recorded: as the history keeps it.
  ///   - now: as it would be recorded, without masks.
  ///   - comparesPlaces: true if the places of verdicts, lines and changes count.
  init(_ recorded: JSONValue, _ now: JSONValue, comparesPlaces: Bool) {
    // The scripts may write secrets now that the record masks.
    let now = ScriptRecord.masked(.array([now]), by: .standard).array?.first ?? now
    let given = recorded["inputs"]?["request"] ?? .null
    let (old, new) = (recorded["request"] ?? .null, now["request"] ?? .null)
    let parts = old.memberNames + new.memberNames.filter { old[$0] == nil }
    func compared(_ job: JSONValue, _ request: JSONValue) -> JSONValue {
      func items(_ name: String) -> JSONValue? {
        guard !comparesPlaces, let items = job[name]?.array else { return job[name] }
        return .array(
          items.map { item in
            var item = item
            item["place"] = nil
            return item
          })
      }
      return .object([
        "verdicts": items("verdicts"), "console": items("console"), "changes": items("changes"),
        "request": .filled(parts.flatMap { Self.items(of: $0, request[$0] ?? given[$0] ?? .null) }),
        "values": job["values"], "skipped": job["skipped"],
      ])
    }
    self.recorded = compared(recorded, old)
    self.now = compared(now, new).aligned(to: self.recorded, mask: Redaction.standard.mask)
  }

  /// A part of the request; of the headers, each.
  private static func items(of part: String, _ value: JSONValue) -> [JSONValue] {
    let values = part == "headers" ? value.array ?? [value] : [value]
    return values.map { .object(["part": .string(part), "value": $0]) }
  }
}

extension JSONValue {
  /// The same value with the masked texts of a record where they are equal.
  fileprivate func aligned(to recorded: JSONValue, mask: String) -> JSONValue {
    switch (self, recorded) {
    case (.string(let text), .string(let masked)):
      return masked.contains(mask) && text.matches(masked.split(separator: mask, omittingEmptySubsequences: false))
        ? recorded : self
    case (.array(let items), .array(let others)) where items.count == others.count:
      return .array(zip(items, others).map { $0.aligned(to: $1, mask: mask) })
    case (.object(let members), .object):
      return .object(
        members.map { member in
          Member(member.name, recorded[member.name].map { member.value.aligned(to: $0, mask: mask) } ?? member.value)
        })
    default: return self
    }
  }
}

extension String {
  /// True if it consists of the pieces in their order, with any texts between them.
  fileprivate func matches(_ pieces: [Substring]) -> Bool {
    guard let first = pieces.first, let last = pieces.last, hasPrefix(first) else { return false }
    var rest = dropFirst(first.count)
    for piece in pieces.dropFirst().dropLast() where !piece.isEmpty {
      guard let found = rest.firstRange(of: piece) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(last)
  }
}
