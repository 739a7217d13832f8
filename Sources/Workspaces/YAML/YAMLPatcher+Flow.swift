/// Changes inside `{…}` and `[…]`, which stay as their author laid them out.
extension YAMLPatcher {
  /// Changes what differs, and adds and removes members; what is sorted otherwise is written anew, on one line. Returns
  /// `false`, with nothing changed, if something is not written where it is read.
  mutating func patchFlow(_ old: YAMLNode, to new: YAMLNode) -> Bool {
    var found: [FlowEdit] = []
    guard flowEdits(old, new, &found) else { return false }
    for edit in found { replace(edit.range, edit.bytes) }
    return true
  }

  struct FlowEdit {
    var range: Range<Int>
    var bytes: [UInt8]
  }

  private func flowEdits(_ old: YAMLNode, _ new: YAMLNode, _ found: inout [FlowEdit]) -> Bool {
    if old.means(new) { return true }
    guard !old.isAlias else { return false }
    let before = found
    if memberEdits(from: old, to: new, &found) { return true }
    found = before
    guard let range = old.range, !range.isEmpty, old.scalar?.isTaggedString != true else { return false }
    let line = YAMLFlowWriter(likeJSON: old).text(new, like: old.scalar?.style)
    found.append(FlowEdit(range: afterProperties(old, range)..<range.upperBound, bytes: Array(line.utf8)))
    return true
  }

  private func memberEdits(from old: YAMLNode, to new: YAMLNode, _ found: inout [FlowEdit]) -> Bool {
    let writer = YAMLFlowWriter(likeJSON: old)
    switch (old.content, new.content) {
    case (.mapping(let before), .mapping(let after)):
      let origins = after.map { entry in before.firstIndex { $0.name == entry.name } }
      guard memberEdits(of: old, before.map(\.range), origins, after.map { writer.entry($0) }, &found) else {
        return false
      }
      for (origin, entry) in zip(origins, after) {
        if let origin, !flowEdits(before[origin].value, entry.value, &found) { return false }
      }
      return true
    case (.sequence(let before), .sequence(let after)):
      let origins = Self.origins(of: after, in: before)
      guard memberEdits(of: old, before.map(\.range), origins, after.map { writer.text($0) }, &found) else {
        return false
      }
      for (origin, item) in zip(origins, after) {
        if let origin, !flowEdits(before[origin], item, &found) { return false }
      }
      return true
    default: return false
    }
  }

  /// Which old item each new one is: the same node, else the one in its place if the number is the same.
  private static func origins(of new: [YAMLNode], in old: [YAMLNode]) -> [Int?] {
    let known = new.map { item in item.range.flatMap { range in old.firstIndex { $0.range == range } } }
    return known.contains { $0 != nil } || new.count != old.count ? known : Array(new.indices)
  }

  /// Adds and removes members between the brackets of `old`.
  /// - Parameters:
  ///   - ranges: the old members.
  ///   - origins: for each new member, which old one it is.
  ///   - texts: for each new member, how it is written if it is new.
  private func memberEdits(
    of old: YAMLNode, _ ranges: [Range<Int>?], _ origins: [Int?], _ texts: [String], _ found: inout [FlowEdit]
  ) -> Bool {
    let kept = origins.compactMap { $0 }
    guard let whole = old.range, kept == kept.sorted(), Set(kept).count == kept.count else { return false }
    let places = ranges.compactMap { $0 }
    guard places.count == ranges.count, places.allSatisfy({ !$0.isEmpty }) else { return false }
    guard !kept.isEmpty else {
      let inside = (afterProperties(old, whole) + 1)..<(whole.upperBound - 1)
      guard !texts.isEmpty || !places.isEmpty, inside.lowerBound <= inside.upperBound else { return texts.isEmpty }
      found.append(FlowEdit(range: inside, bytes: Array(texts.joined(separator: ", ").utf8)))
      return true
    }
    for index in places.indices where !kept.contains(index) {
      // With the comma before it; the first ones with the comma after them.
      let range =
        index < kept[0]
        ? places[index].lowerBound..<places[index + 1].lowerBound
        : places[index - 1].upperBound..<places[index].upperBound
      found.append(FlowEdit(range: range, bytes: []))
    }
    var last: Int?
    for (origin, text) in zip(origins, texts) {
      if let origin {
        last = origin
        continue
      }
      let place = last.map { places[$0].upperBound } ?? places[kept[0]].lowerBound
      found.append(
        FlowEdit(range: place..<place, bytes: Array((last == nil ? "\(text), " : ", \(text)").utf8)))
    }
    return true
  }
}

extension YAMLEntry {
  /// Key and value.
  fileprivate var range: Range<Int>? {
    guard let key = key.range, let value = value.range else { return nil }
    return min(key.lowerBound, value.lowerBound)..<max(key.upperBound, value.upperBound)
  }
}
