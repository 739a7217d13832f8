import CCurl
import Synchronization

/// What a request has in common with the one before it, made once for both.
final class RequestMemory: Sendable {
  /// The header lines of a request as libcurl takes them.
  struct Lines: Sendable {
    let userAgent: String?
    let list: CurlList
  }

  private struct Known {
    let fields: [Header]
    let suppressed: Set<String>
    let token: String?
    let lines: Lines
  }

  private struct State {
    var parsed: (text: String, url: CurlURL)?
    var known: Known?
  }

  private let library: CurlLibrary
  private let state = Mutex(State())

  init(library: CurlLibrary) {
    self.library = library
  }

  /// The URL as libcurl reads it; `nil` for one that it has to find fault with itself.
  func parsed(_ text: String) -> CurlURL? {
    if let known = state.withLock({ $0.parsed }), known.text == text { return known.url }
    guard let url = CurlURL(text, library: library) else { return nil }
    state.withLock { $0.parsed = (text, url) }
    return url
  }

  func lines(for request: Request) -> Lines {
    let (fields, suppressed) = (request.headers.fields, request.suppressedHeaders)
    let token = request.options.authentication?.sessionToken
    if let known = state.withLock({ $0.known }), known.fields == fields, known.suppressed == suppressed,
      known.token == token
    {
      return known.lines
    }
    let headers = HeaderLines(for: request)
    let lines = Lines(userAgent: headers.userAgent, list: CurlList(headers.lines, library: library))
    state.withLock { $0.known = Known(fields: fields, suppressed: suppressed, token: token, lines: lines) }
    return lines
  }
}
