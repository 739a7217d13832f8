import Networking

/// Creates the client for both the screen and the command line, so that both send the same bytes.
enum LiveClient {
  /// The User-Agent for requests that set none.
  static let defaults = RequestConfig.identified(as: "apus/\(ProgramVersion.text)")

  /// - Parameter parallel: the number of concurrent requests; `nil` for the default.
  static func make(parallel: Int? = nil) -> Client {
    let limits = parallel.map { CurlTransport.Limits(transfers: $0, transfersPerHost: $0) }
    return Client(transport: CurlTransport(limits: limits ?? CurlTransport.Limits()), defaults: defaults)
  }
}
