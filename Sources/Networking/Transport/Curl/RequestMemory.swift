import CCurl
import Synchronization

/// Caches what a request has in common with the previous one.
final class RequestMemory: Sendable {
  /// The header lines of a request for libcurl.
  struct Lines: Sendable {
    let userAgent: String?
    let referer: String?
    let list: CurlList
  }

  /// Everything that determines the lines of a request.
  private struct Origin: Equatable {
    let fields: [Header]
    let suppressed: Set<String>
    let token: String?
    let isSigned: Bool
    let body: HeaderLines.BodyKind

    init(_ request: Request) {
      fields = request.headers.fields
      suppressed = request.suppressedHeaders
      token = request.options.authentication?.sessionToken
      isSigned = request.isSigned
      body = HeaderLines.BodyKind(request.body)
    }
  }

  private struct State {
    /// The URL of the last request, as text and parsed by libcurl.
    var url: (text: String, parsed: CurlURL?)?
    var known: (origin: Origin, lines: Lines)?
  }

  /// The client certificates used so far.
  let identities = ClientIdentities()
  private let library: CurlLibrary
  private let state = Mutex(State())

  init(library: CurlLibrary) {
    self.library = library
  }

  /// The URL, parsed by libcurl. Otherwise libcurl would parse it on the loop's thread and reassemble it.
  func parsed(_ text: String) -> CurlURL? {
    if let (known, parsed) = state.withLock({ $0.url }), known == text { return parsed }
    let parsed = CurlURL(text, library: library)
    state.withLock { $0.url = (text, parsed) }
    return parsed
  }

  func lines(for request: Request) -> Lines {
    let origin = Origin(request)
    if let known = state.withLock({ $0.known }), known.origin == origin { return known.lines }
    let headers = HeaderLines(for: request)
    let lines = Lines(
      userAgent: headers.userAgent, referer: headers.referer, list: CurlList(headers.lines, library: library))
    state.withLock { $0.known = (origin, lines) }
    return lines
  }
}
