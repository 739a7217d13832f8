import AsyncHTTPClient
import Contest
import NIOCore
import NIOHTTP1

/// The client of the Swift server workgroup, over SwiftNIO.
@main
struct WithAsyncHTTPClient: Contender {
  private let client: HTTPClient

  init() {
    var configuration = HTTPClient.Configuration.singletonConfiguration
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    configuration.decompression = .enabled(limit: .none)
    client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  static func main() async throws {
    let contender = Self()
    do {
      try await contender.run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      try await contender.client.shutdown()
      throw error
    }
    try await contender.client.shutdown()
  }

  func load(_ url: String) async throws {
    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    _ = try await response.body.collect(upTo: 1 << 20)
  }

  func answer(_ method: String, _ url: String, body: String?, within seconds: Int) async throws -> String {
    var request = HTTPClientRequest(url: url)
    request.method = HTTPMethod(rawValue: method)
    request.body = body.map { .bytes(ByteBuffer(string: $0)) }
    let response = try await client.execute(request, timeout: .seconds(Int64(seconds)))
    let text = String(buffer: try await response.body.collect(upTo: 1 << 20))
    return "\(response.status.code), \(text.prefix(20)), \(response.headers["X-Twice"].count) of 2 headers"
  }

  func stream(_ url: String, _ received: () -> Void) async throws {
    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    for try await _ in response.body { received() }
  }
}
