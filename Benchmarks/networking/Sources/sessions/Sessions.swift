import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What Foundation's own session makes of the same work: `sessions URL COUNT WIDTH` sends COUNT requests, WIDTH at a time.
@main
struct Sessions {
  static func main() async throws {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 3, let url = URL(string: words[0]), let count = Int(words[1]), let width = Int(words[2]) else {
      throw URLError(.badURL)
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = width
    configuration.urlCache = nil
    let session = URLSession(configuration: configuration)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<width {
        let share = count / width + (lane < count % width ? 1 : 0)
        group.addTask { for _ in 0..<share { _ = try await session.data(from: url) } }
      }
      try await group.waitForAll()
    }
  }
}
