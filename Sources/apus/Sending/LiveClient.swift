import Networking

/// The client that the screen and the command line share, so that both send the same bytes.
enum LiveClient {
  /// What Apus says about itself where a request does not.
  static let defaults = RequestConfig.identified(as: "apus/\(Apus.version)")

  static func make() -> Client {
    Client(defaults: defaults)
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
