import Basics

/// The path of a value in a JSON document.
package struct DocumentPath: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    case name(String)
    case index(Int)
  }

  /// The steps from the outermost to the innermost.
  package var steps: [Step]
  /// True if outer steps were omitted because the value is nested too deeply.
  package var isCut: Bool

  package init(steps: [Step] = [], isCut: Bool = false) {
    self.steps = steps
    self.isCut = isCut
  }

  /// A normalized path (RFC 9535 section 2.7): `$['users'][3]['name']`.
  package var normalized: String {
    var text = isCut ? "$…" : "$"
    for step in steps {
      switch step {
      case .name(let name): text += "['" + Self.escaped(name) + "']"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// The path as people write it: `$.users[3].name`, with quotes only for names that need them.
  package var expression: String {
    guard !isCut else { return normalized }
    let short = short
    if short == "$" { return short }
    return short.hasPrefix("[") ? "$" + short : "$." + short
  }

  /// For display: `users[3].name`; the whole document is `$`.
  package var short: String {
    var text = isCut ? "…" : ""
    for step in steps {
      switch step {
      case .name(let name) where Self.isPlain(name): text += text.isEmpty ? name : "." + name
      case .name(let name): text += "['" + Self.escaped(name) + "']"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text.isEmpty ? "$" : text
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, !("0"..."9").contains(first) else { return false }
    return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isAlphabetic || ("0"..."9").contains($0) }
  }

  static func escaped(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\u{C}": text += "\\f"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        text += "\\u" + Hexadecimal.text(scalar.value, digits: 4)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension JSONIndex {
  /// - Parameters:
  ///   - offset: the start of the value itself.
  ///   - key: the value's key, with quotes.
  func path(ofValueAt offset: Int, key: Range<Int>?, in text: UnsafeRawBufferPointer) -> DocumentPath {
    let around = ancestors(at: offset, limit: Self.deepestPath, in: text)
    var steps: [DocumentPath.Step] = []
    var key = key
    for container in around {
      if container.isObject {
        steps.append(.name(key.map { name(at: $0, in: text) } ?? ""))
      } else {
        steps.append(.index(container.commas))
      }
      key = container.key
    }
    let outermost = around.last?.depth ?? 0
    return DocumentPath(steps: steps.reversed(), isCut: outermost > 0)
  }

  private func name(at key: Range<Int>, in text: UnsafeRawBufferPointer) -> String {
    let source = Array(text[key.clamped(to: 0..<text.count)])
    return JSONString.decoded(source) ?? String(decoding: source, as: UTF8.self)
  }

  private static let deepestPath = 10_000
}
