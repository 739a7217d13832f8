import CCurl
import Synchronization

/// What a request has in common with the one before it, made once for both.
final class RequestMemory: Sendable {
  /// The header lines of a request as libcurl takes them.
  struct Lines: Sendable {
    let userAgent: String?
    let referer: String?
    let list: CurlList
  }

  private struct Known {
    let fields: [Header]
    let suppressed: Set<String>
    let token: String?
    let lines: Lines
  }

  private struct State {
    /// The URL of the last request, and as libcurl has read it where it came more than once.
    var url = (text: "", parsed: CurlURL?.none)
    var known: Known?
  }

  /// The client certificates that were shown.
  let identities = ClientIdentities()
  private let library: CurlLibrary
  private let state = Mutex(State())

  init(library: CurlLibrary) {
    self.library = library
  }

  /// The URL as libcurl has read it, where it comes again; the first time it is libcurl's to read.
  func parsed(_ text: String) -> CurlURL? {
    state.withLock { state in
      guard state.url.text == text else {
        state.url = (text, nil)
        return nil
      }
      if state.url.parsed == nil { state.url.parsed = CurlURL(text, library: library) }
      return state.url.parsed
    }
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
    let lines = Lines(
      userAgent: headers.userAgent, referer: headers.referer, list: CurlList(headers.lines, library: library))
    state.withLock { $0.known = Known(fields: fields, suppressed: suppressed, token: token, lines: lines) }
    return lines
  }
}
