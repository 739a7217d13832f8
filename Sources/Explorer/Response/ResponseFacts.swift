import Networking
import Terminal

/// The tabs that are lists: their lines, each with what `Y` copies from it.
struct ResponseFacts {
  struct Line: Equatable {
    var pieces: [StyledText]
    var copyText: String?
    var copyLabel = "the line"
    /// Columns whose colours say something, which the cursor leaves as they are.
    var drawing = 0..<0

    init(_ pieces: [StyledText], copy: String? = nil, label: String = "the line") {
      self.pieces = pieces
      copyText = copy
      copyLabel = label
    }

    static let blank = Line([])
  }

  /// - Parameter pane: the place of the response pane: a margin stands on both sides inside its border.
  static func lines(of tab: ResponseTab, in state: AppState, pane: Rect) -> [Line] {
    let width = max(1, pane.width - 4)
    guard let exchange = state.session?.response.exchange else { return [] }
    switch tab {
    case .headers: return headers(exchange, state, width)
    case .timing: return Waterfall(exchange, state: state, width: width).lines
    case .cookies: return cookies(exchange, state, width)
    case .tls: return tls(exchange, state)
    case .body, .sent: return []
    }
  }

  private static func headers(_ exchange: Exchange, _ state: AppState, _ width: Int) -> [Line] {
    let theme = state.theme
    guard let head = exchange.response else { return [] }
    var lines = [
      Line([
        StyledText("HTTP/\(head.httpVersion) ", theme[.dim]),
        StyledText(head.status.words, theme[.status(head.status.code)].adding(.bold)),
      ])
    ]
    lines += fields(head.headers, theme, width)
    if !head.trailers.isEmpty {
      lines += [.blank, Line([StyledText("Trailers", theme[.accent])])] + fields(head.trailers, theme, width)
    }
    return lines
  }

  /// One line a field; a long value goes on below, under its own column.
  private static func fields(_ headers: Headers, _ theme: Theme, _ width: Int) -> [Line] {
    let longest = headers.fields.map { TextWidth.of($0.name) }.max() ?? 0
    let column = min(longest + 2, max(12, width / 2))
    let room = max(8, width - column)
    return headers.fields.flatMap { field -> [Line] in
      let name = Truncation.end.applied(to: field.name, columns: column - 1).padded(to: column)
      var lines: [Line] = []
      var rest = field.value[...]
      repeat {
        let part = TextWidth.prefix(of: String(rest), columns: room)
        let piece = part.isEmpty ? String(rest) : String(part)
        rest = rest.dropFirst(piece.count)
        let label = lines.isEmpty ? name : String(repeating: " ", count: column)
        lines.append(
          Line(
            [StyledText(label, theme[.jsonKey]), StyledText(piece, theme[.text])], copy: field.value,
            label: "the header \(field.name)"))
      } while !rest.isEmpty
      return lines
    }
  }

  private static func cookies(_ exchange: Exchange, _ state: AppState, _ width: Int) -> [Line] {
    let theme = state.theme
    let cookies = exchange.hops.flatMap { hop in
      (hop.response?.headers.fields ?? []).filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
    }
    guard !cookies.isEmpty else { return [Line([StyledText("The server set no cookies.", theme[.dim])])] }
    return cookies.flatMap { cookie -> [Line] in
      let parts = cookie.split(separator: ";").map { String($0).trimmed }
      let pair = parts.first ?? ""
      let name = String(pair.prefix { $0 != "=" })
      let value = String(pair.dropFirst(name.count + 1))
      let first = Line(
        [StyledText(name + "  ", theme[.jsonKey]), StyledText(value, theme[.text])], copy: value,
        label: "the cookie \(name)")
      return [first] + parts.dropFirst().map { Line([StyledText("  \($0)", theme[.dim])], copy: $0) }
    }
  }

  private static func tls(_ exchange: Exchange, _ state: AppState) -> [Line] {
    let theme = state.theme
    guard let tls = exchange.hops.last?.connection?.tls else {
      return [Line([StyledText("This connection was not encrypted.", theme[.dim])])]
    }
    func row(_ name: String, _ value: String?) -> Line? {
      guard let value, !value.isEmpty else { return nil }
      return Line(
        [StyledText(name.padded(to: 14), theme[.jsonKey]), StyledText(value, theme[.text])], copy: value,
        label: name.lowercased())
    }
    var lines = [row("Version", tls.version), row("Cipher", tls.cipher), row("ALPN", tls.alpn)].compactMap { $0 }
    for (index, certificate) in tls.certificates.enumerated() {
      lines += [.blank, Line([StyledText(index == 0 ? "Server" : "Issuer \(index)", theme[.accent])])]
      lines += [
        row("Subject", certificate.subject), row("Issuer", certificate.issuer),
        row("Valid from", certificate.notBefore), row("Valid until", certificate.notAfter),
        row("SHA-256", certificate.sha256), row("Names", certificate.alternativeNames.joined(separator: ", ")),
      ].compactMap { $0 }
    }
    return lines
  }
}
