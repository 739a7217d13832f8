import Foundation
import Interchange
import Networking
import TestSupport
import Workspaces

extension CurlImport.Imported {
  /// The request as curl would send it, including everything that a saved request cannot hold.
  func prepared(in context: SendContext) throws -> PreparedRequest {
    var context = context
    context.options = options.merging(over: context.options)
    var prepared = try PreparedRequest(request, in: context)
    prepared.request = try extras.completed(prepared.request)
    return prepared
  }
}

/// Sends requests with the real client and returns the received bytes.
struct WireClient {
  let server: WireServer
  private let client: Client

  /// - Parameter agent: the client's `User-Agent`; `nil` adds none.
  init(_ server: WireServer, agent: String? = nil) {
    self.server = server
    client = Client(defaults: agent.map { .identified(as: $0) })
  }

  func send(_ request: Request) async throws -> [WireRequest] {
    let exchange = await client.exchange(for: request)
    if let failure = exchange.failure { throw failure }
    return server.take()
  }

  /// Sends everything in a text of curl commands.
  func send(
    commands text: String, in folder: TemporaryDirectory, variables: [String: String] = [:], redirecting: Bool = false
  ) async throws -> (arrived: [WireRequest], result: CurlImport.Result) {
    let surroundings = CurlImport.Surroundings(
      readFile: { [path = folder.path] name in
        let url = URL(fileURLWithPath: name, relativeTo: URL(fileURLWithPath: path, isDirectory: true))
        // For a missing file, the caller gets `nil`.
        return (try? Data(contentsOf: url)).map { [UInt8]($0) }
      }, variable: { variables[$0] })
    let result = CurlImport.read(text, surroundings: surroundings)
    var arrived: [WireRequest] = []
    for imported in result.requests {
      arrived += try await send(try prepared(imported, in: folder, redirecting: redirecting).request)
    }
    return (arrived, result)
  }

  func prepared(
    _ imported: CurlImport.Imported, in folder: TemporaryDirectory, redirecting: Bool = false
  ) throws -> PreparedRequest {
    var imported = imported
    if redirecting {
      imported.options.connectTo = ["::127.0.0.1:\(server.port)"]
      imported.options.noProxy = "*"
    }
    return try imported.prepared(in: SendContext(folder: folder.path))
  }

  /// The command for a request, as written by `apus export`.
  func command(for prepared: PreparedRequest, shell: CurlCommand.Shell) -> String {
    CurlExport.command(for: prepared, defaults: client.defaults, shell: shell, revealsSecrets: true).text
  }
}
