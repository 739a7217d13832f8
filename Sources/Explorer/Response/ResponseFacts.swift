import Basics
import HTTPModel
import HTTPTypes
import Terminal
import Workspaces

/// The lines of the list tabs, each with the text that `Y` copies.
struct ResponseFacts {
  struct Line: Equatable {
    var pieces: [StyledText]
    var copyText: String?
    var copyLabel = "the line"
    /// The header in the line, which can be explained.
    var header: Header?
    /// The index of the test in the report.
    var test: Int?
    /// The line of a script behind the line.
    var script: ScriptPlace?
    /// True if the line is a heading; the cursor does not stop at a heading in the first line.
    var isHeading = false

    init(_ pieces: [StyledText], copy: String? = nil, label: String = "the line") {
      self.pieces = pieces
      copyText = copy
      copyLabel = label
    }

    /// All of the line, also where it is cut.
    var text: String { pieces.map(\.text).joined() + " " + (copyText ?? "") }

    static let blank = Line([])
  }

  /// - Parameter pane: the frame of the response pane; it has a margin on both sides inside its border.
  static func lines(
    of tab: ResponseTab, _ exchange: Exchange?, _ state: ResponseSubject, pane: Rect
  ) -> [Line] {
    let width = max(1, pane.width - 4)
    guard let exchange else {
      // Only scripts have results during a send.
      guard state.scripts != nil else { return [] }
      return tab == .console ? console(state, width) : tab == .tests ? tests(nil, state, width) : []
    }
    switch tab {
    case .headers: return headers(exchange, state, width)
    case .timing: return Waterfall(exchange, for: state, width: width).lines
    case .cookies: return CookieFacts(exchange, for: state, width: width).lines
    case .tls: return tls(exchange, state, width)
    case .tests: return tests(exchange, state, width)
    case .console: return console(state, width)
    // Otherwise the tab shows a document.
    case .sent: return [note("Nothing was sent.", state)]
    case .messages, .joined, .body: return []
    }
  }

  /// The text of an empty tab.
  static func note(_ text: String, _ state: ResponseSubject) -> Line {
    Line([StyledText(text, state.theme[.dim])])
  }

  private static func headers(_ exchange: Exchange, _ state: ResponseSubject, _ width: Int) -> [Line] {
    let theme = state.theme
    guard let head = exchange.response else { return [note("No answer came.", state)] }
    let version = "HTTP/\(head.httpVersion)"
    let row = Row(name: version, value: head.words, copy: head.words, label: "the status")
    let style = theme[.status(head.status.code)].adding(.bold)
    var lines = row.lines(column: version.count + 1, in: width, name: theme[.dim], value: style)
    lines += fields(head.headers, theme, width)
    if !head.trailers.isEmpty {
      lines += [.blank, Line([StyledText("Trailers", theme[.accent])])] + fields(head.trailers, theme, width)
    }
    return lines
  }

  private static func fields(_ headers: Headers, _ theme: Theme, _ width: Int) -> [Line] {
    let longest = headers.fields.map { TextWidth.of($0.name) }.max() ?? 0
    let column = min(longest + 2, max(6, width / 2))
    return headers.fields.flatMap { field in
      Row(name: field.name, value: field.value, copy: field.value, label: "the header \(field.name)")
        .lines(column: column, in: width, name: theme[.jsonKey], value: theme[.text])
        .map { line in
          var line = line
          line.header = field
          return line
        }
    }
  }

  /// A name and its value.
  struct Row {
    var name: String
    var value: String
    var copy: String
    var label: String

    /// Wraps a long value below itself, in its own column.
    func lines(column: Int, in width: Int, name nameStyle: Style, value valueStyle: Style) -> [Line] {
      let head = Truncation.end.applied(to: name, columns: column - 1).padded(to: column)
      let blank = String(repeating: " ", count: column)
      return value.cut(to: max(2, width - column)).enumerated().map { index, part in
        let pieces = [StyledText(index == 0 ? head : blank, nameStyle), StyledText(String(part), valueStyle)]
        return Line(pieces, copy: copy, label: label)
      }
    }
  }

