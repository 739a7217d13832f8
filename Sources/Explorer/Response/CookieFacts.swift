import Basics
import HTTPTypes
import Networking
import Terminal

/// The lines of the cookies tab: what each request of the exchange sent, what each answer set, and what of it is not
/// kept, and why.
struct CookieFacts {
  private let exchange: Exchange
  private let theme: Theme
  private let state: ResponseFeature.Surroundings
  private let width: Int

  init(_ exchange: Exchange, given state: ResponseFeature.Surroundings, width: Int) {
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
        let words = "  Not kept: \(refusal)"
        lines.append(.init([StyledText(words, theme[.warn])], copy: words.trimmed))
      }
      return lines
    }
  }

  private func sent(_ hop: Hop) -> [ResponseFacts.Line] {
    let pairs = hop.request.headers[values: .cookie].flatMap { $0.split(separator: ";") }
    guard !pairs.isEmpty else { return [] }
    let title = hop.request.hasKeptCookies ? "Sent, kept from earlier answers" : "Sent, set by the request"
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
