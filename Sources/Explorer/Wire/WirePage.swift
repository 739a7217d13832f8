import Basics
package import Sessions
import Terminal
import Workspaces

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The preview of what the open request would send now.
package struct WirePage: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case waiting
    case known(Rehearsal)
    /// Why nothing would be sent.
    case refused(String)
    /// What only a send would tell.
    case unknown(String)
  }

  /// What it is a preview of: it is made again as soon as this differs.
  struct Subject: Equatable, Sendable {
    var key: RequestKey
    var draft: RequestDefinition
    var terms: SendTerms
    /// An answer may have set cookies and tokens.
    var answeredAt: Date?
  }

  var subject: Subject?
  /// Of the preview that was last asked for.
  var serial = 0
  package var content = Content.waiting
  var offset = 0
  /// Whether secrets are shown.
  var isRevealed = false

  /// The keys that its last row names.
  static let keys = [(key: "v", label: "secrets"), (key: "↑ ↓", label: "scroll"), (key: "Esc", label: "close")]

  /// A line as it is drawn.
  struct Line: Equatable {
    var text: String
    /// Whose it is; empty in the lines of a body.
    var origin = ""
    var token = Token.text
  }

  /// - Parameters:
  ///   - origins: whose each field is, by its name in lower case.
  ///   - width: the columns of a line.
  func lines(_ origins: [String: String], width: Int) -> [Line] {
    switch content {
    case .waiting: return []
    case .refused(let reason):
      return "Nothing would be sent. \(reason)".wrapped(to: max(1, width)).map { Line(text: $0, token: .warn) }
    case .unknown(let needs):
      return "Not known until it is sent: \(needs)".wrapped(to: max(1, width)).map { Line(text: $0, token: .warn) }
    case .known(let sent):
      let head = sent.head.map { line in
        let origin = line.field.map { origins[$0] ?? ($0 == "cookie" ? "cookies kept" : "Apus") } ?? "URL"
        return Line(
          text: isRevealed ? line.text : line.masked, origin: origin, token: line.field == nil ? .accent : .text)
      }
      let saying = sent.saying.map { "\($0.prefix(1).uppercased())\($0.dropFirst())." } ?? ""
      let words = saying.wrapped(to: max(1, width)).map { Line(text: $0, token: .dim) } + [Line(text: "")]
      let lines = head + [Line(text: "")] + (saying.isEmpty ? [] : words) + body(of: sent)
      return lines.flatMap { Self.wrapped($0, to: width) }
    }
  }

  private func body(of sent: Rehearsal) -> [Line] {
    let count = sent.bodyCount.map { Quantity.bytes($0) }
    guard sent.isText else { return [Line(text: "\(count ?? "Bytes") that are not text", token: .dim)] }
    let text = isRevealed ? sent.body : sent.maskedBody
    guard !text.isEmpty else { return [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { Line(text: String($0)) }
    return lines + (sent.isCut ? [Line(text: "… of \(count ?? "more")", token: .dim)] : [])
  }

  /// Cut at the edge, not at words, so that nothing of it is lost.
  private static func wrapped(_ line: Line, to width: Int) -> [Line] {
    var rest = VisibleText.of(line.text)[...]
    var lines: [Line] = []
    repeat {
      let head = TextWidth.prefix(of: rest, columns: max(1, width))
      lines.append(Line(text: String(head), origin: lines.isEmpty ? line.origin : "", token: line.token))
      rest = head.isEmpty ? "" : rest[head.endIndex...]
    } while !rest.isEmpty
    return lines
  }
}
