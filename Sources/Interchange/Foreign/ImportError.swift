import Basics
import Workspaces

extension Notice {
  init(_ severity: Severity, line: Int, _ message: String) {
    self.init(severity, "line \(line)", message)
  }
}

extension [Notice] {
  /// Adds a warning about a line of the imported text.
  mutating func warn(line: Int, _ message: String) { append(Notice(.warning, line: line, message)) }
}

/// The reason why a text could not be imported. Nothing is imported then.
package struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  package var format: String
  package var message: String

  package init(_ format: String, _ message: String) {
    self.format = format
    self.message = message
  }

  package var description: String { "cannot import as \(format): \(message)" }
}

extension Notice {
  /// The same notice for a text that begins that many lines further down.
  func shifted(by lines: Int) -> Notice {
    guard location.hasPrefix("line "), let line = Int(location.dropFirst(5)) else { return self }
    return Notice(severity, "line \(line + lines)", message)
  }

  /// The subject of a notice, without the names after its colon.
  fileprivate var kind: Substring {
    guard let colon = message.utf8.range(ofBytes: ": ") else { return message[...] }
    return message[..<colon.lowerBound]
  }
}

extension [Notice] {
  /// One line for each kind of loss: its first location, the number of others, and the first names. Errors are not
  /// grouped.
  var grouped: [Notice] {
    var order: [Substring] = []
    var groups: [Substring: [Notice]] = [:]
    var result: [Notice] = []
    for notice in self {
      guard notice.severity == .warning else {
        result.append(notice)
        continue
      }
      if groups[notice.kind] == nil { order.append(notice.kind) }
      groups[notice.kind, default: []].append(notice)
    }
    return result + order.compactMap { kind in groups[kind].flatMap { Self.one($0, kind) } }
  }

  private static func one(_ group: [Notice], _ kind: Substring) -> Notice? {
    guard let first = group.first, group.count > 1 else { return group.first }
    let places = listed(group.map(\.location))
    let details = listed(group.map { String($0.message.dropFirst(kind.count + 2)) })
    let head = kind.prefix { $0 != "," }
    let sentence = "\(head) in \(group.count) places\(kind.dropFirst(head.count))"
    return Notice(first.severity, places, details.isEmpty ? sentence : "\(sentence): \(details)")
  }

  /// The first three different texts, and the number of others.
  static func listed(_ texts: [String]) -> String {
    var shown: [String] = []
    var others: Set<String> = []
    for text in texts where !text.isEmpty && !shown.contains(text) {
      if shown.count < 3 { shown.append(text) } else { others.insert(text) }
    }
    return shown.joined(separator: ", ") + (others.isEmpty ? "" : " and \(others.count) more")
  }
}
