import Basics
import Documents

/// The value under the cursor of a document, with what can be done with it.
struct ValueUnderCursor {
  /// What it says: a text without quotes and escapes, anything else as it stands.
  let text: String
  /// In the document that is shown; `nil` in anything but JSON.
  let path: DocumentPath?
  /// In the tab's own document; `nil` where the value is from a document inside it.
  let placeInBody: DocumentPath?
  let isText: Bool
  let isContainer: Bool
  /// Whether `text` is all of it: a value of many megabytes is not read for a menu.
  let isWhole: Bool

  /// `nil` where there is nothing at all.
  init?(_ response: ResponsePane) {
    guard let reading = response.reading else { return nil }
    let document = reading.document
    if let range = document.valueRange(at: reading.view) {
      isWhole = range.count <= Self.longest
      let source = document.source(range.prefix(isWhole ? range.count : 64), in: reading.view)
      text = (isWhole ? document.plainValue(at: reading.view) : nil) ?? String(decoding: source, as: UTF8.self)
      path = document.path(at: reading.view)
      placeInBody = response.placeInBody
      isText = source.first == UInt8(ascii: "\"")
      isContainer = source.first == UInt8(ascii: "{") || source.first == UInt8(ascii: "[")
      return
    }
    guard let line = document.lines(in: reading.view).first(where: \.isCursor) else { return nil }
    isWhole = line.byteRange.count <= Self.longest
    text = String(decoding: document.source(line.byteRange.prefix(Self.longest), in: reading.view), as: UTF8.self)
    (path, placeInBody, isText, isContainer) = (nil, nil, true, false)
  }

  static let longest = 1 << 20

  /// The key it stands under, or that of the array it is in: what a variable would be called.
  var name: String? {
    guard let path else { return nil }
    for step in path.steps.reversed() { if case .name(let name) = step { return name } }
    return nil
  }

  /// The signed token in it: the whole, or a word of the line.
  var token: JSONWebToken? { JSONWebToken.first(in: text) }

  /// The address in it, whole or beginning with a slash.
  var address: String? {
    let trimmed = text.trimmed
    guard isText, !isContainer, trimmed.count <= 8192, !trimmed.contains(where: \.isWhitespace) else { return nil }
    let lower = trimmed.lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return trimmed }
    return path != nil && trimmed.hasPrefix("/") && trimmed.count > 1 ? trimmed : nil
  }

  /// The assertion that this value is as it is; of a container, that it is there.
  var assertion: (expression: String, operator: String, value: String)? {
    guard let placeInBody, !placeInBody.isCut, isWhole || isContainer else { return nil }
    let expression = "res.body" + placeInBody.steps.map(\.inExpression).joined()
    if isContainer { return (expression, text.hasPrefix("[") ? "isArray" : "isJson", "") }
    return (expression, "eq", isText ? Self.operand(text) : text)
  }

  /// A text that would be read as something else stands in quotes.
  private static func operand(_ text: String) -> String {
    let isLiteral = ["true", "false", "null", "undefined", ""].contains(text) || Double(text) != nil
    let isQuoted = text.first.map { "'\"`".contains($0) } ?? false
    guard isLiteral || isQuoted || text != text.trimmed else { return text }
    return text.contains("'") ? "\"\(text)\"" : "'\(text)'"
  }

  /// Expressions that select this value and those like it: what each is for, and the expression.
  var filters: [(title: String, expression: String)] {
    guard let path, !path.isCut else { return [] }
    var found = [("Filter: only this value", path.expression)]
    guard let name else { return found }
    // `.name`, or `['a name']` where it has to be quoted.
    let step = DocumentPath(steps: [.name(name)]).expression.dropFirst()
    found.append(("Filter: every \(name)", "$.\(step.hasPrefix(".") ? "" : ".")\(step)"))
    if !isContainer, isWhole, case .name? = path.steps.last {
      found.append(("Filter: where \(name) is this", "$..[?@\(step) == \(literal)]"))
    }
    return found
  }

  private var literal: String {
    isText ? JSONString.quoted(text) : text
  }
}

extension DocumentPath.Step {
  /// As assertions write it: `.name`, `['a b']`, `[3]`.
  fileprivate var inExpression: String {
    switch self {
    case .index(let index): return "[\(index)]"
    case .name(let name):
      let isPlain =
        !name.isEmpty && name.allSatisfy { ($0.isASCII && ($0.isLetter || $0.isNumber)) || "_$-".contains($0) }
      if isPlain { return ".\(name)" }
      return name.contains("'") ? "[\"\(name)\"]" : "['\(name)']"
    }
  }
}
