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
    let fields = pane.exchange?.response?.headers.fields ?? []
    let count = fields.count { $0.name.lowercased() == header.name.lowercased() }
    let more = count > 1 ? ["", "\(count) fields have this name"] : []
    let value = header.value.isEmpty ? "(empty)" : header.value
    let token = words(of: JSONWebToken.first(in: header.value))
    return [
      .explain(
        title: header.name, lines: [value] + token + meaning + more + (origin.map { ["", $0] } ?? []), place: nil)
    ]
  }

  private func words(of token: JSONWebToken?) -> [String] {
    token.map { [""] + $0.lines(nowInSeconds: given.clock.now.timeIntervalSince1970) } ?? []
  }

  /// `from headers of the answer to GET Get user, 200`
  private var origin: String? {
    pane.exchange.map { exchange in
      let status = exchange.response.map { ", \($0.status.code)" } ?? ""
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
