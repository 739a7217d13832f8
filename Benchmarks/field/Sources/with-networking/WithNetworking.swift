import Contest
import Networking

/// This package's own library.
@main
struct WithNetworking: Contender {
  // As many connections to the one host as the others get.
  private let client = Client(transport: CurlTransport(transfersPerHost: 64))

  static func main() async throws { try await Self().run(Array(CommandLine.arguments.dropFirst())) }

  func load(_ url: String) async throws { _ = try await client.get(url) }

  func answer(_ method: String, _ url: String, body: String?, within seconds: Int) async throws -> String {
    let response = try await client.response(RequestConfig(url: url)) {
      $0.method = HTTPRequest.Method(method) ?? .get
      if let body { $0.body = .text(body) }
    } execution: {
      $0.timeout = .seconds(seconds)
    }
    let repeated = response.headers[values: "X-Twice"].count
    return "\(response.status.code), \(response.text().prefix(20)), \(repeated) of 2 headers"
  }

  func stream(_ url: String, _ received: () -> Void) async throws {
    let request = try Request.with(RequestConfig(url: url))
    for try await _ in try await client.stream(for: request) { received() }
  }
}