  private static func tls(_ exchange: Exchange, _ state: ResponseSubject, _ width: Int) -> [Line] {
    let theme = state.theme
    let refused = [note("No secure connection: the Body tab shows why.", state)]
    guard let tls = exchange.hops.last?.connection?.tls else {
      let isRefused = exchange.failure?.category == .tls
      return isRefused ? refused : [note("This connection was not encrypted.", state)]
    }
    func rows(_ pairs: [(name: String, value: String?)]) -> [Line] {
      pairs.flatMap { name, value -> [Line] in
        guard let value, !value.isEmpty else { return [] }
        return Row(name: name, value: value, copy: value, label: name.lowercased())
          .lines(column: min(14, max(6, width / 2)), in: width, name: theme[.jsonKey], value: theme[.text])
      }
    }
    var lines = rows([
      ("Version", tls.version), ("Cipher", tls.cipher), ("ALPN", tls.alpn), ("Client", tls.clientWords),
    ])
    switch tls.verifiedBy {
    case .authorities: break
    case .trustedCertificate: lines += rows([("Verified by", "the certificate trusted for this server")])
    case .nothing: lines.insert(Line([StyledText("The server's identity was not verified.", theme[.error])]), at: 0)
    }
    for (index, certificate) in tls.certificates.enumerated() {
      lines += [.blank, Line([StyledText(index == 0 ? "Server" : "Issuer \(index)", theme[.accent])])]
      lines += rows([
        ("Subject", certificate.subject), ("Issuer", certificate.issuer), ("Valid from", certificate.notBefore),
        ("Valid until", certificate.notAfter), ("SHA-256", certificate.sha256),
        ("Names", certificate.alternativeNames.joined(separator: ", ")),
      ])
    }
    return lines.isEmpty ? refused : lines
  }
}

/// The lines of the cookies tab: the cookies that each request sent, those that each answer set, and the reasons for
/// cookies not stored.
struct CookieFacts {
  private let exchange: Exchange
  private let theme: Theme
  private let state: ResponseSubject
  private let width: Int

  init(_ exchange: Exchange, for state: ResponseSubject, width: Int) {
    self.exchange = exchange
    self.state = state
    theme = state.theme
    self.width = width
  }

  var lines: [ResponseFacts.Line] {
    let set = exchange.hops.flatMap(set)
    let sent = exchange.hops.flatMap(sent)
    guard !set.isEmpty || !sent.isEmpty else {
      return [ResponseFacts.note("No cookies were sent, and the server set none.", state)]
    }
    let empty = [ResponseFacts.note("The server set no cookies.", state)]
    guard !sent.isEmpty else { return set }
    return (set.isEmpty ? empty : set) + [.blank] + sent
  }

  private func set(_ hop: Hop) -> [ResponseFacts.Line] {
    (hop.response?.headers[values: .setCookie] ?? []).flatMap { text -> [ResponseFacts.Line] in
      // Attributes follow the first semicolon even if name and value are empty.
      let parts = text.split(separator: ";", omittingEmptySubsequences: false).map { String($0).trimmed }
      var lines = pair(parts.first ?? "")
      lines += parts.dropFirst().filter { !$0.isEmpty }.map { .init([StyledText("  \($0)", theme[.dim])], copy: $0) }
      if let refusal = refusal(of: text, from: hop.request.url) {
        let words = "  Not stored: \(refusal)"
        lines.append(.init([StyledText(words, theme[.warn])], copy: words.trimmed))
      }
      return lines
    }
  }

  private func sent(_ hop: Hop) -> [ResponseFacts.Line] {
    let pairs = hop.request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    guard !pairs.isEmpty else { return [] }
    let title = hop.request.hasKeptCookies ? "Sent, stored from earlier answers" : "Sent, set by the request"
    return [.init([StyledText(title, theme[.accent])])] + pairs.flatMap { pair(String($0).trimmed) }
  }

  private func pair(_ text: String) -> [ResponseFacts.Line] {
    let name = String(text.prefix { $0 != "=" })
    let value = String(text.dropFirst(name.count + 1))
    let label = Truncation.end.applied(to: "the cookie \(name)", columns: 40)
    let column = min(TextWidth.of(name) + 2, max(6, width / 2))
    return ResponseFacts.Row(name: name, value: value, copy: value, label: label)
      .lines(column: column, in: width, name: theme[.jsonKey], value: theme[.text])
  }

  private func refusal(of text: String, from url: String) -> CookieRefusal? {
    do throws(CookieRefusal) {
      _ = try Cookie.reading(setCookie: text, from: url)
      return nil
    } catch {
      return error
    }
  }
}
