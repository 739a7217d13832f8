import Basics
import Documents
import Networking

/// The value under the cursor of a document, and the data for its menu.
struct ValueUnderCursor {
  /// Strings without quotes and escapes, anything else verbatim.
  let text: String
  /// The path in the displayed document; `nil` in anything but JSON.
  let path: DocumentPath?
  /// The path in the tab's own document; `nil` if the value is from an embedded document.
  let placeInBody: DocumentPath?
  let isText: Bool
  let isContainer: Bool
  /// Whether `text` is complete: values of many megabytes are not read for a menu.
  let isWhole: Bool

  /// `nil` if there is nothing under the cursor.
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

  /// The nearest key on the path, as a suggestion for the name of a variable.
  var name: String? {
    guard let path else { return nil }
    for step in path.steps.reversed() { if case .name(let name) = step { return name } }
    return nil
  }

  /// The JSON Web Token in the text: all of it, or a word of the line.
  var token: JSONWebToken? { JSONWebToken.first(in: text) }

  /// The address in the text: an HTTP URL or, in JSON, a path that begins with a slash.
  var address: String? {
    let trimmed = text.trimmed
    guard isText, !isContainer, trimmed.count <= 8192, !trimmed.contains(where: \.isWhitespace) else { return nil }
    let lower = trimmed.lowercased()
    if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return trimmed }
    return path != nil && trimmed.hasPrefix("/") && trimmed.count > 1 ? trimmed : nil
  }

  /// An assertion that the value stays equal; for a container, that it keeps its type; for a secret, which belongs in no
  /// file of the collection, that it is there.
  var assertion: (expression: String, operator: String, value: String)? {
    guard let placeInBody, !placeInBody.isCut, isWhole || isContainer else { return nil }
    let expression = "res.body" + placeInBody.steps.map(\.inExpression).joined()
    if isContainer { return (expression, text.hasPrefix("[") ? "isArray" : "isJson", "") }
    if Redaction.standard.masks(expression: expression) { return (expression, "isNotEmpty", "") }
    return (expression, "eq", isText ? Self.operand(text) : text)
  }

  /// Quotes a text that would be read as something else.
  private static func operand(_ text: String) -> String {
    let isLiteral = ["true", "false", "null", "undefined", ""].contains(text) || Double(text) != nil
    let isQuoted = text.first.map { "'\"`".contains($0) } ?? false
    guard isLiteral || isQuoted || text != text.trimmed else { return text }
    return text.contains("'") ? "\"\(text)\"" : "'\(text)'"
  }

  /// Filters that select this value or similar ones, each with its title.
  var filters: [(title: String, expression: String)] {
    guard let path, !path.isCut else { return [] }
    var found = [("Filter: only this value", path.expression)]
    guard let name else { return found }
    // `.name`, or `['a name']` if it needs quotes.
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
  /// A step in the syntax of assertions: `.name`, `['a b']`, `[3]`.
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
