import Basics
import HTTPTypes
import Networking
import Terminal

/// The lines of the list tabs, each with the text that `Y` copies.
struct ResponseFacts {
  struct Line: Equatable {
    var pieces: [StyledText]
    var copyText: String?
    var copyLabel = "the line"
    /// What has a name in it and can be explained: a header.
    var header: Header?
    /// Which test of the report it is of.
    var test: Int?
    /// Whether it heads the lines below; the cursor does not stop at a heading that is the first line.
    var isHeading = false

    init(_ pieces: [StyledText], copy: String? = nil, label: String = "the line") {
      self.pieces = pieces
      copyText = copy
      copyLabel = label
    }

    static let blank = Line([])
  }

  /// - Parameter pane: the frame of the response pane; it has a margin on both sides inside its border.
  static func lines(
    of tab: ResponseTab, _ exchange: Exchange?, _ state: ResponseFeature.Surroundings, pane: Rect
  ) -> [Line] {
    let width = max(1, pane.width - 4)
    guard let exchange else { return [] }
    switch tab {
    case .headers: return headers(exchange, state, width)
    case .timing: return Waterfall(exchange, given: state, width: width).lines
    case .cookies: return CookieFacts(exchange, given: state, width: width).lines
    case .tls: return tls(exchange, state, width)
    case .tests: return tests(exchange, state, width)
    // Else they are documents.
    case .sent: return [note("Nothing was sent.", state)]
    case .messages, .joined, .body: return []
    }
  }

  /// What an empty tab says.
  static func note(_ text: String, _ state: ResponseFeature.Surroundings) -> Line {
    Line([StyledText(text, state.theme[.dim])])
  }

  private static func headers(_ exchange: Exchange, _ state: ResponseFeature.Surroundings, _ width: Int) -> [Line] {
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

  private static func tls(_ exchange: Exchange, _ state: ResponseFeature.Surroundings, _ width: Int) -> [Line] {
    let theme = state.theme
    let refused = [note("No secure connection was made: the Body tab says why.", state)]
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
    case .trustedCertificate: lines += rows([("Verified by", "the certificate that is trusted for this server")])
    case .nothing: lines.insert(Line([StyledText("Nobody verified who answered.", theme[.error])]), at: 0)
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
