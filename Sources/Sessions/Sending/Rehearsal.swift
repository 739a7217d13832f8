import Basics
package import Networking
package import Workspaces

/// What a request would send now, to the byte, and how it is shown.
package struct Rehearsal: Equatable, Sendable {
  /// A line of the head, without its end.
  package struct Line: Equatable, Sendable {
    package let text: String
    /// With its secrets hidden.
    package let masked: String
    /// The name of its field in lower case; `nil` for the first line, and for the host of HTTP/2.
    package let field: String?
  }

  /// The head with its empty line, and as much of the body as is shown.
  package let bytes: [UInt8]
  package let head: [Line]
  package let body: String
  package let maskedBody: String
  /// How many bytes the whole body has, and whether it goes on behind what is shown; `nil` if only the end would tell.
  package let bodyCount: Int?
  package let isCut: Bool
  /// Whether the body can be shown as text.
  package let isText: Bool
  /// When what stands in place of a body would be said; `nil` if the body is one.
  package let saying: String?
  /// Whether it holds a secret.
  package var hidesSomething: Bool { maskedBody != body || head.contains { $0.text != $0.masked } }

  /// So much of a body is shown.
  private static let longestBody = 64 << 10

  /// - Parameter size: of what stands in place of a body, if that is not the size of its text.
  package init(_ sent: SentRequest, _ redaction: Redaction, saying: String? = nil, size: Int? = nil) {
    self.saying = saying
    let all = sent.body?.allBytes ?? []
    let shown = Array(all.prefix(Self.longestBody))
    bytes = sent.head + shown
    var lines = String(decoding: sent.head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
    while lines.last?.isEmpty == true { lines.removeLast() }
    head = lines.enumerated().map { index, line in
      let name = line.utf8.firstIndex(of: UInt8(ascii: ":")).map { String(line[..<$0]).lowercased() }
      return Line(
        text: String(line), masked: redaction.masked(headLine: line, isFirst: index == 0),
        field: index == 0 || name?.isEmpty == true ? nil : name)
    }
    let type = sent.headers["Content-Type"] ?? ""
    body = String(decoding: shown, as: UTF8.self)
    // Masked as a whole: a secret may stand across the end of what is shown.
    let masked = redaction.masked(bytes: all, type: type)
    maskedBody = String(decoding: masked == all ? shown : Array(masked.prefix(Self.longestBody)), as: UTF8.self)
    let given = saying == nil ? sent.headers["Content-Length"].flatMap { Int($0) } : nil
    isCut = all.count > shown.count || (given ?? 0) > all.count
    bodyCount = size ?? given ?? (isCut ? nil : all.count)
    isText = !shown.contains(0)
  }
}

extension SendSession {
  /// What a request that is open on the screen would send now.
  package nonisolated func rehearse(
    _ request: OpenRequest, in workspace: Workspace, through driver: ConversationDriver
  ) async throws(RehearsalFault) -> Rehearsal {
    let plan: SendPlan
    do throws(SendFault) { plan = try await request.plan(in: workspace) } catch { throw .refused(error) }
    let made = try await rehearse(plan, through: driver)
    return Rehearsal(made.sent, made.redaction, saying: made.saying, size: made.size)
  }
}
