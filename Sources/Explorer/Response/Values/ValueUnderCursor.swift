import Basics
import Documents
import Essentials
import HTTPModel
import HTTPTypes
import Workspaces

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
  /// True if `text` is complete; values of many megabytes are not read for a menu.
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

  /// The address in the text: an HTTP URL or, in JSON, a path that begins with a slash. In other documents, the first
  /// URL of the line.
  var address: String? {
    let trimmed = text.trimmed
    guard isText, !isContainer, trimmed.utf8.count <= 8192 else { return nil }
    guard path != nil else { return Self.url(in: trimmed) }
    guard !trimmed.contains(where: \.isWhitespace) else { return nil }
    if Self.isURL(trimmed) { return trimmed }
    return trimmed.hasPrefix("/") && trimmed.utf8.count > 1 ? trimmed : nil
  }

  private static func isURL(_ text: some StringProtocol) -> Bool {
    let start = text.prefix(8).asciiLowercased
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  private static func url(in line: String) -> String? {
    let words = line.split { $0.isWhitespace || "\"'<>()[]{}|\\^`".contains($0) }
    guard var word = words.first(where: isURL) else { return nil }
    // Punctuation at the end belongs to the sentence.
    while let last = word.last, ".,;:!?".contains(last) { word.removeLast() }
    return String(word)
  }

  /// An assertion that the value stays equal; for a container, that its type does. For a secret, which must not be
  /// stored in the collection, it asserts only that it exists.
  var assertion: (expression: String, operator: String, value: String)? {
    guard let placeInBody, !placeInBody.isCut, isWhole || isContainer else { return nil }
    let expression = "res.body" + placeInBody.steps.map(\.inExpression).joined()
    if isContainer { return (expression, text.hasPrefix("[") ? "isArray" : "isJson", "") }
    if Redaction.standard.masks(expression: expression) { return (expression, "isNotEmpty", "") }
    return (expression, "eq", isText ? Self.operand(text) : text)
  }

  /// Quotes a text that would otherwise be parsed as another type.
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

extension ResponseReducer {
  /// `i`: explains the value under the cursor: its kind, its origin and its uses.
  mutating func explainValue() {
    if pane.tab == .headers, pane.derivedView == nil { return explainHeader() }
    if let header = sentHeader { return explain(sent: header) }
    guard let value = ValueUnderCursor(pane) else { return context.say("There is no value here") }
    var lines = [value.isWhole ? preview(of: value.text) : "a value of many megabytes", kind(of: value)]
    lines += words(of: value.token)
    lines += origin.map { ["", $0] } ?? []
    let place = value.placeInBody?.expression
    if let expression = value.assertion?.expression, pane.tab == .body {
      lines += subject.draft.captures.filter { $0.expression == expression }.map { "kept as {{\($0.variable)}}" }
      lines += subject.draft.assertions.filter { $0.expression == expression }.map {
        "asserted: \([$0.operator, $0.value].joined(separator: " ").trimmed)"
      }
    }
    let title = value.path.map { (value.placeInBody ?? $0).expression } ?? "Line"
    context.perform(
      .valueUse(.valueExplained(title: title, lines: lines, place: pane.tab == .body ? place : nil, of: key)))
  }

  private mutating func explainHeader() {
    guard let header = currentFact?.header else { return context.say("Move to a header to read its purpose") }
    let meaning = HeaderMeaning.of(header.name).map { ["", $0] } ?? []
    let reading = pane.exchange.map { HeaderReading(exchange: $0, clock: subject.clock).lines(of: header) } ?? []
    let fields = pane.exchange?.response?.headers.fields ?? []
    let count = fields.count { $0.name.lowercased() == header.name.lowercased() }
    let notes = [
      count > 1 ? "\(count) fields have this name" : nil, isCredential(header.name) ? Self.credential : nil, answer,
    ].compactMap(\.self)
    let value = header.value.isEmpty ? "(empty)" : header.value
    let token = words(of: JSONWebToken.first(in: header.value))
    context.perform(
      .valueUse(
        .valueExplained(
          title: header.name,
          lines: [value] + reading + token + meaning + (notes.isEmpty ? [] : [""] + notes)
            + (origin.map { ["", $0] } ?? []), place: nil, of: key)))
  }

  private static let credential = "a credential: masked in the history, in logs and in exports"

  private func isCredential(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name == "cookie" || name == "set-cookie" || CredentialName.isHeader(name)
  }

  /// Identifies this answer among several.
  private var answer: String? {
    let count = pane.exchange?.hops.count ?? 1
    return count > 1 ? "of the last of \(count) answers: Timing shows the others" : nil
  }

  private var sentHeader: Header? {
    guard pane.tab == .sent, pane.derivedView == nil, let reading = pane.reading, let request = pane.exchange?.request,
      let line = reading.document.lines(in: reading.view).first(where: \.isCursor),
      line.byteRange.lowerBound < reading.protocolText, line.byteRange.count <= ValueUnderCursor.longest
    else { return nil }
    let text = String(decoding: reading.document.source(line.byteRange, in: reading.view), as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    guard request.headers.fields.contains(where: { $0.name.equalsIgnoringCase(name) }) else { return nil }
    // The value as shown, because the text masks secrets.
    return Header(name, String(text[text.index(after: colon)...]).trimmed)
  }

  private mutating func explain(sent header: Header) {
    let origin = subject.session.headerOrigins[header.name.asciiLowercased]
    let whose = origin ?? (header.name.equalsIgnoringCase("Cookie") ? "stored cookies" : "Apus")
    let meaning = HeaderMeaning.of(header.name).map { ["", $0] } ?? []
    let notes = isCredential(header.name) ? ["", Self.credential] : []
    let value = header.value.isEmpty ? "(empty)" : header.value
    context.perform(
      .valueUse(
        .valueExplained(
          title: header.name, lines: [value] + meaning + notes + ["", "from \(whose), as it is now"],
          place: nil, of: key)))
  }

  private func words(of token: JSONWebToken?) -> [String] {
    token.map { [""] + $0.lines(nowInSeconds: subject.clock.now.timeIntervalSince1970) } ?? []
  }

  /// `from headers of the answer to GET Get user, 200`
  private var origin: String? {
    pane.exchange.map { exchange in
      let status = exchange.shortStatus.text.map { ", \($0)" } ?? ""
      let tab = pane.tab.rawValue.lowercased()
      return "from \(tab) of the answer to \(subject.draft.method) \(subject.draft.shownName)\(status)"
    }
  }

  private func kind(of value: ValueUnderCursor) -> String {
    if value.isContainer { return value.text.hasPrefix("[") ? "an array" : "an object" }
    guard value.path != nil else { return "a line of text" }
    if value.isText {
      return value.text.count == 1
        ? "a string of one character" : "a string of \(Quantity.count(value.text.count)) characters"
    }
    return Double(value.text) == nil ? "true, false or null" : "a number"
  }
}
