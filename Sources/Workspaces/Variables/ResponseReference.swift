import Basics
import Documents

/// A value from another request's last answer: `{{users/login | $.token}}`.
///
/// Three parts separated by bars: the request by its path in the collection; `$…` for a path in its JSON body, `header
/// NAME` or `status`; and optionally the maximum age of the answer, such as `30s`, `10m` or `2h`.
package struct ResponseReference: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    /// Names and indices of the path into the body.
    case body([String])
    case header(String)
    case status
  }

  /// As written between the braces; also the name of its value in a table.
  package var name: String
  package var requestID: String
  package var part: Part
  package var maximumAge: Duration?

  /// `nil` if the name is not a reference.
  package init?(_ name: String) {
    // The bars of `{{?label|a,b}}` separate choices.
    guard name.utf8.first != UInt8(ascii: "?") else { return nil }
    let pieces = name.split(separator: "|", omittingEmptySubsequences: false).map { Self.trimmed($0) }
    guard (2...3).contains(pieces.count), !pieces[0].isEmpty, let part = Self.part(pieces[1]) else { return nil }
    self.name = name
    requestID = pieces[0]
    self.part = part
    if pieces.count == 3 {
      guard let age = Self.age(pieces[2]) else { return nil }
      maximumAge = age
    }
  }

  /// Every reference in the texts, each once.
  package static func references(in texts: [String]) -> [ResponseReference] {
    var found: [ResponseReference] = []
    var known: Set<ResponseReference> = []
    for text in texts where text.utf8.contains(UInt8(ascii: "|")) {
      for reference in TemplateScanner.references(in: Array(text.utf8)) where reference.kind == .value {
        guard let made = ResponseReference(reference.inner), known.insert(made).inserted else { continue }
        found.append(made)
      }
    }
    return found
  }

  private static func part(_ text: String) -> Part? {
    if text == "status" { return .status }
    if text.hasPrefix("header ") { return .header(trimmed(text.dropFirst(7))) }
    guard text.hasPrefix("$") else { return nil }
    return steps(Array(text.utf8.dropFirst())).map { .body($0) }
  }

  /// `.name`, `['name']`, `["name"]` and `[0]`, any number of them.
  private static func steps(_ bytes: [UInt8]) -> [String]? {
    var steps: [String] = []
    var index = 0
    while index < bytes.count {
      var end: Int
      switch bytes[index] {
      case UInt8(ascii: "."):
        end = bytes[(index + 1)...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
        guard end > index + 1 else { return nil }
        steps.append(String(decoding: bytes[(index + 1)..<end], as: UTF8.self))
      case UInt8(ascii: "["):
        end = bracketEnd(in: bytes, from: index)
        // A fault in the brackets makes the text an ordinary name, which is then reported as unknown.
        let path = try? JSONPath(parsing: "$" + String(decoding: bytes[index..<end], as: UTF8.self))
        guard let inner = path?.singularSteps else { return nil }
        steps += inner
      default: return nil
      }
      index = end
    }
    return steps
  }

  /// The index behind the `]` that closes the bracket at `start`: a `]` in quotes does not.
  private static func bracketEnd(in bytes: [UInt8], from start: Int) -> Int {
    var quote: UInt8?
    var index = start + 1
    while index < bytes.count {
      switch (bytes[index], quote) {
      case (UInt8(ascii: "]"), nil): return index + 1
      case (UInt8(ascii: "\\"), .some): index += 1
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil): quote = bytes[index]
      case (let byte, let open) where byte == open: quote = nil
      default: break
      }
      index += 1
    }
    return bytes.count
  }

  private static func age(_ text: String) -> Duration? {
    guard let unit = text.last, let number = Int(text.dropLast()), number >= 0, number < 1_000_000 else { return nil }
    switch unit {
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3600)
    default: return nil
    }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    text.trimmingASCII { $0 == 0x20 }
  }
}

extension JSONValue {
  /// The value at a path of names and indices; negative indices count from the end.
  func value(at path: [String]) -> JSONValue? {
    var node = self
    for step in path {
      if case .array(let items) = node, let index = Int(step) {
        let place = index < 0 ? items.count + index : index
        guard items.indices.contains(place) else { return nil }
        node = items[place]
      } else if let member = node[step] {
        node = member
      } else {
        return nil
      }
    }
    return node
  }

  /// A string as it is, anything else as JSON.
  package var plainText: String { string ?? text }
}

/// Finds the references to answers in the file of a request without parsing it, to show dependencies in a list.
///
/// Comments and docs are skipped, because they are not sent.
enum AnswerReferences {
  /// Each once, as written between the braces, in the order of the file.
  static func names(in bytes: [UInt8]) -> [String] {
    // Nearly no file has one, and every file of a workspace is searched.
    guard bytes.withUnsafeBytes({ RequestSource.isInBraces(UInt8(ascii: "|"), $0) }) else { return [] }
    var lines: [String] = []
    var isDocs = false
    for line in bytes.split(separator: 0x0A) {
      if let first = line.first, first != 0x20, first != UInt8(ascii: "}") { isDocs = line.starts(with: "docs".utf8) }
      guard !isDocs, line.first(where: { $0 != 0x20 }) != UInt8(ascii: "#") else { continue }
      lines.append(String(decoding: line, as: UTF8.self))
    }
    return ResponseReference.references(in: lines).map(\.name)
  }
}
