import Foundation
import NetworkingFoundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Foundation's own session makes of the same work: `sessions URL COUNT WIDTH` sends COUNT requests, WIDTH at a time;
/// with `bridge` as a fourth word by the library's `response(for:)` on the same session.
@main
struct Sessions {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count >= 3, let url = URL(string: words[0]), let count = Int(words[1]), let width = Int(words[2]) else {
      throw URLError(.badURL)
    }
    let isBridged = words.last == "bridge"
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = width
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<width {
        let share = count / width + (lane < count % width ? 1 : 0)
        group.addTask {
          for _ in 0..<share {
            if isBridged {
              _ = try await session.response(for: URLRequest(url: url))
            } else {
              _ = try await session.data(for: URLRequest(url: url))
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
