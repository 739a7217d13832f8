import Basics
import Documents
import HTTPTypes
import Networking
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseTurn {
  /// `i`: what the value under the cursor is, where it comes from and who uses it.
  func explainValue() -> [Outcome] {
    if pane.tab == .headers, pane.look == nil { return explainHeader() }
    if let header = sentHeader { return explain(sent: header) }
    guard let value = ValueUnderCursor(pane) else { return say(.information, "There is no value here") }
    var lines = [value.isWhole ? preview(of: value.text) : "a value of many megabytes", kind(of: value)]
    lines += words(of: value.token)
    lines += origin.map { ["", $0] } ?? []
    let place = value.placeInBody?.expression
    if let expression = value.assertion?.expression, pane.tab == .body {
      lines += given.draft.captures.filter { $0.expression == expression }.map { "kept as {{\($0.variable)}}" }
      lines += given.draft.assertions.filter { $0.expression == expression }.map {
        "asserted: \([$0.operator, $0.value].joined(separator: " ").trimmed)"
      }
    }
    let title = value.path.map { (value.placeInBody ?? $0).expression } ?? "Line"
    return [.explain(title: title, lines: lines, place: pane.tab == .body ? place : nil)]
  }

  /// What the header under the cursor is for.
  private func explainHeader() -> [Outcome] {
    guard let header = currentFact?.header else { return say(.information, "Go to a header to read what it is for") }
    let meaning = HeaderMeaning.of(header.name).map { ["", $0] } ?? []
    let reading = pane.exchange.map { HeaderReading(exchange: $0, clock: given.clock).lines(of: header) } ?? []
    let fields = pane.exchange?.response?.headers.fields ?? []
    let count = fields.count { $0.name.lowercased() == header.name.lowercased() }
    let notes = [
      count > 1 ? "\(count) fields have this name" : nil, isCredential(header.name) ? Self.credential : nil, answer,
    ].compactMap(\.self)
    let value = header.value.isEmpty ? "(empty)" : header.value
    let token = words(of: JSONWebToken.first(in: header.value))
    return [
      .explain(
        title: header.name,
        lines: [value] + reading + token + meaning + (notes.isEmpty ? [] : [""] + notes)
          + (origin.map { ["", $0] } ?? []), place: nil)
    ]
  }

  private static let credential = "a credential: masked in the history, in logs and in exports"

  private func isCredential(_ name: String) -> Bool {
    let name = name.asciiLowercased
    return name == "cookie" || name == "set-cookie" || CredentialName.isHeader(name)
  }

  /// Which of several answers this is.
  private var answer: String? {
    let count = pane.exchange?.hops.count ?? 1
    return count > 1 ? "of the last of \(count) answers: Timing shows the others" : nil
  }

  /// The header of the request whose line the cursor is on in the Sent tab.
  private var sentHeader: Header? {
    guard pane.tab == .sent, pane.look == nil, let reading = pane.reading, let request = pane.exchange?.request,
      let line = reading.document.lines(in: reading.view).first(where: \.isCursor),
      line.byteRange.lowerBound < reading.protocolText, line.byteRange.count <= ValueUnderCursor.longest
    else { return nil }
    let text = String(decoding: reading.document.source(line.byteRange, in: reading.view), as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let name = String(text[..<colon])
    guard request.headers.fields.contains(where: { $0.name.equalsIgnoringCase(name) }) else { return nil }
    // As it is shown: the text masks what is secret.
    return Header(name, String(text[text.index(after: colon)...]).trimmed)
  }

  private func explain(sent header: Header) -> [Outcome] {
    let origin = given.origins()[header.name.asciiLowercased]
    let whose = origin ?? (header.name.equalsIgnoringCase("Cookie") ? "cookies that are kept" : "Apus")
    let meaning = HeaderMeaning.of(header.name).map { ["", $0] } ?? []
    let notes = isCredential(header.name) ? ["", Self.credential] : []
    let value = header.value.isEmpty ? "(empty)" : header.value
    return [
      .explain(
        title: header.name, lines: [value] + meaning + notes + ["", "from \(whose), as the request is now"], place: nil)
    ]
  }

  private func words(of token: JSONWebToken?) -> [String] {
    token.map { [""] + $0.lines(nowInSeconds: given.clock.now.timeIntervalSince1970) } ?? []
  }

  /// `from headers of the answer to GET Get user, 200`
  private var origin: String? {
    pane.exchange.map { exchange in
      let status = exchange.shortStatus.text.map { ", \($0)" } ?? ""
      let tab = pane.tab.rawValue.lowercased()
      return "from \(tab) of the answer to \(given.draft.method) \(given.draft.shownName)\(status)"
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
