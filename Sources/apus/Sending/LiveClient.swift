import Networking

/// The client that the screen and the command line share, so that both send the same bytes.
enum LiveClient {
  /// What Apus says about itself where a request does not.
  static let defaults = RequestConfig.identified(as: "apus/\(Apus.version)")

  /// - Parameter parallel: how many requests it has on their way at a time; `nil` for the usual number.
  static func make(parallel: Int? = nil) -> Client {
    let limits = parallel.map { CurlTransport.Limits(transfers: $0, transfersPerHost: $0) }
    return Client(transport: CurlTransport(limits: limits ?? CurlTransport.Limits()), defaults: defaults)
  }

  /// The request as it goes out: with what the client adds where nothing was said.
  static func completed(_ request: Request) throws(Failure) -> Request {
    do throws(RequestError) {
      return try request.layered(over: defaults)
    } catch {
      throw Failure(.request, error.description)
    }
  }
}
