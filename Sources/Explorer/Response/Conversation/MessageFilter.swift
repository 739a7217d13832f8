import Basics
import Documents
import HTTPModel
import Synchronization

/// The messages that match a filter, found in slices off the main thread while more arrive.
///
/// Words narrow by direction and kind (`is:sent`, `is:received`, `is:text`, `is:binary`, `is:ping`); the rest is text
/// that a message contains, or, after `=`, a JSONPath that matches in it.
// A class, like a search, because the list shows the matches so far.
package final class MessageFilter: Sendable, Equatable {
  /// The filter as typed.
  let text: String
  /// The error in its JSONPath, if any.
  let fault: String?
  private let needle: [UInt8]
  private let path: JSONPath?
  private let directions: Set<ConversationMessage.Direction>
  private let kinds: Set<String>
  private let state = Mutex((found: [UInt32](), next: 0))

  package init(_ text: String) {
    self.text = text
    var directions: Set<ConversationMessage.Direction> = []
    var kinds: Set<String> = []
    var rest = text[...]
    while let word = rest.split(separator: " ").first, word.hasPrefix("is:") {
      switch word.dropFirst(3).lowercased() {
      case "sent", "out": directions.insert(.outgoing)
      case "received", "in": directions.insert(.incoming)
      case let kind: kinds.insert(kind)
      }
      rest = rest.drop { $0 == " " }.dropFirst(word.count).drop { $0 == " " }
    }
    self.directions = directions
    self.kinds = kinds
    guard rest.first == "=" else {
      (path, fault, needle) = (nil, nil, rest.utf8.map(\.asciiLowercased))
      return
    }
    needle = []
    let expression = String(rest.dropFirst()).trimmed
    guard !expression.isEmpty, expression != "$" else {
      (path, fault) = (nil, nil)
      return
    }
    do throws(JSONPathFault) {
      (path, fault) = (try JSONPath(parsing: JSONPath.meant(by: expression)), nil)
    } catch {
      (path, fault) = (nil, "\(error)")
    }
  }

  /// The number of matches.
  var count: Int { state.withLock { $0.found.count } }

  /// The number of the message in a row.
  subscript(row: Int) -> Int? {
    state.withLock { $0.found.indices.contains(row) ? Int($0.found[row]) : nil }
  }

  /// The row of a message, or the row where it would be.
  func row(of number: Int) -> Int {
    state.withLock { $0.found.partitioningIndex { $0 >= UInt32(clamping: number) } }
  }

  /// Examines more messages; returns `false` if there were none. Called by one task at a time; drawing the list never
  /// waits for it.
  package func advance(in messages: MessageList) -> Bool {
    let next = state.withLock { $0.next }
    // As many messages as take a few hundredths of a second.
    let budget = path == nil ? 10_000 : 1000
    let numbers = next..<max(next, min(messages.count, next + budget))
    guard !numbers.isEmpty else { return false }
    let found = needle.withUnsafeBytes { needle in
      numbers.filter { matches($0, in: messages, needle) }.map { UInt32(clamping: $0) }
    }
    messages.release(numbers)
    state.withLock { state in
      state.found += found
      state.next = numbers.upperBound
    }
    return true
  }

  private func matches(_ number: Int, in messages: MessageList, _ needle: UnsafeRawBufferPointer) -> Bool {
    if fault != nil { return false }
    if !directions.isEmpty || !kinds.isEmpty {
      let row = messages.row(number, bytes: 0)
      guard directions.isEmpty || directions.contains(row.direction) else { return false }
      let kind = row.isBinary ? "binary" : row.kind.isEmpty ? "text" : row.kind.lowercased()
      guard kinds.isEmpty || kinds.contains(kind) else { return false }
    }
    guard let path else { return needle.isEmpty || messages.message(number, has: needle) }
    let document = Document(store: messages.body(of: number, most: nil), kind: .json)
    document.advanceToEnd()
    guard document.kind.isJSON else { return false }
    var isFound = false
    path.forEachNode(of: document, keepsPaths: false) { _, _, _ in
      isFound = true
      return false
    }
    return isFound
  }

  package static func == (left: MessageFilter, right: MessageFilter) -> Bool { left === right }
}

extension JSONPath {
  /// Completes an abbreviated expression: `name` is `$..name`; `.a` and `[0]` begin at the root.
  static func meant(by text: String) -> String {
    guard !text.hasPrefix("$") else { return text }
    return text.hasPrefix(".") || text.hasPrefix("[") ? "$" + text : "$.." + text
  }
}
