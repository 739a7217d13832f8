import Basics
import Workspaces

/// A script of an `.http` file as written with its marks: `> {% … %}` and `> FILE` after the response, `< {% … %}` and
/// `< FILE` before the request, and the block `{{ … }}` of httpYac.
struct HTTPFileScript {
  private(set) var phase: String
  /// The code between the marks.
  private(set) var code = ""
  /// The file with the code, if it is not between marks.
  private(set) var file: String?
  private(set) var losses: [String] = []

  /// The phases of a block by the word behind its first mark.
  private static let blocks = ["": nil, "@request": "before-request", "@response": "after-response"]

  /// - Parameter phase: the phase by the position in the file.
  init(_ lines: [String], phase: String) {
    self.phase = phase
    let first = ForeignText.trimmed(lines.first ?? "")
    if first.hasPrefix("{{") {
      let mark = String(first.dropFirst(2))
      code = lines.dropFirst().dropLast().joined(separator: "\n")
      if let known = Self.blocks[mark] {
        self.phase = known ?? phase
      } else {
        losses = ["a script for all requests is carried over for this one only: \(mark)"]
      }
    } else if first.contains("{%") {
      code = Self.between(lines.joined(separator: "\n"))
    } else {
      file = ForeignText.trimmed(String(first.dropFirst()))
    }
  }

  /// The text between `{%` and `%}`, without the blank ends of the lines with the marks.
  private static func between(_ text: String) -> String {
    guard let open = text.utf8.range(ofBytes: "{%") else { return "" }
    var rest = text[open.upperBound...]
    if let close = rest.utf8.range(ofBytes: "%}") { rest = rest[..<close.lowerBound] }
    var lines = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.count == 1 { return ForeignText.trimmed(lines[0]) }
    if HTTPFileText.isBlank(lines[0]) { lines.removeFirst() }
    if let last = lines.last, HTTPFileText.isBlank(last) { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// The script as lines of a file; `nil` if its code would end it, or if it runs in another phase.
  static func text(_ script: Script) -> String? {
    guard let mark = ["before-request": "<", "after-response": ">"][script.phase], !script.code.contains("%}"),
      !script.code.split(whereSeparator: \.isNewline).contains(where: { $0.hasPrefix("###") })
    else { return nil }
    return "\(mark) {%\n\(script.code)\n%}\n"
  }
}
